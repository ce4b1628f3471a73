import type { previewPicture } from "@foyer/contract/office/catalogue/pictures.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { findPicture, findUploadedPicture } from "../../../catalogue/revisions/pictures.sql.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { renderBytes, renderFittedImage } from "../../../modules/catalog/images/renderFittedImage.ts";

/** Large enough for a logo on a screen of double density. */
const box = { width: 480, height: 240 };

export const previewOnePicture = async (
  ctx: StaffContext,
  { key }: StaffReceived<typeof previewPicture>,
): Promise<StaffReply<typeof previewPicture>> => {
  const picture = await findPicture(ctx.db, ctx.seller.id, key);
  const bytes = picture ? await renderFittedImage(ctx, picture.id, box) : await previewUpload(ctx, key);
  if (!bytes) return { picture: null };
  return { picture: { url: `data:image/png;base64,${bytes.toString("base64")}`, alt: picture?.alt ?? null } };
};

const previewUpload = async ({ db, seller }: StaffContext, key: string): Promise<Buffer | undefined> => {
  const uploaded = await findUploadedPicture(db, seller.id, key);
  return uploaded && renderBytes(uploaded, box);
};
