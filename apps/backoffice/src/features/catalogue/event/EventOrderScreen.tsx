import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { LoadState } from "../../../shared/LoadState.tsx";
import { overviewQuery } from "../catalogueQueries.ts";
import { ChapterFrame, type OpenedChapter } from "../ChapterFrame.tsx";
import { moveTo } from "../document.ts";
import { SortableList } from "../SortableList.tsx";
import css from "../catalogue.module.css";

/** The order in which the storefront lists the events, as a draft that saves itself. */
export function EventOrderScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue/order" });
  return (
    <ChapterFrame
      slug={slug}
      chapter="event_order"
      title="Order of events"
      canRemove={false}
      links={() => (
        <Link to="/$slug/catalogue" params={{ slug }} {...buttonAttributes({ size: "small" })}>
          Catalogue
        </Link>
      )}
    >
      {(opened) => <EventOrder slug={slug} {...opened} />}
    </ChapterFrame>
  );
}

type OrderProps = Pick<OpenedChapter, "draft" | "isReadOnly"> & { readonly slug: string };

/** Events that the draft does not name come last, as they do when it is published. */
function EventOrder({ slug, draft, isReadOnly }: OrderProps) {
  const query = useQuery(overviewQuery(slug));
  const events = query.data?.events ?? [];
  const written: readonly unknown[] = Array.isArray(draft.document) ? draft.document : [];
  const named = written.flatMap((key) => events.find((event) => event.key === key) ?? []);
  const sorted = [...new Set([...named, ...events])];
  if (!query.data) return <LoadState query={query} skeleton="control" count={6} />;
  if (sorted.length < 2) return <p className={css.quiet}>There are fewer than two events.</p>;
  return (
    <section className={css.stack} aria-label="Events">
      <p className={css.quiet}>
        The storefront lists its events in this order. Drag them, use the arrow keys, or press ↑.
      </p>
      <SortableList
        items={sorted}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onMove={(from, to) =>
          draft.edit(
            moveTo(
              sorted.map(({ key }) => key),
              from,
              to,
            ),
          )
        }
        isFixed={isReadOnly}
        isPlain
      >
        {({ name, category }) => (
          <span>
            {name} <span className={css.quiet}>{category}</span>
          </span>
        )}
      </SortableList>
    </section>
  );
}
