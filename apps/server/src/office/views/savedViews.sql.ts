import { sql } from "kysely";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Place = Pick<StaffContext, "db" | "seller">;

export type StoredView = {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  readonly staff_id: string;
  readonly is_shared: boolean;
  readonly filters: Record<string, string>;
};

/** What renaming and deleting depend on: a view's filters never change. */
export type SeenView = StoredView & { readonly version: string };

const columns = ["id", "screen", "name", "staff_id", "is_shared", "filters"] as const;
const version = sql<string>`md5(name)`.as("version");

/** The views of a list that a person can see: their own, and shared ones. */
export const viewsFor = async (
  { db, seller }: Place,
  { screen, staff_id, limit }: { readonly screen: string; readonly staff_id: string; readonly limit: number },
): Promise<SeenView[]> => {
  const rows = await db
    .selectFrom("saved_view")
    .select([...columns, version])
    .where("seller_id", "=", seller.id)
    .where("screen", "=", screen)
    .where((eb) => eb.or([eb("staff_id", "=", staff_id), eb("is_shared", "=", true)]))
    .orderBy("is_shared", "desc")
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows;
};

/** The number of a person's own views of a list, or of shared ones. */
export const countViews = async (
  { db, seller }: Place,
  { screen, staff_id, is_shared }: Pick<StoredView, "screen" | "staff_id" | "is_shared">,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from saved_view
    where seller_id = ${seller.id}::uuid and screen = ${screen} and is_shared = ${is_shared}
      and (is_shared or staff_id = ${staff_id}::uuid)`.execute(db);
  return rows[0]?.n ?? 0;
};

export const insertView = ({ db, seller }: Place, { filters, ...view }: StoredView) =>
  db
    .insertInto("saved_view")
    .values({
      ...view,
      seller_id: seller.id,
      filters: JSON.stringify(filters),
      created_at: sql<string>`app_now()`,
    })
    .execute();

/** A view that a person can see, locked. */
export const lockView = (
  { db, seller }: Place,
  { id, staff_id }: Pick<StoredView, "id" | "staff_id">,
): Promise<SeenView | undefined> =>
  db
    .selectFrom("saved_view")
    .select([...columns, version])
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where((eb) => eb.or([eb("staff_id", "=", staff_id), eb("is_shared", "=", true)]))
    .forUpdate()
    .executeTakeFirst();

export const setViewName = ({ db, seller }: Place, id: string, name: string) =>
  db.updateTable("saved_view").set({ name }).where("seller_id", "=", seller.id).where("id", "=", id).execute();

export const removeView = ({ db, seller }: Place, id: string) =>
  db.deleteFrom("saved_view").where("seller_id", "=", seller.id).where("id", "=", id).execute();
