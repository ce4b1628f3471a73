import { sql } from "kysely";
import type { Database, Tx } from "../../db/connections.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { isEmptyPlan, type ImportPlan } from "../diff/planImport.ts";

/** Does what a plan says. Things leave before others come, and parents come before their children. */
export const applyPlan = async (db: Tx, plan: ImportPlan): Promise<void> => {
  if (isEmptyPlan(plan)) return;
  const { row: seller } = plan.seller;
  const sellerId = seller.id;
  if (plan.seller.is === "added") await insertRows(db, "seller", [seller]);
  else
    await sql`update seller s set name = r.name, currency = r.currency, locale = r.locale, timezone = r.timezone, meta = r.meta, theme = r.theme,
      strings = r.strings, web = r.web, configuration = r.configuration, catalogue_version = s.catalogue_version + 1
      from json_populate_record(null::seller, ${JSON.stringify(seller)}::json) r where s.id = ${sellerId}`.execute(db);

  await removeRows(db, plan);

  for (const image of plan.images.added) await insertImage(db, sellerId, image, plan.prepared);
  await updateRows(db, "image_asset", sellerId, plan.images.changed);
  for (const [table, { added, changed, retired }] of [
    ["venue", plan.venues],
    ["seat_map", plan.seatMaps],
    ["seat", plan.seats],
    ["event_template", plan.events],
    ["membership_program", plan.programs],
    ["membership_role", plan.roles],
    ["code_group", plan.codeGroups],
    ["ticket_group", plan.groups],
    ["ticket_type", plan.types],
    ["event_session", plan.sessions],
    ["message_rule", plan.messages],
    ["code", plan.codes],
    ["discount", plan.discounts],
    ["checkout_rule", plan.rules],
  ] as const) {
    await updateRows(db, table, sellerId, changed);
    await insertRows(db, table, withSellerId(sellerId, added));
    if (retired.length > 0)
      await sql`update ${sql.table(table)} set retired = true where seller_id = ${sellerId} and id = any(${rowIds(retired)}::uuid[])`.execute(
        db,
      );
  }
  // Its codes and rules have left, or moved to another group by now.
  const codeGroups = rowIds(plan.codeGroups.removed);
  if (codeGroups.length > 0)
    await sql`delete from code_group where seller_id = ${sellerId} and id = any(${codeGroups}::uuid[])`.execute(db);
  // Nobody sits beside a seat that is no longer there.
  if (plan.seats.retired.length > 0)
    await sql`update seat set previous_id = null, next_id = null where seller_id = ${sellerId} and id = any(${rowIds(plan.seats.retired)}::uuid[])`.execute(
      db,
    );
  if (plan.limitsChanged.length > 0)
    await sql`update ticket_group set limits_changed_at = app_now() where seller_id = ${sellerId} and id = any(${plan.limitsChanged}::uuid[])`.execute(
      db,
    );

  await insertRows(db, "session_price", withSellerId(sellerId, plan.prices.added));
  for (const batch of batchesOf(plan.prices.changed))
    await sql`update session_price p set amount = r.amount from json_populate_recordset(null::session_price, ${JSON.stringify(batch)}::json) r
      where p.seller_id = ${sellerId} and p.event_session_id = r.event_session_id and p.ticket_type_id = r.ticket_type_id`.execute(
      db,
    );
  await insertRows(db, "membership_rule", withSellerId(sellerId, plan.memberRules.added));
  for (const rule of plan.memberRules.changed) {
    const { ticket_type_id, party_role, ...values } = rule;
    await db
      .updateTable("membership_rule")
      .set(values as object)
      .where("seller_id", "=", sellerId)
      .where("ticket_type_id", "=", ticket_type_id)
      .where("party_role", "=", party_role)
      .execute();
  }
  // The clock of the database says since when, as it says when a ticket was held.
  await insertRows(db, "price_log", withSellerId(sellerId, plan.priceLog));
};

/** Children before their parents. */
const removeRows = async (db: Tx, plan: ImportPlan): Promise<void> => {
  const sellerId = plan.seller.row.id;
  const sessions = rowIds(plan.sessions.removed);
  for (const batch of batchesOf(plan.prices.removed))
    await sql`delete from session_price p using json_populate_recordset(null::session_price, ${JSON.stringify(batch)}::json) r
      where p.seller_id = ${sellerId} and p.event_session_id = r.event_session_id and p.ticket_type_id = r.ticket_type_id`.execute(
      db,
    );
  for (const { ticket_type_id, party_role } of plan.memberRules.removed)
    await db
      .deleteFrom("membership_rule")
      .where("seller_id", "=", sellerId)
      .where("ticket_type_id", "=", ticket_type_id)
      .where("party_role", "=", party_role)
      .execute();
  for (const [table, ids] of [
    ["checkout_rule", rowIds(plan.rules.removed)],
    ["code", rowIds(plan.codes.removed)],
    ["message_rule", rowIds(plan.messages.removed)],
    ["event_session", sessions],
    ["ticket_type", rowIds(plan.types.removed)],
    ["ticket_group", rowIds(plan.groups.removed)],
    ["event_template", rowIds(plan.events.removed)],
    ["seat", rowIds(plan.seats.removed)],
    ["image_asset", rowIds(plan.images.removed)],
  ] as const)
    if (ids.length > 0)
      await sql`delete from ${sql.table(table)} where seller_id = ${sellerId} and id = any(${ids}::uuid[])`.execute(db);
  // A venue that events of this catalogue still stand in goes when they have moved; the next statement finds none.
  if (plan.venues.removed.length > 0) {
    const ids = rowIds(plan.venues.removed);
    const moved = plan.events.changed.map(({ id }) => id);
    await sql`update event_template set venue_id = null where seller_id = ${sellerId} and id = any(${moved}::uuid[]) and venue_id = any(${ids}::uuid[])`.execute(
      db,
    );
    await sql`delete from venue where seller_id = ${sellerId} and id = any(${ids}::uuid[])`.execute(db);
  }
};

const rowIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
const withSellerId = (seller_id: string, rows: readonly object[]): object[] =>
  rows.map((row) => ({ seller_id, ...row }));

const insertImage = async (
  db: Database,
  seller_id: string,
  image: ImportPlan["images"]["added"][number],
  { images }: ImportPlan["prepared"],
): Promise<void> => {
  const bytes = images.find(({ key }) => key === image.key)?.bytes;
  if (!bytes) throw new Error(`the picture ${image.key} has no bytes`);
  await db
    .insertInto("image_asset")
    .values({ seller_id, ...image, bytes })
    .execute();
};

/** Rows travel as one JSON parameter, so that a thousand cost one statement with one stable text. */
const insertRows = async (db: Database, table: keyof Schema, rows: readonly object[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  for (const batch of batchesOf(rows))
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::json)`.execute(
      db,
    );
};

const updateRows = async (
  db: Database,
  table: keyof Schema,
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

const batchesOf = <Row>(rows: readonly Row[], size = 5000): (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
