import type { Problem } from "../format/problems.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import { changedChapters, type CatalogueDocument, type Chapter } from "./chapters.ts";
import { findRevision, type StoredRevision } from "./revisions.sql.ts";
import { isNewDocument } from "./recordRevision.ts";
import type { Database } from "../../db/connections.ts";

const maxNamed = 20;

/** The revision that a file is based on, which is older than the newest. */
export type OlderRevision = {
  readonly known: number;
  /** The chapters published since, or undefined if the revision is no longer stored. */
  readonly changed: readonly Chapter[] | undefined;
};

type Newest = { readonly newest: StoredRevision | undefined; readonly document: CatalogueDocument };

/**
 * What importing a file would undo: it is based on an older revision than the newest. A file that equals the newest
 * revision undoes nothing, whatever revision it is based on.
 */
export const findOlderRevision = async (
  db: Database,
  seller_id: string,
  { document: { revision: known } }: Pick<PreparedCatalogue, "document">,
  { newest, document }: Newest,
): Promise<OlderRevision | undefined> => {
  if (known === undefined || !newest || known >= newest.number || !isNewDocument(newest, document)) return undefined;
  const base = await findRevision(db, seller_id, known);
  return { known, changed: base && changedChapters(base.document, newest.document) };
};

/** A file that names a revision that has not been published yet. */
export const unpublishedRevision = (
  { document: { revision: known }, problemAt }: PreparedCatalogue,
  { newest, document }: Newest,
): Problem[] =>
  known !== undefined && newest && known > newest.number && isNewDocument(newest, document)
    ? [problemAt(["revision"], `there is no revision ${known} yet; the newest is ${newest.number}`)]
    : [];

/** Rejects a file that is based on an older revision: it would undo what has been published since. */
export const checkKnownRevision = async (
  db: Database,
  seller_id: string,
  prepared: PreparedCatalogue,
  base: Newest,
): Promise<Problem[]> => {
  const older = await findOlderRevision(db, seller_id, prepared, base);
  if (!older) return unpublishedRevision(prepared, base);
  const { known, changed } = older;
  const names = changed
    ? `${changed.slice(0, maxNamed).join(", ") || "nothing that still differs"}${changed.length > maxNamed ? " …" : ""}`
    : "not known any more, it is too long ago";
  const message = `the newest is ${base.newest?.number}; changed since ${known}: ${names}. Export it and make your changes there, or let this file win with --replace`;
  return [prepared.problemAt(["revision"], message)];
};
