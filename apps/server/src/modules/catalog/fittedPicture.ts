import sharp from "sharp";
import type { Ask } from "../../http/ask.ts";
import { Cache } from "../../http/caching.ts";
import { isSafeSvg } from "../../http/safeSvg.ts";
import { isRaster } from "./isRaster.ts";
import { imageBytes, imageRow } from "./images.sql.ts";

export type Box = {
  readonly width: number;
  readonly height: number;
  /** '#ffffff': what shines through a see-through picture; without it, it stays so. */
  readonly behind?: string;
};

const made = new Cache(8 * 1024 * 1024);
const hour = 3600;

/**
 * A picture of the seller's as a PNG that fits into a box, also a drawing, for where there is no browser to draw it.
 * Undefined when there is no such picture or it cannot be drawn.
 */
export const fittedPicture = async (
  shop: Pick<Ask, "db" | "seller">,
  image_id: string,
  box: Box,
): Promise<Buffer | undefined> => {
  const row = await imageRow(shop, image_id);
  if (!row) return undefined;
  const key = `${shop.seller.id} ${row.id} ${row.sha256} ${box.width} ${box.height} ${box.behind ?? ""}`;
  return made
    .get(key, hour, () => draw(shop, row, box))
    .then(
      ({ body }) => body,
      () => undefined,
    );
};

const draw = async (
  shop: Pick<Ask, "db" | "seller">,
  row: { readonly id: string; readonly mime: string; readonly width: number; readonly height: number },
  { width, height, behind }: Box,
): Promise<Buffer> => {
  const { bytes } = await imageBytes(shop, row.id);
  const isDrawing = row.mime === "image/svg+xml";
  if (!(isDrawing ? isSafeSvg(bytes) : isRaster(bytes))) throw new Error("This is not what it says it is.");
  // A drawing is laid out at the size that it is wanted in; 72 points an inch is its own.
  const scale = Math.min(width / row.width, height / row.height);
  const density = Math.max(1, Math.min(72 * scale, 2400));
  const picture = sharp(bytes, { ...(isDrawing && { density }), limitInputPixels: 40_000_000, pages: 1 })
    .rotate()
    .resize({ width, height, fit: "inside" })
    .timeout({ seconds: 8 });
  return (behind === undefined ? picture : picture.flatten({ background: behind }))
    .png({ compressionLevel: 9 })
    .toBuffer();
};
