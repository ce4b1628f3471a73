import * as z from "zod/mini";

const Percentage = z.int().check(z.minimum(0), z.maximum(100));

/**
 * The focal point of a picture: what stays in view wherever the picture is cropped. In percent of its width from the left
 * and of its height from the top, as CSS's `object-position` counts. Left out it is the middle.
 */
export const PictureFocus = z.strictObject({ x: Percentage, y: Percentage });
export type PictureFocus = z.infer<typeof PictureFocus>;
