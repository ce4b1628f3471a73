import { maxPictures, type uploadPicture } from "@foyer/contract/office/catalogue/pictures.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newKey } from "@foyer/rules/catalog/newKey.ts";
import { chapterOf } from "../../../catalogue/revisions/chapters.ts";
import { findPicture, storeUploadedPicture } from "../../../catalogue/revisions/pictures.sql.ts";
import { pictureFile } from "../../../catalogue/revisions/storedDocument.ts";
import { readUploadedPicture } from "../../../catalogue/validate/prepareImages.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import { requireRoom } from "../../limits/requireRoom.ts";
import { baseCatalogue } from "../baseCatalogue.ts";
import { beginDraft, saveAgain } from "../draftUseCases.ts";
import { findDraft } from "../drafts.sql.ts";

const refuseFile = (description: string): Refused =>
  new Refused({ code: "validation_failed", context: "staff", description, extra: { fields: ["file"] } });

/** The key depends on name and content, so that a cache never shows another picture under the same key. */
const keyOf = (name: string, sha256: string): string =>
  `${newKey(name.replace(/\.\w{1,5}$/, ""), []).slice(0, 40)}-${sha256.slice(0, 16)}`;

export const uploadOnePicture = async (
  ctx: StaffContext,
  { name, alt, focus, file }: StaffReceived<typeof uploadPicture>,
): Promise<StaffReply<typeof uploadPicture>> => {
  const read = await readUploadedPicture(name, Buffer.from(file, "base64"));
  if (typeof read === "string") throw refuseFile(`${read}.`);
  const { bytes, ...picture } = read;
  if (!bytes) throw new Error("A picture that was read has bytes.");
  const key = keyOf(name, picture.sha256);
  await changing(ctx, async (ctx) => {
    if (!(await findPicture(ctx.db, ctx.seller.id, key))) {
      await requireRoom(ctx, "uploaded_pictures");
      await storeUploadedPicture(ctx.db, ctx.seller.id, { key, bytes, ...picture });
    }
    await nameInDraftOfAll(ctx, key, { file: pictureFile(key, picture.mime), alt, ...(focus && { focus }) });
    await audit(ctx, { action: "catalogue.picture_uploaded", entity: { kind: "picture", id: key } });
  });
  return { key, width: picture.width, height: picture.height };
};

/** If the draft is changed concurrently by another upload, it is read again and the picture is added to it. */
const nameInDraftOfAll = async (ctx: StaffContext, key: string, image: object, triesLeft = 5): Promise<void> => {
  try {
    await nameInDraft(ctx, key, image);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "stale_version" || triesLeft === 0) throw error;
    await nameInDraftOfAll(ctx, key, image, triesLeft - 1);
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Adds the picture to the draft of the pictures; begins one if there is none. */
const nameInDraft = async (ctx: StaffContext, key: string, image: object): Promise<void> => {
  const draft = await findDraft(ctx, "images");
  const before = draft ? draft.document : chapterOf((await baseCatalogue(ctx)).document, "images");
  const images = isRecord(before) ? before : {};
  if (Object.keys(images).length >= maxPictures && !Object.hasOwn(images, key))
    throw refuseFile(`A catalogue has at most ${maxPictures} pictures. Remove some first.`);
  const document = { ...images, [key]: image };
  if (draft) await saveAgain(ctx, { chapter: "images", version: draft.version, document });
  else await beginDraft(ctx, "images", document);
};
