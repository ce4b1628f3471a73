import sharp from "sharp";
import type { getImage } from "@foyer/contract/shop/catalog.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { ResponseCache } from "../../../http/cache/responseCache.ts";
import { Lane } from "../../../http/lane.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import { Refused } from "../../../errors/refused.ts";
import { isSafeSvg } from "../../../http/sanitize/isSafeSvg.ts";
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
const maxWidth = 3000;
const maxPixels = 40_000_000;
/** Beyond this width the best compression takes longer than a visitor waits. */
const maxAvifWidth = 1920;

type ImageFormat = "avif" | "webp" | "jpeg" | "png";
const imageCache = new ResponseCache(64 * 1024 * 1024);
const yearInSeconds = 365 * 24 * 3600;
/** Two pictures at a time, so that those who buy are not kept waiting by those who look. */
const renderLane = new Lane({ concurrency: 2, maxWaiting: 200, maxWaitMs: 15_000 });

/** A picture of the seller's own, fitted into sizex × sizey, in the best format that the browser says it takes. */
export const readImage = async (
  ctx: RequestContext,
  sent: Received<typeof getImage>,
  accept: string,
): Promise<BinaryReply> => {
  const row = await imageRow(ctx, sent.image_id);
  if (!row) throw new Refused({ code: "not_found", context: "image" });
  const cacheControl = sent.v === undefined ? "public, max-age=300" : `public, max-age=${yearInSeconds}, immutable`;
  const headers = {
    "cache-control": cacheControl,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    vary: "Accept",
  };
  if (row.mime === "image/svg+xml") return readSvg(ctx, row, headers);

  const width = widthFor(row, sent);
  const format = formatFor(row, accept, width);
  // The seller is in the key: an id of another seller's finds nothing above, and nothing here either.
  const key = `${ctx.seller.id} ${row.id} ${row.sha256} ${width} ${format}`;
  const cached = await imageCache.get(key, yearInSeconds, () =>
    renderLane.run(() => renderImage(ctx, row.id, width, format)),
  );
  return { bytes: cached.body, type: `image/${format}`, headers: { ...headers, etag: cached.etag } };
};

const readSvg = async (ctx: RequestContext, row: ImageRow, common: Record<string, string>): Promise<BinaryReply> => {
  const { bytes } = await imageBytes(ctx, row.id);
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
  const own = Math.min(width, maxWidth);
  const scale = Math.min(sizex ? Number(sizex) / width : Infinity, sizey ? Number(sizey) / height : Infinity);
  if (!Number.isFinite(scale) || (scale >= 1 && shrinkonly)) return own;
  // A strip that is far higher than wide must not become higher than anything we make.
  const maxForHeight = Math.max(1, Math.min(maxWidth, Math.floor((maxWidth * width) / height)));
  const next = widths.find((candidate) => candidate >= Math.round(width * scale)) ?? maxWidth;
  return Math.min(shrinkonly || next < own ? Math.min(next, own) : next, maxForHeight);
};

const accepts = (accept: string, type: string): boolean =>
  accept
    .toLowerCase()
    .split(",")
    .some((part) => part.trim().split(";")[0]?.trim() === type && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(part));

const formatFor = (row: ImageRow, accept: string, width: number): ImageFormat => {
  if (accepts(accept, "image/avif") && width <= maxAvifWidth) return "avif";
  if (accepts(accept, "image/webp")) return "webp";
  // What may be see-through stays so.
  return row.mime === "image/jpeg" ? "jpeg" : "png";
};

/** What cannot be decoded is no picture, whatever it says it is. */
const renderImage = async (ctx: RequestContext, id: string, width: number, format: ImageFormat): Promise<Buffer> => {
  const { bytes } = await imageBytes(ctx, id);
  try {
    if (!isRaster(bytes)) throw new Error("not a picture of points");
    return await encodeImage(bytes, width, format);
  } catch (error) {
    ctx.log.warn(
      { image_id: id, reason: error instanceof Error ? error.message : String(error) },
      "a picture cannot be drawn",
    );
    throw new Refused({ code: "not_found", context: "image" });
  }
};

const encodeImage = (bytes: Buffer, width: number, format: ImageFormat): Promise<Buffer> => {
  const image = sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: "error",
    animated: false,
    pages: 1,
    sequentialRead: true,
  })
    .rotate()
    .resize({ width })
    .timeout({ seconds: 8 });
  if (format === "avif") return image.avif({ quality: 55, effort: 2 }).toBuffer();
  if (format === "webp") return image.webp({ quality: 80 }).toBuffer();
  if (format === "png") return image.png({ compressionLevel: 8 }).toBuffer();
  return image.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
};
