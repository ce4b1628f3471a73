import { keptRevisions, type RevisionSource } from "@foyer/contract/office/catalogue/catalogue.ts";
import { sameValue } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import type { Database } from "../../db/connections.ts";
import { noteAppliedToday, noteDayFailure } from "./catalogueDay.sql.ts";
import { changedChapters, type CatalogueDocument } from "./chapters.ts";
import { deleteRevisions, insertRevision, newestRevision, type StoredRevision } from "./revisions.sql.ts";

/** Where a catalogue is published from, and by whom. */
export type RevisionOrigin = {
  readonly source: RevisionSource;
  readonly staff_id: string | null;
  readonly note: string;
};

/** Whether publishing this document makes a new revision. */
export const isNewDocument = (newest: StoredRevision | undefined, document: CatalogueDocument): boolean =>
  !newest || !sameValue(newest.document, document);

/**
 * Stores a document as the newest revision, in the transaction that applies it and under the seller's import lock.
 * Returns its number, or that of the newest revision if nothing differs.
 */
export const recordRevision = async (
  db: Database,
  seller_id: string,
  document: CatalogueDocument,
  origin: RevisionOrigin,
): Promise<number> => {
  await noteAppliedToday(db, seller_id);
  await noteDayFailure(db, seller_id, null);
  const newest = await newestRevision(db, seller_id);
  if (newest && !isNewDocument(newest, document)) return newest.number;
  const number = (newest?.number ?? 0) + 1;
  const chapters = newest ? changedChapters(newest.document, document) : [];
  await insertRevision(db, seller_id, { number, document, chapters, ...origin });
  if (number > keptRevisions) await deleteRevisions(db, seller_id, number - keptRevisions);
  return number;
};
