import { bezier, brush, repeat, mix, origin, polar, svg, type DrawingPoint } from "../kit/shape.ts";

/** The palette of a nature print: leaf greens, clay and cream. */
export const larkfieldInk = {
  night: "#132a1f",
  forest: "#234a33",
  leaf: "#3f7144",
  fern: "#739a56",
  sage: "#aebf8f",
  cream: "#f7f0df",
  linen: "#eee2c6",
  sand: "#dcc69c",
  clay: "#b9603c",
  terra: "#d98a62",
  blush: "#ecc4ab",
  butter: "#ecc66a",
  plum: "#7a5a78",
  lilac: "#a891b8",
  bark: "#4b3826",
} as const;

export const larkfieldSheet = (colour: string): string => svg`<rect width="1600" height="900" fill="${colour}"/>`;

/** One leaf blade from its stalk at 0,0 to its tip at `length`, lying to the right. */
export const blade = (length: number, width: number): string =>
  svg`M0 0C${length * 0.22} ${-width * 0.72} ${length * 0.66} ${-width * 0.62} ${length} 0C${length * 0.66} ${width * 0.62} ${length * 0.22} ${width * 0.72} 0 0Z`;

/** Middle rib and side veins of a blade. */
export const veins = (length: number, width: number, pairs: number): string =>
  svg`M0 0L${length * 0.97} 0${repeat(pairs, (_, t) => {
    const x = length * mix(0.1, 0.78, t);
    const reach = width * 0.36 * Math.sin(Math.PI * mix(0.24, 0.86, t));
    return svg`M${x} 0q${length * 0.06} ${-reach * 0.7} ${length * 0.13} ${-reach}M${x} 0q${length * 0.06} ${reach * 0.7} ${length * 0.13} ${reach}`;
  })}`;

/** `fold` is the colour of the half that turns away from the light. */
export type LeafInk = {
  readonly fill: string;
  readonly vein?: string;
  readonly fold?: string;
  readonly opacity?: number;
};

export const leaf = (
  [x, y]: DrawingPoint,
  degrees: number,
  length: number,
  width: number,
  { fill, vein, fold, opacity = 1 }: LeafInk,
): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${degrees})" opacity="${opacity}"><path d="${blade(length, width)}" fill="${fill}"/>${fold ? svg`<path d="M0 0C${length * 0.22} ${width * 0.72} ${length * 0.66} ${width * 0.62} ${length} 0Z" fill="${fold}"/>` : ""}${vein ? svg`<path d="${veins(length, width, Math.max(4, Math.round(length / 22)))}" fill="none" stroke="${vein}" stroke-width="${Math.max(0.9, length / 130)}" stroke-linecap="round"/>` : ""}</g>`;

