import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { CatalogueChanges } from "./compareCatalogues.ts";
import type { CatalogueCodeRow } from "./catalogueRows.ts";

export type SoldItems = {
  readonly ids: ReadonlySet<string>;
  readonly usedCapacity: ReadonlyMap<string, number>;
  /** How often the changed codes and code groups have been used. */
  readonly codeUses: ReadonlyMap<string, number>;
  /** Staff have changed one of the codes since they were read: the plan has to be made again without it. */
  readonly hasCodeOfOffice: boolean;
  /** The sold gifts that can still be redeemed, by code group that leaves the catalogue. */
  readonly openGifts: ReadonlyMap<string, number>;
};

/**
 * Which of the removed rows tickets refer to, and how much of the changed capacities and limits is used. `sessions`: ids
 * of further sessions to lock together with those that change.
 */
export const findSoldItems = async (
  db: Database,
  seller_id: string,
  { events, groups, types, sessions, seats, codes, codeGroups }: CatalogueChanges,
  { lock, sessions: others }: { readonly lock: boolean; readonly sessions: readonly string[] },
): Promise<SoldItems> => {
  const ids = new Set<string>();
  const used = new Map<string, number>();
  const tables = [
    { table: "event_session", column: "event_session_id", removed: sessions.removed, changed: sessions.changed },
    { table: "ticket_group", column: "ticket_group_id", removed: groups.removed, changed: groups.changed },
    { table: "ticket_type", column: "ticket_type_id", removed: types.removed, changed: [] },
    { table: "event_template", column: "event_template_id", removed: events.removed, changed: [] },
    { table: "seat", column: "seat_id", removed: seats.removed, changed: seats.changed },
  ] as const;
  // All locks come first: a ticket being sold at this moment is either found below or waits.
  for (const { table, removed, changed } of tables) {
    const ownIds = [...removed, ...changed].map(({ id }) => id);
    const rowIds = table === "event_session" ? [...new Set([...ownIds, ...others])] : ownIds;
    if (rowIds.length === 0) continue;
    const counter = table === "event_session" || table === "ticket_group" ? sql.ref("used_capacity") : sql`0`;
    const { rows } = await sql<{ id: string; used: number }>`select id, ${counter} as used from ${sql.table(table)}
      where seller_id = ${seller_id} and id = any(${rowIds}::uuid[]) order by id ${lock ? sql`for update` : sql``}`.execute(
      db,
    );
    for (const { id, used: count } of rows) used.set(id, count);
  }
  for (const { column, removed } of tables) {
    if (removed.length === 0) continue;
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ticket
      where seller_id = ${seller_id} and ${sql.ref(column)} = any(${removed.map(({ id }) => id)}::uuid[])`.execute(db);
    for (const { id } of rows) ids.add(id);
  }
  // Seats and capacity that staff have blocked count as sold.
  for (const [column, removed] of [
    ["event_session_id", sessions.removed],
    ["seat_id", seats.removed],
  ] as const) {
    if (removed.length === 0) continue;
    const table = column === "seat_id" ? sql.table("house_seat") : sql.table("house_hold");
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${table}
      where seller_id = ${seller_id} and ${sql.ref(column)} = any(${removed.map(({ id }) => id)}::uuid[])`.execute(db);
    for (const { id } of rows) ids.add(id);
  }
  const { uses: codeUses, hasCodeOfOffice } = await readCodeUses(db, seller_id, { codes, codeGroups }, { lock });
  for (const id of await findUsedCodes(db, seller_id, codes.removed)) ids.add(id);
  // A code group is kept as long as one of its codes is kept.
  const removedCodes = new Set(codes.removed.filter(({ id }) => !ids.has(id)).map(({ id }) => id));
  const storedCodes = await db
    .selectFrom("code")
    .select(["id", "code_group_id"])
    .where("seller_id", "=", seller_id)
    .execute();
  for (const { id } of codeGroups.removed)
    if (storedCodes.some((code) => code.code_group_id === id && !removedCodes.has(code.id))) ids.add(id);
  return {
    ids,
    usedCapacity: used,
    codeUses,
    hasCodeOfOffice,
    openGifts: await countOpenGifts(db, seller_id, [...codeGroups.removed, ...codeGroups.retired]),
  };
};

const countOpenGifts = async (
  db: Database,
  seller_id: string,
  leaving: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, number>> => {
  if (leaving.length === 0) return new Map();
  const ids = leaving.map(({ id }) => id);
  const { rows } = await sql<{ id: string; gifts: number }>`select code_group_id as id, count(*)::int as gifts from code
    where seller_id = ${seller_id} and code_group_id = any(${ids}::uuid[]) and is_gift and not retired
    and used < max_uses and (valid_to is null or valid_to > app_now()) group by code_group_id`.execute(db);
  return new Map(rows.map(({ id, gifts }) => [id, gifts]));
};

/**
 * Uses of changed codes and groups. With `lock`, locks in the same order as a cart that uses a code: codes first, then
 * groups.
 */
const readCodeUses = async (
  db: Database,
  seller_id: string,
  { codes, codeGroups }: Pick<CatalogueChanges, "codes" | "codeGroups">,
  { lock }: { readonly lock: boolean },
): Promise<{ readonly uses: ReadonlyMap<string, number>; readonly hasCodeOfOffice: boolean }> => {
  const uses = new Map<string, number>();
  let hasCodeOfOffice = false;
  const locking = lock ? sql`for update` : sql``;
  const tables = [
    { table: "code", rows: [...codes.removed, ...codes.changed] },
    { table: "code_group", rows: [...codeGroups.changed, ...codeGroups.removed, ...codeGroups.retired] },
  ];
  for (const { table, rows: changed } of tables) {
    if (changed.length === 0) continue;
    const ofOffice = table === "code" ? sql.ref("by_office") : sql`false`;
    const { rows } = await sql<{
      id: string;
      used: number;
      by_office: boolean;
    }>`select id, used, ${ofOffice} as by_office from ${sql.table(table)}
      where seller_id = ${seller_id} and id = any(${changed.map(({ id }) => id)}::uuid[]) order by id ${locking}`.execute(
      db,
    );
    for (const { id, used, by_office } of rows) {
      uses.set(id, used);
      hasCodeOfOffice ||= by_office;
    }
  }
  return { uses, hasCodeOfOffice };
};

/** The ids of those codes that a cart or an order has used. */
const findUsedCodes = async (
  db: Database,
  seller_id: string,
  codes: readonly CatalogueCodeRow[],
): Promise<string[]> => {
  if (codes.length === 0) return [];
  const ids = codes.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select distinct code_id as id from cart_code
    where seller_id = ${seller_id} and code_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
};
