import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import css from "./IconButton.module.css";

export type IconButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "className" | "style" | "children" | "aria-label"
> & {
  readonly icon: IconName;
  readonly label: string;
  /** 'edged' draws a border, for a button without neighbours. */
  readonly kind?: "plain" | "edged";
  /** A Badge on the corner. */
  readonly badge?: ReactNode;
};

export function IconButton({ icon, label, kind = "plain", badge, type = "button", ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={css.button} data-kind={kind} aria-label={label}>
      <Icon name={icon} />
      {badge && <span className={css.badge}>{badge}</span>}
    </button>
  );
}
