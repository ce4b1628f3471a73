import sharp from "sharp";
import type { getImage } from "@foyer/contract/catalog.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import { Cache } from "../../http/caching.ts";
import { Lane } from "../../http/lane.ts";
import type { Bytes } from "../../http/mount.ts";
import { Refused } from "../../http/refused.ts";
import { isSafeSvg } from "../../http/safeSvg.ts";
import { isRaster } from "./isRaster.ts";
import { imageBytes, imageRow, type ImageRow } from "./images.sql.ts";

// Only what we store is ever decoded, by one thread for each picture, and nothing is kept by the library itself.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
    // Of drawings only those that `isSafeSvg` has looked through (fittedPicture.ts): here nothing but pictures of points.
    "VipsForeignLoadSvg",
  ],
});
sharp.concurrency(1);
sharp.cache(false);

/** Widths that pictures are made in; with a picture's own width sixteen for each, whatever is asked for. */
export const widths = [48, 64, 96, 136, 192, 272, 384, 544, 768, 960, 1200, 1500, 1920, 2400, 3000] as const;
const largest = 3000;
const mostPixels = 40_000_000;
/** Beyond this width the best compression takes longer than a visitor waits. */
const widestAvif = 1920;

type Format = "avif" | "webp" | "jpeg" | "png";
const made = new Cache(64 * 1024 * 1024);
const forever = 365 * 24 * 3600;
/** Two pictures at a time, so that those who buy are not kept waiting by those who look. */
const easel = new Lane({ atOnce: 2, mostWaiting: 200, waitMs: 15_000 });

/** A picture of the seller's own, fitted into sizex × sizey, in the best format that the browser says it takes. */
export const readImage = async (ask: Ask, sent: Received<typeof getImage>, accept: string): Promise<Bytes> => {
  const row = await imageRow(ask, sent.image_id);
  if (!row) throw new Refused({ code: "not_found", context: "image" });
  const cacheControl = sent.v === undefined ? "public, max-age=300" : `public, max-age=${forever}, immutable`;
  const common = {
    "cache-control": cacheControl,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    vary: "Accept",
  };
  if (row.mime === "image/svg+xml") return readDrawing(ask, row, common);

  const width = widthFor(row, sent);
  const format = formatFor(row, accept, width);
  // The seller is in the key: an id of another seller's finds nothing above, and nothing here either.
  const key = `${ask.seller.id} ${row.id} ${row.sha256} ${width} ${format}`;
  const kept = await made.get(key, forever, () => easel.run(() => draw(ask, row.id, width, format)));
  return { bytes: kept.body, type: `image/${format}`, headers: { ...common, etag: kept.etag } };
};

const readDrawing = async (ask: Ask, row: ImageRow, common: Record<string, string>): Promise<Bytes> => {
  const { bytes } = await imageBytes(ask, row.id);
  if (!isSafeSvg(bytes)) throw new Refused({ code: "not_found", context: "image" });
  const headers = {
    ...common,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    etag: `"${row.sha256.slice(0, 27)}"`,
  };
  return { bytes, type: "image/svg+xml", headers };
};

/** The width to make: the box asked for, filled as far as the shape allows, at the next width that we make. */
export const widthFor = (
  { width, height }: Pick<ImageRow, "width" | "height">,
  {
    sizex,
    sizey,
    shrinkonly,
  }: { sizex?: string | undefined; sizey?: string | undefined; shrinkonly?: boolean | undefined },
): number => {
  const own = Math.min(width, largest);
  const scale = Math.min(sizex ? Number(sizex) / width : Infinity, sizey ? Number(sizey) / height : Infinity);
  if (!Number.isFinite(scale) || (scale >= 1 && shrinkonly)) return own;
  // A strip that is far higher than wide must not become higher than anything we make.
  const most = Math.max(1, Math.min(largest, Math.floor((largest * width) / height)));
  const next = widths.find((made) => made >= Math.round(width * scale)) ?? largest;
  return Math.min(shrinkonly || next < own ? Math.min(next, own) : next, most);
};

const takes = (accept: string, type: string): boolean =>
  accept
    .toLowerCase()
    .split(",")
    .some((part) => part.trim().split(";")[0]?.trim() === type && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(part));

const formatFor = (row: ImageRow, accept: string, width: number): Format => {
  if (takes(accept, "image/avif") && width <= widestAvif) return "avif";
  if (takes(accept, "image/webp")) return "webp";
  // What may be see-through stays so.
  return row.mime === "image/jpeg" ? "jpeg" : "png";
};

/** What cannot be decoded is no picture, whatever it says it is. */
const draw = async (ask: Ask, id: string, width: number, format: Format): Promise<Buffer> => {
  const { bytes } = await imageBytes(ask, id);
  try {
    if (!isRaster(bytes)) throw new Error("not a picture of points");
    return await drawn(bytes, width, format);
  } catch (error) {
    ask.log.warn(
      { image_id: id, reason: error instanceof Error ? error.message : String(error) },
      "a picture cannot be drawn",
    );
    throw new Refused({ code: "not_found", context: "image" });
  }
};

const drawn = (bytes: Buffer, width: number, format: Format): Promise<Buffer> => {
  const picture = sharp(bytes, {
    limitInputPixels: mostPixels,
    failOn: "error",
    animated: false,
    pages: 1,
    sequentialRead: true,
  })
    .rotate()
    .resize({ width })
    .timeout({ seconds: 8 });
  if (format === "avif") return picture.avif({ quality: 55, effort: 2 }).toBuffer();
  if (format === "webp") return picture.webp({ quality: 80 }).toBuffer();
  if (format === "png") return picture.png({ compressionLevel: 8 }).toBuffer();
  return picture.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
};
