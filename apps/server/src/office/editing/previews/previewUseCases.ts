import type {
  endPreview,
  listPreviews,
  openPreview,
  CataloguePreview,
} from "@foyer/contract/office/catalogue/previews.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { requireCorrect } from "../applyDocument.ts";
import { baseCatalogue } from "../baseCatalogue.ts";
import { checkDocument } from "../checkDocument.ts";
import { draftRows } from "../drafts.sql.ts";
import { editedChapters, joinDrafts } from "../joinDrafts.ts";
import { closePreview, openPreviews, type PreviewRow } from "./previews.sql.ts";
import { writePreview } from "./writePreview.ts";

/** A preview uses the installation's own address, even if the seller has a host. */
const toPreview = (
  { providers, staff }: Pick<StaffContext, "providers" | "staff">,
  { id, slug, staff_id, opened_by, opened_at, ends_at }: PreviewRow,
): CataloguePreview => ({
  id,
  address: `${providers.webhookOrigin}/${slug}`,
  opened_by,
  is_own: staff_id === staff.id,
  opened_at,
  ends_at,
});

export const listOpenPreviews = async (ctx: StaffContext): Promise<StaffReply<typeof listPreviews>> => ({
  previews: (await openPreviews(ctx.acrossSellers, ctx.seller.id)).map((row) => toPreview(ctx, row)),
});

/** A preview is the row of another seller; its entry is in the log of the seller, in the same transaction. */
const acrossSellers = (ctx: StaffContext): StaffContext => ({ ...ctx, db: ctx.acrossSellers });

/** Checks the drafts like publishing, and publishes them only at the preview's address. */
export const openOnePreview = async (ctx: StaffContext): Promise<StaffReply<typeof openPreview>> => {
  const base = await baseCatalogue(ctx);
  const rows = await draftRows(ctx);
  const { document, conflicts } = joinDrafts(base, rows);
  if (conflicts.length > 0) throw new Refused({ code: "publish_conflict", context: "staff", extra: { conflicts } });
  const checked = await checkDocument(ctx, document, { lock: false, edited: editedChapters(rows) });
  requireCorrect(checked, ({ chapter, path }) => `${chapter}:${path}`);
  const { preview, isNew } = await changing(acrossSellers(ctx), async (ctx) => {
    const written = await writePreview(ctx, document);
    await audit(ctx, {
      action: "catalogue.previewed",
      entity: { kind: "catalogue", id: String(base.number) },
      // The address is a secret and not recorded.
      after: { drafts: rows.length, is_new: written.isNew, ends_at: written.preview.ends_at },
    });
    return written;
  });
  return { preview: toPreview(ctx, preview), drafts: rows.length, is_new: isNew };
};

export const endOnePreview = async (
  ctx: StaffContext,
  { preview_id }: StaffReceived<typeof endPreview>,
): Promise<Nothing> =>
  changing(acrossSellers(ctx), async (ctx) => {
    if (!(await closePreview(ctx.db, ctx.seller.id, preview_id)))
      throw new Refused({ code: "not_found", context: "staff" });
    await audit(ctx, { action: "catalogue.preview_ended", entity: { kind: "catalogue", id: preview_id } });
    return {};
  });
