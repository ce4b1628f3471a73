import { maxPreviews, previewHours } from "@foyer/contract/office/catalogue/previews.ts";
import { applyPlan } from "../../../catalogue/apply/applyPlan.ts";
import { planImport, type ImportPlan } from "../../../catalogue/diff/planImport.ts";
import type { CatalogueDocument } from "../../../catalogue/revisions/chapters.ts";
import { readPictureBytes } from "../../../catalogue/revisions/pictures.sql.ts";
import { limitStatements, unlimited } from "../../../db/connection/statementLimit.ts";
import type { Database, Tx } from "../../../db/connections.ts";
import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { readDocument } from "../checkDocument.ts";
import { newPreviewSlug, previewDocument } from "./previewDocument.ts";
import {
  closePreview,
  countPreviews,
  endOfPreview,
  lockPreviews,
  openPreviews,
  type PreviewRow,
} from "./previews.sql.ts";

/**
 * Imports a document as a preview: into the reader's open one, or as a new one. Purchases in the open one are kept if the
 * document allows it; if not, as with a sold-out session that becomes smaller, a new preview replaces it. `db` is a
 * transaction across sellers.
 */
export const writePreview = async (
  { db, seller, staff, now }: StaffContext,
  document: CatalogueDocument,
): Promise<{ readonly preview: PreviewRow; readonly isNew: boolean }> => {
  await limitStatements({ db }, unlimited);
  await lockPreviews(db, seller.id);
  const open = await openPreviews(db, seller.id);
  const own = open.find(({ staff_id }) => staff_id === staff.id);
  await pause("previews_counted");
  if (!own && open.length >= maxPreviews) throw tooMany();
  const planFor = (slug: string): Promise<ImportPlan> => planPreview({ db, seller, now }, document, slug);
  const refreshed = own && (await planFor(own.slug));
  const isNew = !refreshed || refreshed.problems.length > 0;
  if (isNew && (await countPreviews(db, seller.id)) >= 2 * maxPreviews) throw tooMany();
  if (own && isNew) await closePreview(db, seller.id, own.id);
  const plan = isNew ? await planFor(newPreviewSlug(seller.slug)) : refreshed;
  if (plan.problems.length > 0) throw new Error(`a preview cannot be planned: ${plan.problems[0]?.message}`);
  const row = {
    ...plan.seller.row,
    preview_of: seller.id,
    preview_by: staff.id,
    preview_ends_at: await endOfPreview(db, previewHours),
  };
  await applyPlan(db as Tx, { ...plan, seller: { ...plan.seller, row } }, ({ key }) =>
    readPictureBytes(db, seller.id, key),
  );
  const preview = (await openPreviews(db, seller.id)).find(({ id }) => id === row.id);
  if (!preview) throw new Error("the preview is not there");
  return { preview, isNew };
};

/** Ended previews are deleted within a minute, so anybody who opens and ends many has to wait for that. */
const tooMany = (): Refused =>
  new Refused({
    code: "validation_failed",
    context: "staff",
    description: `There can be at most ${maxPreviews} open previews. End one first, and wait a minute.`,
    extra: { fields: ["preview"] },
  });

type Place = { readonly db: Database } & Pick<StaffContext, "seller" | "now">;

const planPreview = async (place: Place, document: CatalogueDocument, slug: string): Promise<ImportPlan> => {
  const { prepared, problems } = await readDocument(place, previewDocument(document, slug));
  const [problem] = problems;
  // A document that was checked for the seller is also valid as its preview.
  if (!prepared || problem) throw new Error(`a preview cannot be read: ${problem?.message}`);
  return planImport(place.db, prepared, { now: place.now, lock: true });
};
