import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type Revision } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { RevisionChange } from "@foyer/contract/office/catalogue/catalogueRevisions.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { count, formatMoment } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import {
  chapterName,
  compareQuery,
  fieldName,
  overviewQuery,
  revisionsQuery,
  sourceNames,
  valueText,
} from "./catalogueQueries.ts";
import { ComparedRevisions } from "./ComparedRevisions.tsx";
import { BringBackDialog } from "./buyers/BringBackDialog.tsx";
import cardCss from "../../shared/styles/CardTable.module.css";
import listsCss from "../../shared/styles/Lists.module.css";
import css from "./catalogue.module.css";

/** The address parameters: two revisions to compare, and the length of the list. */
export type HistorySearch = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
};

/** All stored revisions with their publisher, time and source, the differences between two of them, and restoring. */
export function HistoryScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue/history" });
  const search = useSearch({ from: "/signed-in/$slug/catalogue/history" }) as HistorySearch;
  const query = useQuery(revisionsQuery(slug, search.before));
  const { data } = query;
  const { timezone } = useOwnSeller(slug);
  const navigate = useNavigate({ from: "/$slug/catalogue/history" });
  return (
    <OfficePage
      title="History"
      actions={
        <>
          <a href={`/staff_api/catalogue.yaml?_seller=${slug}`} {...buttonAttributes({ size: "small" })} download>
            Download as YAML
          </a>
          <a href={`/staff_api/catalogue.zip?_seller=${slug}`} {...buttonAttributes({ size: "small" })} download>
            Download with pictures
          </a>
        </>
      }
    >
      <LoadState query={query} />
      {data && (
        <ComparedRevisions
          revisions={data.revisions}
          timezone={timezone}
          from={search.from}
          to={search.to}
          onCompare={(compared) => void navigate({ search: { ...search, ...compared }, resetScroll: false })}
        />
      )}
      {search.from !== undefined && search.to !== undefined && (
        <Comparison slug={slug} from={search.from} to={search.to} />
      )}
      {data?.revisions.length === 0 && <p className={css.quiet}>Nothing was published yet.</p>}
      <ol className={`${listsCss.framed} ${css.revisions}`}>
        {data?.revisions.map((revision) => (
          <RevisionRow key={revision.number} slug={slug} revision={revision} />
        ))}
      </ol>
      {data?.next != null && (
        <Link to="." search={{ before: String(data.next) }}>
          Older
        </Link>
      )}
    </OfficePage>
  );
}

function RevisionRow({ slug, revision }: { readonly slug: string; readonly revision: Revision }) {
  const { number, source, staff, note, chapters, at } = revision;
  const { timezone } = useOwnSeller(slug);
  return (
    <li>
      <div className={css.name}>
        <strong>Revision {number}</strong>
        <span className={css.quiet}>
          {formatMoment(at, timezone)} ·{" "}
          {staff === null ? sourceNames[source] : `${staff}, ${sourceNames[source].toLowerCase()}`}
        </span>
        {note !== "" && <span>{note}</span>}
        <span className={css.quiet}>
          {chapters.map((chapter) => chapterName(chapter)).join(", ") ||
            (number === 1 ? "The first one" : "No chapter")}
        </span>
      </div>
      {number > 1 && (
        <Link
          to="."
          search={{ from: String(number - 1), to: String(number) }}
          aria-label={`What revision ${number} changed`}
          {...buttonAttributes({ size: "small" })}
        >
          What it changed
        </Link>
      )}
    </li>
  );
}

type ComparisonProps = { readonly slug: string; readonly from: string; readonly to: string };

function Comparison({ slug, from, to }: ComparisonProps) {
  const query = useQuery(compareQuery(slug, from, to));
  const { data } = query;
  const { can } = useOwnSeller(slug);
  const byChapter = [...Map.groupBy(data?.changes ?? [], ({ chapter }) => chapter)];
  return (
    <Section
      title={`From revision ${from} to ${to}`}
      actions={
        <Link to="." search={{}}>
          Close
        </Link>
      }
    >
      <LoadState query={query} skeleton="tile" />
      {data?.changes.length === 0 && <p className={css.quiet}>They are the same.</p>}
      {data && data.moved.orders > 0 && (
        <p>
          Revision {to} moved {count(data.moved.sessions, "session")} with tickets of{" "}
          {count(data.moved.orders, "order")} to another time.{" "}
          {can("bulk.run") && can("order.resend") && (
            <Link to="/$slug/bulk" params={{ slug }} search={{ moved: to } as never}>
              Write to these buyers
            </Link>
          )}
        </p>
      )}
      {byChapter.map(([chapter, changes]) => (
        <ChapterChanges key={chapter} slug={slug} chapter={chapter} changes={changes} from={from} />
      ))}
      {data?.is_cut === true && <p className={css.quiet}>There are more changes than are shown here.</p>}
    </Section>
  );
}

type ChangesProps = {
  readonly slug: string;
  readonly chapter: string;
  readonly changes: readonly RevisionChange[];
  readonly from: string;
};

function ChapterChanges({ slug, chapter, changes, from }: ChangesProps) {
  const { can } = useOwnSeller(slug);
  const { data: overview } = useQuery(overviewQuery(slug));
  const newest = overview?.revision?.number;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={css.stack}>
      {isAsking && (
        <BringBackDialog slug={slug} chapter={chapter} number={Number(from)} onClose={() => setIsAsking(false)} />
      )}
      <div className={css.groupHead}>
        <h3 className={css.legend}>{chapterName(chapter)}</h3>
        {can("catalogue.publish") && newest !== undefined && Number(from) !== newest && (
          <Button size="small" onClick={() => setIsAsking(true)}>
            {`Bring back as of ${from} …`}
          </Button>
        )}
      </div>
      <div className={cardCss.frame}>
        <table className={cardCss.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, before, after }) => (
              <tr key={path}>
                <th scope="row">{fieldName(path)}</th>
                <td data-label="Before">
                  <span className={css.value}>{valueText(before)}</span>
                </td>
                <td data-label="After">
                  <span className={css.value}>{valueText(after)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
