import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import css from "./Button.module.css";
import { Spinner } from "../feedback/Spinner.tsx";

type ButtonStyle = {
  /** One primary button per screen; 'text' looks like a link but acts as a button. */
  readonly kind?: "primary" | "quiet" | "danger" | "text";
  readonly size?: "medium" | "small";
  readonly wide?: boolean;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
};

export type ButtonProps = ButtonStyle &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style" | "children"> & {
    /** Work is in progress: the label stays, presses are ignored, the focus is kept. */
    readonly busy?: boolean;
  };

export function Button({
  kind = "quiet",
  size = "medium",
  wide,
  icon,
  busy,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) return event.preventDefault();
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={css.button}
      data-kind={kind}
      data-size={size}
      data-wide={wide || undefined}
      data-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={press}
    >
      <ButtonLabel icon={busy ? <Spinner /> : icon}>{children}</ButtonLabel>
    </button>
  );
}

export type ButtonLinkProps = ButtonStyle &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className" | "style" | "children">;

export function ButtonLink({ kind = "quiet", size = "medium", wide, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={css.button} data-kind={kind} data-size={size} data-wide={wide || undefined}>
      <ButtonLabel icon={icon}>{children}</ButtonLabel>
    </a>
  );
}

/** The attributes of a button, for a router's link component. */
export const buttonAttributes = ({ kind = "quiet", size = "medium" }: Pick<ButtonStyle, "kind" | "size"> = {}) =>
  ({ className: css.button, "data-kind": kind, "data-size": size }) as const;

function ButtonLabel({ icon, children }: Pick<ButtonStyle, "icon" | "children">) {
  return (
    <>
      {icon}
      <span>{children}</span>
    </>
  );
}
