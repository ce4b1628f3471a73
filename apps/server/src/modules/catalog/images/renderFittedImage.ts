import sharp from "sharp";
import type { RequestContext } from "../../../http/requestContext.ts";
import { CachedBody } from "../../../http/cache/cachedBody.ts";
import { ResponseCache } from "../../../http/cache/responseCache.ts";
import { isSafeSvg } from "../../../http/sanitize/isSafeSvg.ts";
import { isRaster } from "../../../http/sanitize/isRaster.ts";
import { imageBytes, imageRow } from "./images.sql.ts";

export type FitBox = {
  readonly width: number;
  readonly height: number;
  /** A colour such as '#ffffff' behind a transparent image. Without it the image stays transparent. */
  readonly background?: string;
};

const imageCache = new ResponseCache<CachedBody>({
  maxEntries: 1000,
  maxBytes: 8 * 1024 * 1024,
  bytesOf: ({ bytes }) => bytes.length,
});
const hourInSeconds = 3600;

/**
 * Renders an image of the seller, including SVG, as a PNG that fits into a box, for uses without a browser such as
 * passes. Undefined if it does not exist or cannot be rendered.
 */
export const renderFittedImage = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  image_id: string,
  box: FitBox,
): Promise<Buffer | undefined> => {
  const row = await imageRow(ctx, image_id);
  if (!row) return undefined;
  const key = `${ctx.seller.id} ${row.id} ${row.sha256} ${box.width} ${box.height} ${box.background ?? ""}`;
  return imageCache
    .get(key, hourInSeconds, async () => new CachedBody(await renderImage(ctx, row, box)))
    .then(
      ({ bytes }) => bytes,
      () => undefined,
    );
};

type Drawn = { readonly mime: string; readonly width: number; readonly height: number };

const renderImage = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  row: Drawn & { readonly id: string },
  box: FitBox,
): Promise<Buffer> => renderBytes({ ...row, ...(await imageBytes(ctx, row.id)) }, box);

/** The same for given bytes, which have already been checked. */
export const renderBytes = async (
  { bytes, ...row }: Drawn & { readonly bytes: Buffer },
  { width, height, background }: FitBox,
): Promise<Buffer> => {
  const isSvg = row.mime === "image/svg+xml";
  if (!(isSvg ? isSafeSvg(bytes) : isRaster(bytes))) throw new Error("The file does not match its type.");
  // An SVG is rendered at the requested size; its own size is at 72 dots per inch.
  const scale = Math.min(width / row.width, height / row.height);
  const density = Math.max(1, Math.min(72 * scale, 2400));
  const image = sharp(bytes, { ...(isSvg && { density }), limitInputPixels: 40_000_000, pages: 1 })
    .rotate()
    .resize({ width, height, fit: "inside" })
    .timeout({ seconds: 8 });
  return (background === undefined ? image : image.flatten({ background })).png({ compressionLevel: 9 }).toBuffer();
};
