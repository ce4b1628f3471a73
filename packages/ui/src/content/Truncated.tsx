import type { ReactNode } from "react";
import { truncate } from "./truncate.ts";
import css from "./Truncated.module.css";

/** A text of limited length; the full text is in its title. */
export function Truncated({ text, limit }: { readonly text: string; readonly limit?: number }) {
  const short = truncate(text, limit);
  return short === text ? text : <span title={text}>{short}</span>;
}

export type ClampProps = {
  readonly lines: 1 | 2 | 3 | 4 | 6;
  readonly children: ReactNode;
  /** A 'More' button below. */
  readonly more?: ReactNode;
};

/** The first lines of a longer text. */
export function Clamp({ lines, children, more }: ClampProps) {
  return (
    <div>
      <div className={css.clamp} data-lines={lines}>
        {children}
      </div>
      {more}
    </div>
  );
}
