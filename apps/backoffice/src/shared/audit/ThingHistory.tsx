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

type EntriesProps = { readonly slug: string; readonly kind: AuditEntity; readonly id: string };

/** The history of an entity, newest first, for readers of the audit log. */
export function ThingHistory({ slug, kind, id }: EntriesProps) {
  const { timezone, can } = useOwnSeller(slug);
  const mayRead = can("audit.read");
  const filters = { entity_kind: kind, entity_id: id };
  const query = useQuery({
    queryKey: [...auditKey, slug, filters, "newest"],
    queryFn: () => callOffice(listAudit, filters, slug),
    enabled: mayRead,
  });
  const { data } = query;
  if (!mayRead) return null;
  const entries = data?.entries.slice(0, shown) ?? [];
  const hasMore = data !== undefined && (data.entries.length > shown || data.next !== null);
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
