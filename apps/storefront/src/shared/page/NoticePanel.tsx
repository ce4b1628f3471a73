import type { ReactNode } from "react";
import css from "./NoticePanel.module.css";

export type NoticePanelProps = { readonly id: string; readonly heading: string; readonly children: ReactNode };

/** Replaces a form that the visitor cannot use: says why, and what to do instead. */
export function NoticePanel({ id, heading, children }: NoticePanelProps) {
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
