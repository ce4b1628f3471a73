import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";

type Size = { readonly width: number; readonly height: number };

/** The largest crop of a picture with an aspect ratio of width to height, positioned like `object-position`. */
export const cropAround = ({ width, height }: Size, ratio: number, { x, y }: PictureFocus) => {
  const part = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  };
  return {
    ...part,
    left: Math.round(((width - part.width) * x) / 100),
    top: Math.round(((height - part.height) * y) / 100),
  };
};
