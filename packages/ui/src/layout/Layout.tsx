import type { ReactNode } from "react";
import css from "./Layout.module.css";

/** The page's width and gutters. */
export function Page({ children }: { readonly children: ReactNode }) {
  return <div className={css.page}>{children}</div>;
}

export type ColumnsProps = {
  readonly children: ReactNode;
  /** Beside the content and sticky on desktops; hidden under 62em. */
  readonly aside: ReactNode;
};

export function Columns({ children, aside }: ColumnsProps) {
  return (
    <div className={css.columns}>
      <div className={css.main}>{children}</div>
      <aside className={css.aside}>{aside}</aside>
    </div>
  );
}

export type SectionProps = {
  readonly heading?: ReactNode;
  readonly headingId?: string;
  /** Actions at the end of the heading: Change, See all. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
};

/** A section of a page: a panel in the older theme, ruled in the newer. */
export function PageSection({ heading, headingId, action, children }: SectionProps) {
  return (
    <section className={css.section} aria-labelledby={headingId}>
      {heading && (
        <div className={css.head}>
          <h2 id={headingId}>{heading}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

/** Stacked sections with the theme's spacing. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className={css.sections}>{children}</div>;
}
