export type MapPoint = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };

/** The position of a map in its frame: a point of the map is at `k · point + (x, y)`, in CSS pixels. */
export type View = { readonly k: number; readonly x: number; readonly y: number };

/** Zoom limits and steps as specified. The margin is in units of the map, on every side. */
export const zoomLimits = { least: 1, most: 8, closer: 2, further: 0.75, margin: 50 } as const;

export const initialView: View = { k: 1, x: 0, y: 0 };

/** The view of the whole map with its margin, centred and as large as possible. */
export type Fit = {
  readonly frame: Size;
  /** CSS pixels per unit of the map. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export const fitOf = (map: Size, frame: Size): Fit => {
  const [wide, high] = [map.width + 2 * zoomLimits.margin, map.height + 2 * zoomLimits.margin];
  const scale = Math.min(frame.width / wide, frame.height / high);
  const [width, height] = [wide * scale, high * scale];
  return { frame, scale, width, height, left: (frame.width - width) / 2, top: (frame.height - height) / 2 };
};

/** A map smaller than its frame is centred; a larger one covers it. */
const along = (wanted: number, k: number, start: number, length: number, frame: number): number =>
  length * k <= frame ? (frame * (1 - k)) / 2 : Math.min(-start * k, Math.max(frame - (start + length) * k, wanted));

export const bounded = ({ k, x, y }: View, fit: Fit): View => {
  const scale = Math.min(zoomLimits.most, Math.max(zoomLimits.least, k));
  return {
    k: scale,
    x: along(x, scale, fit.left, fit.width, fit.frame.width),
    y: along(y, scale, fit.top, fit.height, fit.frame.height),
  };
};

/** Zooms by a factor around the point `at`. */
export const zoomedBy = (view: View, factor: number, at: MapPoint, fit: Fit): View => {
  const k = Math.min(zoomLimits.most, Math.max(zoomLimits.least, view.k * factor));
  const by = k / view.k;
  return bounded({ k, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, fit);
};

/** A rectangular area of the map. */
export type Box = MapPoint & Size;

/** The view in which an area of the map fills the frame. */
export const viewOf = (box: Box, fit: Fit): View => {
  const { width, height } = fit.frame;
  const wanted = Math.min(width / (box.width * fit.scale), height / (box.height * fit.scale));
  const k = Math.min(zoomLimits.most, Math.max(zoomLimits.least, wanted));
  const middle = toFrame({ ...initialView, k }, fit, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  return bounded({ k, x: width / 2 - middle.x, y: height / 2 - middle.y }, fit);
};

export const movedBy = (view: View, by: MapPoint, fit: Fit): View =>
  bounded({ ...view, x: view.x + by.x, y: view.y + by.y }, fit);

/** The current CSS pixels per unit of the map. */
export const scaleOf = (view: View, fit: Fit): number => view.k * fit.scale;

export const toMap = (view: View, fit: Fit, at: MapPoint): MapPoint => ({
  x: ((at.x - view.x) / view.k - fit.left) / fit.scale - zoomLimits.margin,
  y: ((at.y - view.y) / view.k - fit.top) / fit.scale - zoomLimits.margin,
});

export const toFrame = (view: View, fit: Fit, at: MapPoint): MapPoint => ({
  x: ((at.x + zoomLimits.margin) * fit.scale + fit.left) * view.k + view.x,
  y: ((at.y + zoomLimits.margin) * fit.scale + fit.top) * view.k + view.y,
});
