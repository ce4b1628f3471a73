import type { Problem } from "../format/problems.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import { changedChapters, type CatalogueDocument, type Chapter } from "./chapters.ts";
import { findRevision, type StoredRevision } from "./revisions.sql.ts";
import { isNewDocument } from "./recordRevision.ts";
import type { Database } from "../../db/connections.ts";

const maxNamed = 20;

/** The revision that a file was made from, which is older than the newest. */
export type OlderRevision = {
  readonly known: number;
  /** The chapters that were published since; undefined: the revision is not kept any more. */
  readonly changed: readonly Chapter[] | undefined;
};

type Newest = { readonly newest: StoredRevision | undefined; readonly document: CatalogueDocument };

/**
 * What a file would undo: it says which revision it knows, and a newer one was published. What is the newest already,
 * whatever it knows, undoes nothing.
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

/** A file that knows a revision that nobody has published yet. */
export const unheardOfRevision = (
  { document: { revision: known }, problemAt }: PreparedCatalogue,
  { newest, document }: Newest,
): Problem[] =>
  known !== undefined && newest && known > newest.number && isNewDocument(newest, document)
    ? [problemAt(["revision"], `there is no revision ${known} yet; the newest is ${newest.number}`)]
    : [];

/** A file of an older revision is refused: it would undo what was published since. */
export const checkKnownRevision = async (
  db: Database,
  seller_id: string,
  prepared: PreparedCatalogue,
  base: Newest,
): Promise<Problem[]> => {
  const older = await findOlderRevision(db, seller_id, prepared, base);
  if (!older) return unheardOfRevision(prepared, base);
  const { known, changed } = older;
  const names = changed
    ? `${changed.slice(0, maxNamed).join(", ") || "nothing that still differs"}${changed.length > maxNamed ? " …" : ""}`
    : "not known any more, it is too long ago";
  const message = `the newest is ${base.newest?.number}; changed since ${known}: ${names}. Export it and make your changes there, or let this file win with --replace`;
  return [prepared.problemAt(["revision"], message)];
};
