import { useEffect, useRef, type ReactNode } from "react";
import { useParams } from "@tanstack/react-router";
import { meQuery, queryClient } from "./queries.ts";
import css from "./Page.module.css";

type PageProps = {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** The seller in the address, so that tabs of two sellers can be told apart. */
const useSellerName = (): string | undefined => {
  const { slug } = useParams({ strict: false });
  return queryClient.getQueryData(meQuery.queryKey)?.sellers.find((one) => one.slug === slug)?.name;
};

/** A screen. Its heading takes the focus when the address changes, and is in the document's title with the seller. */
export function OfficePage({ title, actions, lead, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seller = useSellerName();
  useEffect(() => {
    document.title = [title, seller, "Back office"].filter(Boolean).join(" · ");
  }, [title, seller]);
  useEffect(() => {
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
