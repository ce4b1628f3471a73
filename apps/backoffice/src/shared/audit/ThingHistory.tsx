import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AuditEntity } from "@foyer/contract/office/staff/auditActions.ts";
import { listAudit } from "@foyer/contract/office/staff/auditLog.ts";
import { LoadState } from "../LoadState.tsx";
import { Section } from "../Page.tsx";
import { callOffice } from "../call.ts";
import { auditKey, useOwnSeller } from "../queries.ts";
import { AuditLine } from "./AuditLine.tsx";
import listsCss from "../styles/Lists.module.css";
import recordCss from "../styles/Record.module.css";
import css from "./Audit.module.css";

/** As many as fit on a screen; the audit log has the rest. */
const shown = 10;

type Thing = { readonly kind: AuditEntity; readonly id: string };
type EntriesProps = Thing & {
  readonly slug: string;
  /** What it belongs to, whose changes are changes of it as well. */
  readonly also?: Thing;
};

/** The newest entries of an entity and of what it belongs to. */
const readNewest = async (slug: string, things: readonly Thing[]) => {
  const pages = await Promise.all(
    things.map(({ kind, id }) => callOffice(listAudit, { entity_kind: kind, entity_id: id }, slug)),
  );
  const all = pages.flatMap(({ entries }) => entries).toSorted((one, other) => (one.at < other.at ? 1 : -1));
  return { entries: all.slice(0, shown), hasMore: all.length > shown || pages.some(({ next }) => next !== null) };
};

/** The history of an entity, newest first, for readers of the audit log. */
export function ThingHistory({ slug, kind, id, also }: EntriesProps) {
  const { timezone, can } = useOwnSeller(slug);
  const mayRead = can("audit.read");
  const filters = { entity_kind: kind, entity_id: id };
  const query = useQuery({
    queryKey: [...auditKey, slug, filters, also, "newest"],
    queryFn: () => readNewest(slug, [{ kind, id }, ...(also ? [also] : [])]),
    enabled: mayRead,
  });
  const { data } = query;
  if (!mayRead) return null;
  const { entries = [], hasMore = false } = data ?? {};
  return (
    <Section title="History">
      <LoadState query={query} />
      {data?.entries.length === 0 && <p className={css.quiet}>Nothing was changed here.</p>}
      <ol className={listsCss.framed} aria-label="History, newest first">
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} slug={slug} timezone={timezone} />
        ))}
      </ol>
      {hasMore && (
        <Link className={recordCss.link} to="/$slug/audit" params={{ slug }} search={filters as never}>
          All entries in the audit log
        </Link>
      )}
    </Section>
  );
}
