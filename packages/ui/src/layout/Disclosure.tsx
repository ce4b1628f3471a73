import type { ReactNode } from "react";
import css from "./Disclosure.module.css";
import { Icon } from "../action/Icon.tsx";

export type DisclosureProps = {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onToggle?: (open: boolean) => void;
};

/** Expands in place. A native element, so it works before any script runs. */
export function Disclosure({ summary, children, open, onToggle }: DisclosureProps) {
  return (
    <details open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary className={css.summary}>
        <span>{summary}</span>
        <Icon name="chevron-down" size="small" />
      </summary>
      <div className={css.content}>{children}</div>
    </details>
  );
}
