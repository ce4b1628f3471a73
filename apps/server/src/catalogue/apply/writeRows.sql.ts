import { withAnswer } from "../../db/statements/statement.ts";
import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { Schema } from "../../db/schema/schema.ts";
import type { CatalogueImageRow, MemberRuleRow, PriceRow, SellerRow } from "../diff/catalogueRows.ts";

type Table = keyof Schema;
type PriceKey = Pick<PriceRow, "event_session_id" | "ticket_type_id">;

/** Serialising more rows at once blocks the event loop for too long. */
const rowsAtOnce = 250;

export const batchesOf = <Row>(rows: readonly Row[]): (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  );

/** A code that staff or a sold gift have made since the plan stays, and the file's with the same text is not made. */
const unlessTaken = (table: Table) => (table === "code" ? sql`on conflict (normalized, seller_id) do nothing` : sql``);

/** Updates the seller and increments its catalogue version. */
export const updateSeller = async (db: Database, seller: SellerRow): Promise<void> => {
  await sql`update seller s set name = r.name, currency = r.currency, locale = r.locale, timezone = r.timezone, meta = r.meta, theme = r.theme,
      strings = r.strings, web = r.web, configuration = r.configuration, catalogue_version = s.catalogue_version + 1
      from json_populate_record(null::seller, ${JSON.stringify(seller)}::json) r where s.id = ${seller.id}`.execute(db);
};

/** Sends rows as one JSON parameter, so that hundreds of them take one statement whose text does not change. */
export const insertRows = async (
  db: Database,
  table: Table,
  rows: readonly object[],
  { seller_id }: { readonly seller_id?: string } = {},
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const ofSeller = seller_id === undefined ? {} : { seller_id };
  const columns = sql.join(Object.keys({ ...ofSeller, ...first }).map((column) => sql.ref(column)));
  for (const part of batchesOf(rows)) {
    const batch = part.map((row) => ({ ...ofSeller, ...row }));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::json) ${unlessTaken(table)} ${sql.raw(withAnswer)}`.execute(
      db,
    );
  }
};

export const updateRows = async (
  db: Database,
  table: Table,
  seller_id: string,
  rows: readonly { readonly id: string }[],
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== "id");
  const sets = sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`));
  for (const batch of batchesOf(rows))
    await sql`update ${sql.table(table)} t set ${sets} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::json) r
      where t.seller_id = ${seller_id} and t.id = r.id`.execute(db);
};

export const retireRows = async (
  db: Database,
  table: Table,
  seller_id: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  await sql`update ${sql.table(table)} set retired = true where seller_id = ${seller_id} and id = any(${ids}::uuid[])`.execute(
    db,
  );
};

export const deleteRows = async (
  db: Database,
  table: Table,
  seller_id: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  await sql`delete from ${sql.table(table)} where seller_id = ${seller_id} and id = any(${ids}::uuid[])`.execute(db);
};

/** Removes retired seats from their rows: a retired seat has no neighbours. */
export const unlinkSeats = async (db: Database, seller_id: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`update seat set previous_id = null, next_id = null where seller_id = ${seller_id} and id = any(${ids}::uuid[])`.execute(
    db,
  );
};

export const markLimitsChanged = async (
  db: Database,
  seller_id: string,
  groupIds: readonly string[],
): Promise<void> => {
  if (groupIds.length === 0) return;
  await sql`update ticket_group set limits_changed_at = app_now() where seller_id = ${seller_id} and id = any(${groupIds}::uuid[])`.execute(
    db,
  );
};

export const updatePrices = async (db: Database, seller_id: string, prices: readonly PriceRow[]): Promise<void> => {
  for (const batch of batchesOf(prices))
    await sql`update session_price p set amount = r.amount from json_populate_recordset(null::session_price, ${JSON.stringify(batch)}::json) r
      where p.seller_id = ${seller_id} and p.event_session_id = r.event_session_id and p.ticket_type_id = r.ticket_type_id`.execute(
      db,
    );
};

export const deletePrices = async (db: Database, seller_id: string, prices: readonly PriceKey[]): Promise<void> => {
  for (const batch of batchesOf(prices))
    await sql`delete from session_price p using json_populate_recordset(null::session_price, ${JSON.stringify(batch)}::json) r
      where p.seller_id = ${seller_id} and p.event_session_id = r.event_session_id and p.ticket_type_id = r.ticket_type_id`.execute(
      db,
    );
};

export const updateMemberRule = async (
  db: Database,
  seller_id: string,
  { ticket_type_id, party_role, ...values }: MemberRuleRow,
): Promise<void> => {
  await db
    .updateTable("membership_rule")
    .set(values as object)
    .where("seller_id", "=", seller_id)
    .where("ticket_type_id", "=", ticket_type_id)
    .where("party_role", "=", party_role)
    .execute();
};

export const deleteMemberRule = async (
  db: Database,
  seller_id: string,
  { ticket_type_id, party_role }: Pick<MemberRuleRow, "ticket_type_id" | "party_role">,
): Promise<void> => {
  await db
    .deleteFrom("membership_rule")
    .where("seller_id", "=", seller_id)
    .where("ticket_type_id", "=", ticket_type_id)
    .where("party_role", "=", party_role)
    .execute();
};

export const insertImage = async (
  db: Database,
  seller_id: string,
  image: CatalogueImageRow,
  bytes: Buffer,
): Promise<void> => {
  await db
    .insertInto("image_asset")
    .values({ seller_id, ...image, bytes })
    .execute();
};

/** Clears the venue of events that stay when the venue is removed. */
export const clearVenuesOfEvents = async (
  db: Database,
  seller_id: string,
  { events, venues }: { readonly events: readonly string[]; readonly venues: readonly string[] },
): Promise<void> => {
  await sql`update event_template set venue_id = null where seller_id = ${seller_id} and id = any(${events}::uuid[]) and venue_id = any(${venues}::uuid[])`.execute(
    db,
  );
};
