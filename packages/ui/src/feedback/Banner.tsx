import type { ReactNode } from "react";
import css from "./Banner.module.css";
import { Icon, type IconName } from "../action/Icon.tsx";
import { IconButton } from "../action/IconButton.tsx";

export type Tone = "info" | "warning" | "error" | "success";

const icons = { info: "info", warning: "warning", error: "warning", success: "check" } as const satisfies Record<
  Tone,
  IconName
>;

export type BannerProps = {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** A button or link. */
  readonly action?: ReactNode;
  readonly onDismiss?: () => void;
  readonly dismissLabel?: string;
};

/** A message with an action. Errors are announced at once, other messages when the screen reader pauses. */
export function Banner({ tone = "info", title, children, action, onDismiss, dismissLabel }: BannerProps) {
  return (
    <div className={css.banner} data-tone={tone} role={tone === "error" ? "alert" : "status"}>
      <Icon name={icons[tone]} />
      <div className={css.words}>
        {title && <p className={css.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={css.action}>{action}</div>}
      </div>
      {onDismiss && dismissLabel && <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />}
    </div>
  );
}
