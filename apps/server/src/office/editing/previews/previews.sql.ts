import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";
import { appNow } from "../../../catalogue/revisions/catalogueDay.sql.ts";

/** A preview is a row of `seller`, which exists on every node of a cluster. */
export type PreviewRow = {
  readonly id: string;
  readonly slug: string;
  readonly staff_id: string;
  readonly opened_by: string;
  readonly opened_at: string;
  readonly ends_at: string;
};

/** The open previews of a seller, oldest first. */
export const openPreviews = async (acrossSellers: Database, seller_id: string): Promise<PreviewRow[]> => {
  const { rows } = await sql<PreviewRow>`
    select s.id, s.slug, s.preview_by as staff_id, t.name as opened_by, s.created_at as opened_at, s.preview_ends_at as ends_at
    from seller s join staff t on t.id = s.preview_by
    where s.preview_of = ${seller_id}::uuid and s.preview_ends_at > app_now()
    order by s.created_at, s.id`.execute(acrossSellers);
  return rows;
};

/**
 * Serialises the opening of a seller's previews with a lock on its row until the transaction ends. Sales do not wait for
 * it: their rows only require the seller to exist.
 */
export const lockPreviews = async (db: Database, seller_id: string): Promise<void> => {
  await sql`select id from seller where id = ${seller_id}::uuid for no key update`.execute(db);
};

/** The number of a seller's previews that exist: open, or ended and not deleted yet. */
export const countPreviews = async (acrossSellers: Database, seller_id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from seller where preview_of = ${seller_id}::uuid`.execute(acrossSellers);
  return rows[0]?.n ?? 0;
};

export const endOfPreview = async (db: Database, hours: number): Promise<string> =>
  (await appNow(db)).add({ hours }).toString();

/** Returns false if it is not a preview of the seller, or has already ended. */
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
