import type { Catalogue } from "../format/catalogue.ts";
import type { CatalogueDocument } from "./chapters.ts";

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
};

/** The name of a picture's file in a download. */
export const pictureFile = (key: string, mime: string): string => `pictures/${key}.${extensions[mime] ?? "png"}`;

/**
 * The document of a revision: a file's catalogue without what is about the file alone. Pictures have the names that a
 * download gives them, so that its import finds the same document.
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
  // As it will be read: without fields that are undefined.
  return JSON.parse(JSON.stringify(document)) as CatalogueDocument;
};
