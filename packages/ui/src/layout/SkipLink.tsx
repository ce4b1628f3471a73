import type { ReactNode } from "react";
import css from "./SkipLink.module.css";

/** The first element in the tab order. */
export function SkipLink({
  href = "#main-content",
  children,
}: {
  readonly href?: string;
  readonly children: ReactNode;
}) {
  return (
    <a className={css.skip} href={href}>
      {children}
    </a>
  );
}
