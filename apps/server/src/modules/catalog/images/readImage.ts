import sharp from "sharp";
import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import type { getImage } from "@foyer/contract/shop/catalog.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { cropAround } from "@foyer/rules/catalog/cropAround.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { CachedBody } from "../../../http/cache/cachedBody.ts";
import { ResponseCache } from "../../../http/cache/responseCache.ts";
import { Lane } from "../../../http/lane.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import { Refused } from "../../../errors/refused.ts";
import { isSafeSvg } from "../../../http/sanitize/isSafeSvg.ts";
import { isRaster } from "../../../http/sanitize/isRaster.ts";
import { imageBytes, imageRow, type ImageRow } from "./images.sql.ts";

// Only decodes formats that the import accepts, with one thread per image and without the library's cache.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
    // SVG only for renderFittedImage.ts, after `isSafeSvg`. This file decodes raster images only.
    "VipsForeignLoadSvg",
  ],
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * The widths in which images are rendered. Together with the image's own width there are at most sixteen variants,
 * whatever is requested.
 */
export const widths = [48, 64, 96, 136, 192, 272, 384, 544, 768, 960, 1200, 1500, 1920, 2400, 3000] as const;
const maxWidth = 3000;
const maxPixels = 40_000_000;
/** The ratio of the cards that networks show beside a link: 1200 × 630. */
const shareRatio = 1200 / 630;
/** AVIF takes too long above this width. */
const maxAvifWidth = 1920;

type ImageFormat = "avif" | "webp" | "jpeg" | "png";
const imageCache = new ResponseCache<CachedBody>({
  maxEntries: 10_000,
  maxBytes: 64 * 1024 * 1024,
  bytesOf: ({ bytes }) => bytes.length,
  refreshFraction: 0,
});
const yearInSeconds = 365 * 24 * 3600;
/** Two images at a time, so that rendering does not slow down sales. */
const renderLane = new Lane("pictures", { concurrency: 2, maxWaiting: 200, maxWaitMs: 15_000 });

/** An image of the seller fitted into sizex × sizey, in the best format that the browser accepts. */
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
  const focus = sent.shape === "share" ? focusOf(row) : undefined;
  const format = formatFor(row, accept, width);
  // The key contains the seller, so that an image is never served for another one.
  const key = `${ctx.seller.id} ${row.id} ${row.sha256} ${width} ${format}${focus ? ` ${focus.x} ${focus.y}` : ""}`;
  const cached = await imageCache.get(key, yearInSeconds, () =>
    renderLane.run(async () => new CachedBody(await renderImage(ctx, row.id, { width, format, focus }))),
  );
  return { bytes: cached.bytes, type: `image/${format}`, headers: { ...headers, etag: cached.etag } };
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

/** The smallest fixed width that fills the requested box. */
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
  // Limits the height of a very tall image.
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
  // Keeps transparency.
  return row.mime === "image/jpeg" ? "jpeg" : "png";
};

const focusOf = ({ focus_x, focus_y }: Pick<ImageRow, "focus_x" | "focus_y">): PictureFocus | undefined =>
  focus_x === null || focus_y === null ? undefined : { x: focus_x, y: focus_y };

type Rendered = {
  readonly width: number;
  readonly format: ImageFormat;
  /** If set, the image is cropped to a share card around it. */
  readonly focus: PictureFocus | undefined;
};

/** Files that cannot be decoded count as not found. */
const renderImage = async (ctx: RequestContext, id: string, rendered: Rendered): Promise<Buffer> => {
  const { bytes } = await imageBytes(ctx, id);
  try {
    if (!isRaster(bytes)) throw new Error("not a raster image");
    return await encodeImage(bytes, rendered);
  } catch (error) {
    ctx.log.warn(
      { image_id: id, reason: error instanceof Error ? error.message : String(error) },
      "an image cannot be rendered",
    );
    throw new Refused({ code: "not_found", context: "image" });
  }
};

const encodeImage = async (bytes: Buffer, { width, format, focus }: Rendered): Promise<Buffer> => {
  const options = { limitInputPixels: maxPixels, failOn: "error", animated: false, pages: 1 } as const;
  const upright = sharp(bytes, { ...options, sequentialRead: focus === undefined }).rotate();
  const part = focus && cropAround((await sharp(bytes, options).metadata()).autoOrient, shareRatio, focus);
  const image = (part ? upright.extract(part) : upright)
    .resize({ width: part ? Math.min(width, part.width) : width })
    .timeout({ seconds: 8 });
  if (format === "avif") return image.avif({ quality: 55, effort: 2 }).toBuffer();
  if (format === "webp") return image.webp({ quality: 80 }).toBuffer();
  if (format === "png") return image.png({ compressionLevel: 8 }).toBuffer();
  return image.jpeg({ quality: 82, mozjpeg: true }).toBuffer();
};
