import type { AdmissionReason, CountedAs, Shown } from "@foyer/contract/office/gate/admission.ts";
import type { TicketScan } from "@foyer/rules/admission/reconcile.ts";
import { sql, type Insertable } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { ScanTable } from "../../db/schema/gate.ts";
import { statement } from "../../db/statements/statement.ts";

export type StoredScan = {
  readonly id: string;
  readonly ticket_id: string | null;
  readonly membership_id: string | null;
  readonly device_id: string | null;
  readonly staff_id: string | null;
  readonly direction: "in" | "out" | "undo";
  readonly at: string;
  readonly shown: Shown;
  readonly reason: AdmissionReason | null;
  readonly may_admit: boolean;
  readonly let_in: boolean;
  readonly is_offline: boolean;
  readonly counts: CountedAs;
  readonly already_at: string | null;
  readonly already_by: string | null;
};

export const findScan = async (db: Database, seller_id: string, id: string): Promise<StoredScan | undefined> => {
  const [row] = await statement<StoredScan>(
    db,
    `select id, ticket_id, membership_id, device_id, staff_id, direction, at, shown, reason, may_admit, let_in, is_offline, counts, already_at, already_by
     from scan where seller_id = $1 and id = $2`,
    [seller_id, id],
  );
  return row;
};

export type ScanOfSubject = TicketScan & {
  readonly counts: CountedAs;
  readonly by: string;
  readonly by_id: string;
  readonly moment: string;
};

/** All scans of a ticket or card, with the name of the device or person. */
export const scansOf = async (
  db: Database,
  seller_id: string,
  { ticket_id, membership_id }: Pick<StoredScan, "ticket_id" | "membership_id">,
): Promise<ScanOfSubject[]> => {
  const rows = await statement<{
    id: string;
    at: string;
    day: string;
    direction: TicketScan["direction"];
    let_in: boolean;
    undoes: string | null;
    counts: CountedAs;
    by: string;
    by_id: string;
  }>(
    db,
    `select n.id, n.at, n.local_day as day, n.direction, n.let_in, n.undoes, n.counts, coalesce(d.name, a.name, 'a device') as by, coalesce(n.device_id, n.staff_id) as by_id
     from scan n
     left join scan_device d on d.seller_id = $1 and d.id = n.device_id
     left join staff a on a.id = n.staff_id
     where n.seller_id = $1 and ${ticket_id === null ? "n.membership_id" : "n.ticket_id"} = $2`,
    [seller_id, ticket_id ?? membership_id],
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: Date.parse(at), moment: at }));
};

export type NewScan = Omit<Insertable<ScanTable>, "received_at" | "resolved_at" | "resolved_by">;

/** False if a scan with this id was recorded before. */
export const insertScan = async (db: Database, scan: NewScan): Promise<boolean> => {
  const row = await db
    .insertInto("scan")
    .values({ ...scan, received_at: sql<string>`app_now()` })
    .onConflict((oc) => oc.columns(["seller_id", "id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** Updates what other scans count as, and which of them need a review. */
export const recount = async (
  db: Database,
  seller_id: string,
  changed: readonly { readonly id: string; readonly counts: CountedAs }[],
): Promise<void> => {
  if (changed.length === 0) return;
  await statement(
    db,
    `update scan s set counts = n.counts,
       conflict = case when n.counts = 'double' then 'double' when s.conflict = 'double' then null else s.conflict end
     from unnest($2::uuid[], $3::text[]) as n (id, counts) where s.seller_id = $1 and s.id = n.id`,
    [seller_id, changed.map(({ id }) => id), changed.map(({ counts }) => counts)],
  );
};

/** Changes the state only from `from`: a cancelled ticket stays cancelled. Returns whether it changed. */
export const setTicketState = async (
  db: Database,
  seller_id: string,
  ticket_id: string,
  { from, to }: { readonly from: "booked" | "redeemed"; readonly to: "booked" | "redeemed" },
): Promise<boolean> => {
  const changed = await statement<{ id: string }>(
    db,
    `update ticket set state = $4 where seller_id = $1 and id = $2 and state = $3 returning id`,
    [seller_id, ticket_id, from, to],
  );
  if (changed.length === 0) return false;
  await statement(
    db,
    `insert into transition (seller_id, entity, entity_id, from_state, to_state) values ($1, 'ticket', $2, $3, $4)`,
    [seller_id, ticket_id, from, to],
  );
  return true;
};
