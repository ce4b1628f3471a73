import { useEffect, useRef, type ReactNode } from "react";
import css from "./Page.module.css";

type PageProps = {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** A screen. Its heading takes the focus when the address changes, and is the document's title. */
export function OfficePage({ title, actions, lead, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Back office`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1 className={css.title} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A screen for visitors who are not signed in. */
export function CardPage({ title, lead, children }: Omit<PageProps, "actions">) {
  return (
    <main className={css.narrow} id="main">
      <p className={css.product}>Foyer back office</p>
      <div className={css.card}>
        <OfficePage title={title} lead={lead}>
          {children}
        </OfficePage>
      </div>
    </main>
  );
}

export function Section({ title, lead, actions, children }: PageProps) {
  return (
    <section className={css.section} aria-label={title}>
      <div className={css.sectionHead}>
        <h2 className={css.heading}>{title}</h2>
        {actions}
      </div>
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
    </section>
  );
}

/** A fact in a list of facts, such as `facts` of Record.module.css. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
