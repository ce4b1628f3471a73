import { sql } from "kysely";
import type { RevisionSource } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { Database } from "../../db/connections.ts";
import type { CatalogueDocument } from "./chapters.ts";

export type StoredRevision = { readonly number: number; readonly document: CatalogueDocument };
/** A revision without its document. */
export type RevisionRow = {
  readonly number: number;
  readonly source: RevisionSource;
  readonly staff: string | null;
  readonly note: string;
  readonly chapters: string[];
  readonly at: string;
};

export const newestRevision = (db: Database, seller_id: string): Promise<StoredRevision | undefined> =>
  db
    .selectFrom("catalogue_revision")
    .select(["number", "document"])
    .where("seller_id", "=", seller_id)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();

/**
 * The origin of a seller's newest revision, or undefined if there is none. Reads the seller first: a cluster would look
 * for revisions by slug on every node, and could then add no seller in that transaction.
 */
export const newestSource = async (db: Database, slug: string): Promise<RevisionSource | undefined> => {
  const seller = await db.selectFrom("seller").select("id").where("slug", "=", slug).executeTakeFirst();
  if (!seller) return undefined;
  const newest = await db
    .selectFrom("catalogue_revision")
    .select("source")
    .where("seller_id", "=", seller.id)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.source;
};

export const findRevision = (db: Database, seller_id: string, number: number): Promise<StoredRevision | undefined> =>
  db
    .selectFrom("catalogue_revision")
    .select(["number", "document"])
    .where("seller_id", "=", seller_id)
    .where("number", "=", number)
    .executeTakeFirst();

export const insertRevision = (
  db: Database,
  seller_id: string,
  {
    document,
    ...revision
  }: StoredRevision & {
    readonly source: RevisionSource;
    readonly staff_id: string | null;
    readonly note: string;
    readonly chapters: readonly string[];
  },
) =>
  db
    .insertInto("catalogue_revision")
    .values({
      seller_id,
      ...revision,
      chapters: [...revision.chapters],
      document: JSON.stringify(document),
      created_at: sql<string>`app_now()`,
    })
    .execute();

/** Deletes revisions up to and including a number. */
export const deleteRevisions = (db: Database, seller_id: string, upTo: number) =>
  db.deleteFrom("catalogue_revision").where("seller_id", "=", seller_id).where("number", "<=", upTo).execute();

/** Revisions without their documents, newest first. */
export const revisionRows = async (
  db: Database,
  seller_id: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<RevisionRow[]> => {
  const { rows } = await sql<RevisionRow>`
    select r.number, r.source, s.name as staff, r.note, r.chapters, r.created_at as at
    from catalogue_revision r left join staff s on s.id = r.staff_id
    where r.seller_id = ${seller_id}::uuid ${before === undefined ? sql`` : sql`and r.number < ${before}`}
    order by r.number desc limit ${limit}`.execute(db);
  return rows;
};
