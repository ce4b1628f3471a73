import type { ReactNode } from "react";
import css from "./BottomBar.module.css";

export type BottomBarProps = {
  /** The summary: 'Total to pay' and its amount. */
  readonly summary: ReactNode;
  /** The button of the next step. */
  readonly action: ReactNode;
  /** A button before the summary, such as the cart. */
  readonly before?: ReactNode;
  readonly label: string;
};

/**
 * The footer on phones and tablets: the price and the next step, within the thumb's reach. It does not cover the end of the
 * page, whose frame reserves space for `data-bottom-bar`. Hidden from 62em on.
 */
export function BottomBar({ summary, action, before, label }: BottomBarProps) {
  return (
    <div className={css.bar} data-bottom-bar="" role="region" aria-label={label}>
      {before}
      <div className={css.summary}>{summary}</div>
      {action}
    </div>
  );
}