const heading = (from: DrawingPoint, to: DrawingPoint): number =>
  (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** A stem with pairs of leaves that grow smaller towards the tip. */
export const sprig = (
  spine: readonly [DrawingPoint, DrawingPoint, DrawingPoint, DrawingPoint],
  pairs: number,
  size: number,
  slim: number,
  style: LeafInk,
  stalk: string,
): string => {
  const points = bezier(...spine, pairs * 2 + 2);
  return svg`<path d="${brush(points, (t) => mix(size / 16, 1.2, t))}" fill="${stalk}"/>${repeat(pairs, (n, t) => {
    const [at, after] = [points[n * 2 + 1] ?? origin, points[n * 2 + 2] ?? origin];
    const way = heading(at, after);
    const length = size * Math.sin(Math.PI * mix(0.3, 0.84, t));
    return (
      leaf(at, way - mix(62, 34, t), length, length * slim, style) +
      leaf(at, way + mix(62, 34, t), length, length * slim, style)
    );
  })}${leaf(points.at(-1) ?? origin, heading(points.at(-2) ?? origin, points.at(-1) ?? origin), size * 0.5, size * slim * 0.45, style)}`;
};

/** A fern frond: many narrow leaflets along a bending rib. */
export const frond = (
  spine: readonly [DrawingPoint, DrawingPoint, DrawingPoint, DrawingPoint],
  pairs: number,
  size: number,
  fill: string,
  opacity = 1,
): string => {
  const points = bezier(...spine, pairs + 2);
  return svg`<g opacity="${opacity}"><path d="${brush(points, (t) => mix(size / 22, 1, t))}" fill="${fill}"/>${repeat(
    pairs,
    (n, t) => {
      const [at, after] = [points[n + 1] ?? origin, points[n + 2] ?? points[n + 1] ?? origin];
      const way = n === pairs - 1 ? heading(points[n] ?? origin, at) : heading(at, after);
      const length = size * Math.sin(Math.PI * mix(0.2, 0.985, t));
      return (
        leaf(at, way - 66, length, length * 0.15 + 3, { fill }) +
        leaf(at, way + 66, length, length * 0.15 + 3, { fill })
      );
    },
  )}</g>`;
};

/** A fan palm: pointed blades around a hand. */
export const fan = ([x, y]: DrawingPoint, degrees: number, size: number, fill: string, opacity = 1): string =>
  svg`<g transform="translate(${x} ${y}) rotate(${degrees})" opacity="${opacity}" fill="${fill}">${repeat(13, (_, t) => svg`<path transform="rotate(${mix(-112, 112, t)})" d="${blade(size * mix(1, 0.72, Math.abs(t - 0.5) * 2), size * 0.17)}"/>`)}<path d="${repeat(
    13,
    (_, t) => {
      const [a, b] = polar(origin, size * 0.74, mix(-112, 112, t));
      return svg`M0 0L${a} ${b}`;
    },
  )}" stroke="${larkfieldInk.sage}" stroke-width="${size / 110}" opacity=".45"/></g>`;

/** A moth orchid seen from the front, about two units wide at size 1. */
export const orchid = (
  [x, y]: DrawingPoint,
  degrees: number,
  size: number,
  [outer, inner, lip, heart]: readonly [string, string, string, string],
): string => {
  const petal = "M0 4C-22 -62 -92 -84 -112 -38C-128 4 -92 44 -58 40C-32 38 -12 24 0 4Z";
  const sepal = "M0 0C-44 -26 -42 -88 0 -104C42 -88 44 -26 0 0Z";
  const lines = repeat(5, (n) => svg`M${-10} ${3 - n * 0.5}Q${-44} ${-22 + n * 10} ${-78} ${-32 + n * 12}`);
  return svg`<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${size})"><g fill="${outer}">${[0, 124, -124].map((turn) => svg`<path d="${sepal}" transform="rotate(${turn})"/>`)}</g>${[1, -1].map((side) => svg`<g transform="scale(${side} 1)"><path d="${petal}" fill="${inner}"/><path d="${lines}" fill="none" stroke="${lip}" stroke-width="1.300" opacity=".55"/></g>`)}<path d="M0 2C-26 8 -24 34 -8 40C-4 52 -14 58 -18 66Q-4 62 0 50Q4 62 18 66C14 58 4 52 8 40C24 34 26 8 0 2Z" fill="${lip}"/><path d="M-9 -6a9 10 0 0 1 18 0q0 14 -9 18q-9 -4 -9 -18z" fill="${heart}"/></g>`;
};

/** Somebody in a long coat; `lantern` is held out to the right. */
export const person = ([x, y]: DrawingPoint, high: number, colour: string, lantern = false): string =>
  svg`<g transform="translate(${x} ${y}) scale(${high / 100})"><path d="M-17 0C-20 -40 -18 -72 0 -76C18 -72 20 -40 17 0Z" fill="${colour}"/><circle cy="-86" r="12" fill="${colour}"/>${lantern ? svg`<path d="M8 -62L40 -46" stroke="${colour}" stroke-width="8" stroke-linecap="round"/><path d="M31 -44h18l4 30h-26z" fill="${larkfieldInk.butter}"/><path d="M31 -44h18M27 -14h26" stroke="${larkfieldInk.bark}" stroke-width="4"/>` : ""}</g>`;
