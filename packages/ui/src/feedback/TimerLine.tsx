import type { ReactNode } from "react";
import { Icon } from "../action/Icon.tsx";
import css from "./TimerLine.module.css";

export type TimerLineProps = {
  /** The urgency, which the rules decide. */
  readonly level: "info" | "warning" | "error" | "critical";
  readonly label: ReactNode;
  /** '4:59' */
  readonly left: string;
  readonly action?: ReactNode;
};

export function TimerLine({ level, label, left, action }: TimerLineProps) {
  return (
    <div className={css.timer} data-level={level}>
      <Icon name="clock" size="small" />
      <span>{label}</span>
      {/* Not a live region: announcing every second would drown everything else. Announce the levels instead. */}
      <span className={css.left} role="timer" aria-live="off">
        {left}
      </span>
      {action}
    </div>
  );
}
