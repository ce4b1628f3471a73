import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { BulkJob } from "@foyer/contract/office/bulk.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatAgo, formatVisit } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { BulkForm } from "./BulkForm.tsx";
import { actionNames, bulkListQuery, orders, jobStateNames, type BulkSearch } from "./bulkQueries.ts";
import css from "./BulkScreen.module.css";

/** Bulk jobs: a form for a new one, and the earlier ones. */
export function BulkScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/bulk" });
  const search = useSearch({ from: "/signed-in/$slug/bulk" }) as BulkSearch;
  const query = useQuery(bulkListQuery(slug));
  const { data } = query;
  return (
    <OfficePage
      title="Bulk actions"
      lead="Move or cancel many orders at once, or write to their buyers. You see the numbers before anything happens."
    >
      <BulkForm key={`${search.sessions ?? ""} ${search.moved ?? ""}`} slug={slug} search={search} />
      <Section title="Earlier">
        <LoadState query={query} />
        {data?.jobs.length === 0 && <p className={css.quiet}>No bulk actions yet.</p>}
        <ul className={css.jobs}>
          {data?.jobs.map((job) => (
            <Job key={job.id} slug={slug} job={job} />
          ))}
        </ul>
      </Section>
    </OfficePage>
  );
}

export const aboutOf = ({ sessions, counts }: BulkJob): string => {
  const [first, ...others] = sessions;
  const all = counts.done + counts.set_aside + counts.failed + counts.left;
  if (!first) return orders(all);
  return `${first.event}, ${formatVisit(first)}${others.length > 0 ? ` and ${others.length} more` : ""} · ${orders(all)}`;
};

export function JobStateTag({ state }: Pick<BulkJob, "state">) {
  return (
    <Tag tone={state === "done" ? "success" : state === "running" ? "brand" : "neutral"}>{jobStateNames[state]}</Tag>
  );
}

function Job({ slug, job }: { readonly slug: string; readonly job: BulkJob }) {
  const { id, action, state, started_by, started_at, reason } = job;
  return (
    <li className={css.job}>
      <div>
        <Link to="/$slug/bulk/$id" params={{ slug, id }} className={css.name}>
          {actionNames[action]}
        </Link>
        <p className={css.quiet}>{aboutOf(job)}</p>
      </div>
      <p className={css.quiet}>
        {reason} · {started_by}, {formatAgo(started_at)}
      </p>
      <JobStateTag state={state} />
    </li>
  );
}
