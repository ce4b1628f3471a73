import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import { readChapter, saveDraft } from "@foyer/contract/office/catalogue/catalogue.ts";
import { callOffice, CallError } from "../../../shared/call.ts";
import { forgetCatalogue } from "../catalogueQueries.ts";
import { recordOf, withField } from "../document.ts";

/** Stores the focal point of a picture in the draft of the pictures, keeping concurrent changes of colleagues. */
export const saveFocus = async (
  slug: string,
  key: string,
  focus: PictureFocus | undefined,
  triesLeft = 3,
): Promise<void> => {
  const { draft, published, revision } = await callOffice(readChapter, { chapter: "images" } as never, slug);
  const images = recordOf(draft ? draft.document : published);
  const document = { ...images, [key]: withField(recordOf(images[key]), "focus", focus) };
  try {
    await callOffice(saveDraft, { chapter: "images", version: draft?.version ?? 0, revision, document }, slug);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "stale_version" || triesLeft === 0) throw error;
    return saveFocus(slug, key, focus, triesLeft - 1);
  }
  await forgetCatalogue(slug);
};
