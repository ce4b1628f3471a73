/** A frame of the camera as it is passed to the reader. */
export type CameraPicture = VideoFrame | ImageData;

type Size = { readonly width: number; readonly height: number };
type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The maximum side in pixels: larger pictures take longer and are not read better. */
export const maxSide = 960;
/** Most codes are large enough in the picture to be read in one this small, in a quarter of the time. */
export const smallSide = 480;

/** A picture scaled down to `side` at most; undefined for one without a size. */
export const reduced = (
  context: Canvas,
  source: CanvasImageSource,
  { width, height }: Size,
  side: number,
): ImageData | undefined => {
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, side / Math.max(width, height));
  const { canvas } = context;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
};
