import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";
import { appNow } from "../../../catalogue/revisions/catalogueDay.sql.ts";

/** A preview is a row of `seller`, which every node of a cluster has. */
export type PreviewRow = {
  readonly id: string;
  readonly slug: string;
  readonly staff_id: string;
  readonly opened_by: string;
  readonly opened_at: string;
  readonly ends_at: string;
};

/** Those of a seller that are open, the oldest first. */
export const openPreviews = async (acrossSellers: Database, seller_id: string): Promise<PreviewRow[]> => {
  const { rows } = await sql<PreviewRow>`
    select s.id, s.slug, s.preview_by as staff_id, t.name as opened_by, s.created_at as opened_at, s.preview_ends_at as ends_at
    from seller s join staff t on t.id = s.preview_by
    where s.preview_of = ${seller_id}::uuid and s.preview_ends_at > app_now()
    order by s.created_at, s.id`.execute(acrossSellers);
  return rows;
};

/**
 * Previews of a seller are opened one after another, by its row, until the transaction ends. Nobody who sells waits for it:
 * their rows only need the seller to stay.
 */
export const lockPreviews = async (db: Database, seller_id: string): Promise<void> => {
  await sql`select id from seller where id = ${seller_id}::uuid for no key update`.execute(db);
};

/** Those of a seller that are there: open, or over and not deleted yet. */
export const countPreviews = async (acrossSellers: Database, seller_id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from seller where preview_of = ${seller_id}::uuid`.execute(acrossSellers);
  return rows[0]?.n ?? 0;
};

export const endOfPreview = async (db: Database, hours: number): Promise<string> =>
  (await appNow(db)).add({ hours }).toString();

/** False: it is no preview of the seller, or over already. */
export const closePreview = async (acrossSellers: Database, seller_id: string, id: string): Promise<boolean> => {
  const closed = await acrossSellers
    .updateTable("seller")
    .set({ preview_ends_at: sql<string>`app_now()` })
    .where("id", "=", id)
    .where("preview_of", "=", seller_id)
    .where("preview_ends_at", ">", sql<string>`app_now()`)
    .returning("id")
    .execute();
  return closed.length > 0;
};
