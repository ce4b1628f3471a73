import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Place = Pick<StaffContext, "db" | "seller">;

export type DraftRow = {
  readonly chapter: string;
  readonly base_number: number;
  /** Null if the chapter did not exist in that revision. */
  readonly base: unknown;
  /** Null if the draft removes the chapter. */
  readonly document: unknown;
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: string;
};

const columns = sql`d.chapter, d.base_number, d.base, d.document, d.version, s.name as changed_by, d.changed_at`;

/** All drafts of a seller; there are only a few. */
export const draftRows = async ({ db, seller }: Place): Promise<DraftRow[]> => {
  const { rows } = await sql<DraftRow>`select ${columns} from catalogue_draft d join staff s on s.id = d.staff_id
    where d.seller_id = ${seller.id}::uuid order by d.chapter`.execute(db);
  return rows;
};

export const findDraft = async ({ db, seller }: Place, chapter: string): Promise<DraftRow | undefined> => {
  const { rows } = await sql<DraftRow>`select ${columns} from catalogue_draft d join staff s on s.id = d.staff_id
    where d.seller_id = ${seller.id}::uuid and d.chapter = ${chapter}`.execute(db);
  return rows[0];
};

export const countDrafts = async ({ db, seller }: Place): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from catalogue_draft
    where seller_id = ${seller.id}::uuid`.execute(db);
  return rows[0]?.n ?? 0;
};

type NewDraft = Pick<DraftRow, "chapter" | "base_number" | "base" | "document"> & { readonly staff_id: string };

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

/** Returns false if somebody else began a draft a moment ago. */
export const insertDraft = async ({ db, seller }: Place, { base, document, ...draft }: NewDraft): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("catalogue_draft")
    .values({
      seller_id: seller.id,
      ...draft,
      base: json(base),
      document: json(document),
      version: 1,
      changed_at: sql<string>`app_now()`,
    })
    .onConflict((conflict) => conflict.columns(["seller_id", "chapter"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Returns false if the draft has another version by now. */
export const updateDraft = async (
  { db, seller }: Place,
  { version, base, document, ...draft }: NewDraft & Pick<DraftRow, "version">,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("catalogue_draft")
    .set({
      base_number: draft.base_number,
      staff_id: draft.staff_id,
      base: json(base),
      document: json(document),
      version: version + 1,
      changed_at: sql<string>`app_now()`,
    })
    .where("seller_id", "=", seller.id)
    .where("chapter", "=", draft.chapter)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Returns false if the draft has another version by now, or does not exist. */
export const deleteDraft = async (
  { db, seller }: Place,
  { chapter, version }: Pick<DraftRow, "chapter" | "version">,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("catalogue_draft")
    .where("seller_id", "=", seller.id)
    .where("chapter", "=", chapter)
    .where("version", "=", version)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

/**
 * Locks drafts and returns the number that have the given versions: none of them is saved or discarded until the
 * transaction ends.
 */
export const lockDrafts = async (
  { db, seller }: Place,
  drafts: readonly Pick<DraftRow, "chapter" | "version">[],
): Promise<number> => {
  const { rows } = await sql<{ chapter: string; version: number }>`select chapter, version from catalogue_draft
    where seller_id = ${seller.id}::uuid and chapter = any(${drafts.map(({ chapter }) => chapter)}::text[])
    order by chapter for update`.execute(db);
  const versions = new Map(rows.map(({ chapter, version }) => [chapter, version]));
  return drafts.filter(({ chapter, version }) => versions.get(chapter) === version).length;
};

/** Whether the seller has rows of a catalogue: events, images, venues or code groups. */
export const hasCatalogueRows = async (db: Database, seller_id: string): Promise<boolean> => {
  const { rows } = await sql<{
    any: boolean;
  }>`select exists (select 1 from event_template where seller_id = ${seller_id}::uuid)
    or exists (select 1 from image_asset where seller_id = ${seller_id}::uuid)
    or exists (select 1 from venue where seller_id = ${seller_id}::uuid)
    or exists (select 1 from code_group where seller_id = ${seller_id}::uuid) as any`.execute(db);
  return rows[0]?.any === true;
};
