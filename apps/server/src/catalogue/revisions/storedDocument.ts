import type { Catalogue } from "../format/catalogue.ts";
import type { CatalogueDocument } from "./chapters.ts";

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
};

/** The file name of a picture in a download. */
export const pictureFile = (key: string, mime: string): string => `pictures/${key}.${extensions[mime] ?? "png"}`;

/**
 * The document of a revision: a catalogue without the fields that are only about the file. Pictures are named as in a
 * download, so that importing the download results in the same document.
 */
export const storedDocument = (
  { $schema: _schema, revision: _revision, images, ...catalogue }: Catalogue,
  mimes: ReadonlyMap<string, string>,
): CatalogueDocument => {
  const document = {
    ...catalogue,
    ...(images && {
      images: Object.fromEntries(
        Object.entries(images).map(([key, image]) => [
          key,
          { ...image, file: pictureFile(key, mimes.get(key) ?? "image/png") },
        ]),
      ),
    }),
  };
  // Drops undefined fields, so that it equals the document when read back.
  return JSON.parse(JSON.stringify(document)) as CatalogueDocument;
};
