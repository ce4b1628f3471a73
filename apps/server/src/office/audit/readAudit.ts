import { Readable } from "node:stream";
import {
  auditPageSize,
  type AuditRow,
  type downloadAudit,
  type listAudit,
} from "@foyer/contract/office/staff/auditLog.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { entryCursor, readEntries, type EntryFilter, type FoundEntry } from "../../modules/audit/entries.ts";
import { namesOf } from "../../modules/staff/accounts.ts";
import { thingsShowing } from "./shownBy.sql.ts";
import { csvLine } from "../downloads/csvLine.ts";

type Filters = Omit<StaffReceived<typeof listAudit>, "after">;

const isAscendingOf = ({ sort }: Filters): boolean => sort === "at";

const filterOf = (
  { seller }: StaffContext,
  filters: Filters,
  after: EntryFilter["after"],
  limit: number,
): EntryFilter => {
  const { from, to } = filters;
  if (from !== undefined && to !== undefined && from > to)
    throw new Refused({ code: "bad_field_value", context: "audit", extra: { fields: ["from", "to"] } });
  const { id: seller_id, timezone } = seller;
  return { ...filters, seller_id, timezone, after, isAscending: isAscendingOf(filters), limit };
};

const isAboutStaff = ({ action, entity_kind }: FoundEntry): boolean =>
  entity_kind === "staff" || action.startsWith("staff.");

/** The changed fields. Staff e-mail addresses are only for those who can read staff. */
const fieldsOf = ({ staff }: StaffContext, entry: FoundEntry): Pick<AuditRow, "before" | "after"> => {
  const [before, after] = [{ ...entry.before }, { ...entry.after }];
  if (isAboutStaff(entry) && !staff.can("staff.read")) for (const fields of [before, after]) delete fields["email"];
  return { before, after };
};

/**
 * Adds the names of people to rows, including people who were removed. Who acted, and on whom, is part of an entry for
 * everybody who can read it (decision 080).
 */
const withNames = async (ctx: StaffContext, entries: readonly FoundEntry[]): Promise<AuditRow[]> => {
  const ids = entries.flatMap(({ staff_id, entity_kind, entity_id }) => [
    ...(staff_id === null ? [] : [staff_id]),
    ...(entity_kind === "staff" ? [entity_id] : []),
  ]);
  const names = await namesOf(ctx.db, ids);
  const shownBy = await thingsShowing(ctx.db, ctx.seller.id, entries);
  return entries.map((found) => {
    const { staff_id, roles, ...entry } = found;
    const { before, after } = fieldsOf(ctx, found);
    const { email, name } = { ...before, ...after };
    const written = [email, name].find((text) => typeof text === "string");
    return {
      ...entry,
      shown_by: shownBy(entry),
      before,
      after,
      roles: [...roles],
      staff: staff_id === null ? null : { id: staff_id, name: names.get(staff_id) ?? "Somebody" },
      entity_name:
        entry.entity_kind === "order" || entry.entity_kind === "payment_plan"
          ? `${entry.entity_kind.replace("_", " ")} ${entry.entity_id}`
          : entry.entity_kind === "staff"
            ? (names.get(entry.entity_id) ?? null)
            : typeof written === "string"
              ? written
              : null,
    };
  });
};

export const readAuditPage = async (
  ctx: StaffContext,
  { after, ...filters }: StaffReceived<typeof listAudit>,
): Promise<StaffReply<typeof listAudit>> => {
  const found = await readEntries(ctx.db, filterOf(ctx, filters, after, auditPageSize + 1));
  const page = found.slice(0, auditPageSize);
  const last = page.at(-1);
  return {
    entries: await withNames(ctx, page),
    next: found.length > auditPageSize && last ? entryCursor(isAscendingOf(filters), last) : null,
  };
};

const columns = [
  "at",
  "who",
  "as",
  "via",
  "action",
  "thing",
  "thing_id",
  "name",
  "before",
  "after",
  "reason",
  "request_id",
] as const;
const batchSize = 1000;

/** Reads page by page while the file is sent, so that memory does not grow with its length. */
const csvLines = async function* (ctx: StaffContext, filters: Filters): AsyncGenerator<string> {
  yield csvLine(columns);
  let after: EntryFilter["after"];
  for (;;) {
    const found = await readEntries(ctx.db, filterOf(ctx, filters, after, batchSize));
    for (const row of await withNames(ctx, found)) yield csvLine(cellsOf(row));
    const last = found.at(-1);
    if (found.length < batchSize || !last) return;
    after = entryCursor(isAscendingOf(filters), last);
  }
};

const cellsOf = (row: AuditRow): readonly string[] => [
  row.at,
  row.staff?.name ?? row.actor,
  row.roles.join(" "),
  row.via,
  row.action,
  row.entity_kind,
  row.entity_id,
  row.entity_name ?? "",
  JSON.stringify(row.before),
  JSON.stringify(row.after),
  row.reason ?? "",
  row.request_id ?? "",
];

/** The download contains names, so it is recorded in the audit log itself. */
export const downloadAuditCsv = async (
  ctx: StaffContext,
  filters: StaffReceived<typeof downloadAudit>,
): Promise<StreamedReply> => {
  // Refuses invalid filters before anything is sent.
  filterOf(ctx, filters, undefined, 1);
  const { from, to } = filters;
  await changing(ctx, (ctx) =>
    audit(ctx, { action: "audit.downloaded", entity: { kind: "audit_log", id: "csv" }, after: { from, to } }),
  );
  return {
    stream: Readable.from(csvLines(ctx, filters)),
    type: "text/csv; charset=utf-8",
    fileName: `audit-${ctx.seller.slug}-${from}-${to}.csv`,
  };
};
