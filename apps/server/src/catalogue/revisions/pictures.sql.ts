import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { CatalogueImageRow } from "../diff/catalogueRows.ts";
import { readStoredImages } from "../diff/storedEvents.sql.ts";
import type { StoredPicture } from "../format/readCatalogue.ts";

/** Yields a seller's pictures one by one, since together they may be large. */
export async function* readPictures(db: Database, seller_id: string) {
  const keys = await db
    .selectFrom("image_asset")
    .select("id")
    .where("seller_id", "=", seller_id)
    .orderBy("key")
    .execute();
  for (const { id } of keys) {
    const picture = await db
      .selectFrom("image_asset")
      .select(["key", "mime", "bytes"])
      .where("seller_id", "=", seller_id)
      .where("id", "=", id)
      .executeTakeFirst();
    if (picture) yield picture;
  }
}

export const findPicture = (db: Database, seller_id: string, key: string) =>
  db
    .selectFrom("image_asset")
    .select(["id", "alt"])
    .where("seller_id", "=", seller_id)
    .where("key", "=", key)
    .executeTakeFirst();

/** The pictures that a draft may use: published ones, and uploaded ones that are not published yet. */
export const readUsablePictures = async (db: Database, seller_id: string): Promise<Map<string, StoredPicture>> => {
  const uploaded = await db
    .selectFrom("uploaded_picture")
    .select(["key", "sha256", "mime", "width", "height"])
    .where("seller_id", "=", seller_id)
    .execute();
  const published = await readStoredImages(db, seller_id);
  return new Map([
    ...uploaded.map(({ key, ...picture }) => [key, picture] as const),
    ...published.map(({ key, sha256, mime, width, height }) => [key, { sha256, mime, width, height }] as const),
  ]);
};

/** The bytes of a published or uploaded picture. */
export const readPictureBytes = async (db: Database, seller_id: string, key: string): Promise<Buffer | undefined> => {
  for (const table of ["image_asset", "uploaded_picture"] as const) {
    const found = await db
      .selectFrom(table)
      .select("bytes")
      .where("seller_id", "=", seller_id)
      .where("key", "=", key)
      .executeTakeFirst();
    if (found) return found.bytes;
  }
  return undefined;
};

export const findUploadedPicture = (db: Database, seller_id: string, key: string) =>
  db
    .selectFrom("uploaded_picture")
    .select(["mime", "width", "height", "bytes"])
    .where("seller_id", "=", seller_id)
    .where("key", "=", key)
    .executeTakeFirst();

type UploadedPicture = StoredPicture & { readonly key: string; readonly bytes: Buffer };

/** Uploading the same picture again only renews its time. */
export const storeUploadedPicture = async (
  db: Database,
  seller_id: string,
  picture: UploadedPicture,
): Promise<void> => {
  await db
    .insertInto("uploaded_picture")
    .values({ seller_id, ...picture, uploaded_at: sql<string>`app_now()` })
    .onConflict((conflict) => conflict.columns(["seller_id", "key"]).doUpdateSet({ uploaded_at: sql`app_now()` }))
    .execute();
};

/** Publishes an uploaded picture without moving its bytes out of the database. */
export const publishUploadedPicture = async (
  db: Database,
  seller_id: string,
  { id, key, sha256, alt, focus_x, focus_y }: CatalogueImageRow,
): Promise<void> => {
  const { rows } = await sql`
    insert into image_asset (seller_id, id, key, sha256, mime, width, height, alt, focus_x, focus_y, bytes)
    select u.seller_id, ${id}::uuid, u.key, u.sha256, u.mime, u.width, u.height, ${alt}::text,
      ${focus_x}::smallint, ${focus_y}::smallint, u.bytes
    from uploaded_picture u
    where u.seller_id = ${seller_id}::uuid and u.key = ${key} and u.sha256 = ${sha256}
    returning true as done`.execute(db);
  if (rows.length !== 1) throw new Error(`the image ${key} has no bytes`);
  await db.deleteFrom("uploaded_picture").where("seller_id", "=", seller_id).where("key", "=", key).execute();
};
