import { Readable } from "node:stream";
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { StreamedReply } from "../../../http/staff/sendFile.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { catalogueYaml } from "../../../catalogue/revisions/catalogueYaml.ts";
import { readPictures } from "../../../catalogue/revisions/pictures.sql.ts";
import { pictureFile } from "../../../catalogue/revisions/storedDocument.ts";
import { baseCatalogue } from "../baseCatalogue.ts";

type Entry = { readonly name: string; readonly bytes: Uint8Array; readonly isPacked: boolean };

/** The published catalogue as one archive, in the form that `foyer export` writes. */
export const downloadArchive = async (ctx: StaffContext): Promise<StreamedReply> => {
  const { db, seller } = ctx;
  const base = await baseCatalogue(ctx);
  const entries = async function* (): AsyncGenerator<Entry> {
    yield { name: `${seller.slug}.yaml`, bytes: strToU8(catalogueYaml(base)), isPacked: false };
    for await (const { key, mime, bytes } of readPictures(db, seller.id))
      yield { name: pictureFile(key, mime), bytes, isPacked: mime !== "image/svg+xml" };
  };
  return {
    stream: Readable.from(zipped(entries())),
    type: "application/zip",
    fileName: `catalogue-${seller.slug}-${base.number}.zip`,
  };
};

/**
 * Entries are written one after another, since all pictures together may be large. Compressed formats are stored as they
 * are.
 */
async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { name, bytes, isPacked } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(bytes, true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks;
}
