/** A picture of the camera on its way to the reader. */
export type CameraPicture = VideoFrame | ImageData;

type Size = { readonly width: number; readonly height: number };
type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Larger pictures take longer and read no better. */
export const maxSide = 960;
/** Most codes fill so much of the picture that they can be read in one this small, in a quarter of the time. */
export const smallSide = 480;

/** A picture that is no longer than `side`; undefined for one without a size. */
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
