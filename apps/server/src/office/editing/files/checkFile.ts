import type { FileProblem } from "@foyer/contract/office/catalogue/catalogueFiles.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { planImport, type ImportPlan } from "../../../catalogue/diff/planImport.ts";
import { readStoredImages } from "../../../catalogue/diff/storedEvents.sql.ts";
import type { Problem } from "../../../catalogue/format/problems.ts";
import { sourcesOf } from "../../../catalogue/format/readCatalogue.ts";
import { isStorable } from "../../../http/sanitize/isStorable.ts";
import type { CatalogueDocument } from "../../../catalogue/revisions/chapters.ts";
import {
  findOlderRevision,
  unpublishedRevision,
  type OlderRevision,
} from "../../../catalogue/revisions/checkKnownRevision.ts";
import type { StoredRevision } from "../../../catalogue/revisions/revisions.sql.ts";
import { storedDocument } from "../../../catalogue/revisions/storedDocument.ts";
import { prepareCatalogue, type PreparedCatalogue } from "../../../catalogue/validate/prepareCatalogue.ts";
import { readUpload, type Upload } from "./readUpload.ts";
import { UnusableFile } from "./unpack.ts";

/** A file as far as it can be read without a transaction. */
export type ReadFile = {
  readonly errors: readonly FileProblem[];
  readonly prepared?: PreparedCatalogue | undefined;
};
/** The result of checking a file as an import would. */
export type CheckedFile = {
  readonly errors: readonly FileProblem[];
  readonly doubts: readonly FileProblem[];
  readonly brokenPromises: readonly FileProblem[];
  /** Absent if there are errors. */
  readonly planned?: {
    readonly plan: ImportPlan;
    readonly document: CatalogueDocument;
    readonly older: OlderRevision | undefined;
  };
};

const atTop = (message: string): ReadFile => ({ errors: [{ line: 1, column: 1, path: "", message }] });
const shown = ({ line, column, path, message }: Problem): FileProblem => ({ line, column, path, message });
/** Deeper than any field of the format, including the JSON of surveys. */
const maxDepth = 30;

/** Reads an uploaded file: its text, its pictures, and everything else that needs no lock. */
export const readFile = async (ctx: StaffContext, base64: string): Promise<ReadFile> => {
  let upload: Upload;
  try {
    upload = await readUpload(ctx.seller.id, Uint8Array.from(Buffer.from(base64, "base64")));
  } catch (error) {
    if (error instanceof UnusableFile) return atTop(error.message);
    throw error;
  }
  if (upload.documents.length > 1) return atTop(`has ${upload.documents.length} catalogues; it may have one`);
  if (!upload.documents.every(({ value }) => isStorable(value, maxDepth)))
    return atTop("has a character that no text may have, or is nested too deep");
  return prepareUpload(ctx, upload);
};

const prepareUpload = async ({ db, seller, now }: StaffContext, upload: Upload): Promise<ReadFile> => {
  const images = await readStoredImages(db, seller.id);
  const storedImages = new Map(images.map(({ key, ...image }) => [key, image]));
  const { sources, problems } = sourcesOf(upload, { file: "", folder: "", storedImages, archive: upload.archive });
  const [source] = sources;
  if (!source) return { errors: problems.map(shown) };
  const { slug } = source.catalogue.seller;
  // A file of another seller cannot be compared with this catalogue.
  if (slug !== seller.slug)
    return { errors: [shown(source.problemAt(["seller", "slug"], `is '${slug}'; this is '${seller.slug}'`))] };
  const { prepared, problems: found } = await prepareCatalogue(source, { now, trustsImages: false });
  return { errors: [...problems, ...found].map(shown), prepared };
};

/** Compares a file with the published catalogue. With `lock`, the plan can be applied. */
export const checkFile = async (
  { db, seller, now }: StaffContext,
  { errors, prepared }: ReadFile,
  { newest, lock }: { readonly newest: StoredRevision | undefined; readonly lock: boolean },
): Promise<CheckedFile> => {
  const doubts = prepared?.warnings.map(shown) ?? [];
  if (!prepared || errors.length > 0) return { errors, doubts, brokenPromises: [] };
  const document = storedDocument(prepared.document, new Map(prepared.images.map(({ key, mime }) => [key, mime])));
  const plan = await planImport(db, prepared, { now, lock });
  const wrong = [
    ...plan.problems.filter(({ breaksPromise }) => breaksPromise !== true),
    ...unpublishedRevision(prepared, { newest, document }),
  ];
  const brokenPromises = plan.problems.filter(({ breaksPromise }) => breaksPromise === true);
  return {
    errors: wrong.map(shown),
    doubts,
    brokenPromises: brokenPromises.map(shown),
    planned: { plan, document, older: await findOlderRevision(db, seller.id, prepared, { newest, document }) },
  };
};
