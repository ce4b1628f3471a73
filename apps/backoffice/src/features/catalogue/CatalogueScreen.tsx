import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { EditedEvent } from "@foyer/contract/office/catalogue/catalogue.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { count, formatAgo, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { moveInRows } from "../../shared/list/moveInRows.ts";
import { useKeys } from "../../shell/useKeys.ts";
import { overviewQuery, sourceNames } from "./catalogueQueries.ts";
import { NewEventDialog } from "./begin/NewEventDialog.tsx";
import { OtherChapters } from "./OtherChapters.tsx";
import cardCss from "../../shared/styles/CardTable.module.css";
import css from "./catalogue.module.css";

/** The seller's events, the drafts, and the published revision. */
export function CatalogueScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue" });
  const query = useQuery(overviewQuery(slug));
  const { data } = query;
  const { can } = useOwnSeller(slug);
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const canEdit = can("catalogue.edit") && data?.is_editable === true;
  useKeys({
    n: () => canEdit && setAdding(true),
    p: () => can("catalogue.publish") && navigate({ to: "/$slug/catalogue/publish", params: { slug } }),
    v: () => canEdit && navigate({ to: "/$slug/catalogue/preview", params: { slug } }),
    h: () => navigate({ to: "/$slug/catalogue/history", params: { slug } }),
  });
  const drafts = data?.drafts ?? [];
  return (
    <OfficePage
      title="Catalogue"
      lead={data?.revision ? revisionLead(data.revision) : undefined}
      actions={
        <>
          <Link
            to="/$slug/catalogue/history"
            params={{ slug }}
            {...buttonAttributes({ size: "small" })}
            aria-keyshortcuts="h"
          >
            History
          </Link>
          {can("catalogue.import") && (
            <Link to="/$slug/catalogue/file" params={{ slug }} {...buttonAttributes({ size: "small" })}>
              Upload a file
            </Link>
          )}
          {canEdit && (
            <Link
              to="/$slug/catalogue/preview"
              params={{ slug }}
              {...buttonAttributes({ size: "small" })}
              aria-keyshortcuts="v"
            >
              Preview
            </Link>
          )}
          {canEdit && (
            <Button size="small" onClick={() => setAdding(true)} aria-keyshortcuts="n">
              New event
            </Button>
          )}
          {drafts.length > 0 && can("catalogue.publish") && (
            <Link
              to="/$slug/catalogue/publish"
              params={{ slug }}
              {...buttonAttributes({ kind: "primary", size: "small" })}
              aria-keyshortcuts="p"
            >
              {`Publish ${count(drafts.length, "draft")} …`}
            </Link>
          )}
        </>
      }
    >
      <LoadState query={query} />
      {data?.is_editable === false && (
        <Banner tone="info">
          This catalogue was imported before revisions were kept. Import its file again to edit it here.
        </Banner>
      )}
      {data && data.events.length > 0 && <EventTable slug={slug} events={data.events} currency={data.currency} />}
      {data?.events.length === 0 && data.is_editable && (
        <p className={css.quiet}>There are no events yet. Press n to create one.</p>
      )}
      {data?.is_editable && (
        <OtherChapters
          slug={slug}
          chapters={data.chapters}
          drafts={drafts}
          taken={data.taken}
          revision={data.revision?.number ?? 0}
          canEdit={canEdit}
        />
      )}
      {isAdding && data && <NewEventDialog slug={slug} overview={data} onClose={() => setAdding(false)} />}
    </OfficePage>
  );
}

const revisionLead = ({
  number,
  at,
  staff,
  source,
}: {
  number: number;
  at: string;
  staff: string | null;
  source: keyof typeof sourceNames;
}) => `Revision ${number}, ${formatAgo(at)}, ${staff ?? sourceNames[source]}`;

type TableProps = { readonly slug: string; readonly events: readonly EditedEvent[]; readonly currency: string };

function EventTable({ slug, events, currency }: TableProps) {
  return (
    <div className={cardCss.frame}>
      <table className={cardCss.table}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Base price from</th>
            <th scope="col">Upcoming sessions</th>
            <th scope="col">Next</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody onKeyDown={moveInRows("a")}>
          {events.map((event) => (
            <tr key={event.key}>
              <th scope="row" className={css.name}>
                <Link to="/$slug/catalogue/event/$key" params={{ slug, key: event.key }}>
                  {event.name}
                </Link>
                <span className={css.quiet}>
                  {[event.category, count(event.groups, "group"), count(event.types, "type")]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </th>
              <td data-label="Base price from">
                {event.price_from === null ? "–" : formatMoney(event.price_from, currency)}
              </td>
              <td data-label="Upcoming sessions">{event.sessions_ahead.toLocaleString("en-GB")}</td>
              <td data-label="Next">
                {event.next_session === null ? "–" : formatMoment(event.next_session, event.timezone)}
              </td>
              <td>
                <EventState event={event} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventState({ event: { draft, is_published } }: { readonly event: EditedEvent }) {
  if (!draft) return <span className={css.quiet}>Published</span>;
  return (
    <span className={css.name}>
      <Tag tone={draft.is_removal ? "danger" : "brand"}>
        {draft.is_removal ? "To be removed" : is_published ? "Draft" : "New"}
      </Tag>
      <span className={css.quiet}>
        {draft.changed_by}, {formatAgo(draft.changed_at)}
      </span>
    </span>
  );
}
