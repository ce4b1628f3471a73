import { bezier, brush, repeat, mix, origin, polar, svg, type DrawingPoint } from "../kit/shape.ts";

/** The palette: midnight and its lights. */
export const kiwaInk = {
  void: "#060a1c",
  midnight: "#0b1230",
  indigo: "#15204d",
  dusk: "#243474",
  haze: "#4a62a8",
  moon: "#f3f0cf",
  pale: "#c9d6e8",
  phosphor: "#a8f25c",
  lime: "#d6ff9a",
  moss: "#2e6e57",
  pine: "#123a3d",
  abyss: "#081f29",
  amber: "#ffb347",
  honey: "#ffd98a",
  rust: "#b5602a",
} as const;

export const kiwaSheet = (colour: string): string => svg`<rect width="1600" height="900" fill="${colour}"/>`;

export type Eyes = {
  readonly at: DrawingPoint;
  readonly size: number;
  readonly colour: string;
  readonly look?: DrawingPoint;
  readonly lids?: number;
  readonly pupil?: "round" | "slit";
};

/** The upper part of an eye of radius 20, closed down to a level line. */
const lid = (share: number): string => {
  const y = -21 + share * 42;
  const half = Math.sqrt(21 * 21 - y * y);
  return svg`<path d="M${-half} ${y}A21 21 0 ${share > 0.5 ? 1 : 0} 1 ${half} ${y}Q0 ${y + 6} ${-half} ${y}Z" fill="#16304a"/>`;
};

/** A pair of round eyes; `look` moves the pupils, `lids` lets them droop (0 to 1). */
export const eyes = ({ at: [x, y], size, colour, look = origin, lids = 0, pupil = "round" }: Eyes): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})">${[-1, 1].map((side) => svg`<g transform="translate(${side * 26} 0)"><circle r="20" fill="${colour}"/><circle r="20" fill="none" stroke="#fffde8" stroke-width="1.600" opacity=".6"/>${pupil === "round" ? svg`<circle cx="${look[0] * 5}" cy="${look[1] * 5}" r="11" fill="${kiwaInk.void}"/>` : svg`<ellipse cx="${look[0] * 6}" cy="${look[1] * 4}" rx="4.500" ry="15" fill="${kiwaInk.void}"/>`}<circle cx="${look[0] * 5 - 5}" cy="${look[1] * 5 - 5}" r="4" fill="#fffef0"/>${lids > 0 ? lid(lids) : ""}</g>`)}</g>`;

/** A fern of round-ended leaflets along a bending rib. */
export const fern = (
  spine: readonly [DrawingPoint, DrawingPoint, DrawingPoint, DrawingPoint],
  pairs: number,
  size: number,
  colour: string,
): string => {
  const points = bezier(...spine, pairs + 2);
  const leaflets = repeat(pairs, (n, t) => {
    const [at, next] = [points[n + 1] ?? origin, points[n + 2] ?? origin];
    const way = (Math.atan2(next[1] - at[1], next[0] - at[0]) * 180) / Math.PI;
    const reach = size * Math.sin(Math.PI * mix(0.22, 0.97, t)) ** 0.9;
    return [-1, 1].map((side) => {
      const [x, y] = polar(at, reach, way + side * 58);
      const [mx, my] = polar(at, reach * 0.55, way + side * 74);
      return svg`M${at[0]} ${at[1]}Q${mx} ${my} ${x} ${y}`;
    });
  });
  return svg`<path d="${brush(points, (t) => mix(size / 12, 1.5, t))}" fill="${colour}"/><path d="${leaflets}" stroke="${colour}" stroke-width="${Math.max(2, size / 9)}" stroke-linecap="round" fill="none"/>`;
};

/** A tree fern: a shaggy trunk and a crown of drooping fronds. */
export const treeFern = ([x, y]: DrawingPoint, high: number, spread: number, colour: string): string =>
  svg`<path d="M${x - spread * 0.05} ${y}Q${x - spread * 0.02} ${y - high / 2} ${x - spread * 0.03} ${y - high}H${x + spread * 0.03}Q${x + spread * 0.02} ${y - high / 2} ${x + spread * 0.06} ${y}Z" fill="${colour}"/>${repeat(
    9,
    (n, t) => {
      const turn = mix(-1, 1, t);
      const lift = mix(0.1, 0.62, 1 - Math.abs(turn));
      const top: DrawingPoint = [x, y - high];
      return fern(
        [
          top,
          [x + turn * spread * 0.35, y - high - spread * (lift + 0.15)],
          [x + turn * spread * 0.8, y - high - spread * lift],
          [x + turn * spread * 1.06, y - high + spread * mix(0.34, -0.3, 1 - Math.abs(turn))],
        ],
        20,
        spread * 0.2 * (n % 2 ? 0.9 : 1),
        colour,
      );
    },
  )}`;

/** A young frond, still rolled up. */
export const fiddlehead = ([x, y]: DrawingPoint, high: number, side: 1 | -1, colour: string): string => {
  const radius = high * 0.2;
  const top: DrawingPoint = [x + side * high * 0.12, y - high];
  const coil = repeat(46, (_, t) =>
    polar([top[0] + side * radius, top[1]], radius * mix(1, 0.12, t), side > 0 ? 180 + t * 760 : -t * 760),
  );
  const stem = bezier(
    [x, y],
    [x - side * high * 0.06, y - high * 0.4],
    [top[0], top[1] + high * 0.34],
    coil[0] ?? top,
    16,
  );
  return svg`<path d="${brush([...stem, ...coil.slice(1)], (t) => mix(high * 0.085, high * 0.035, t))}" fill="${colour}"/>`;
};

/** The moon with a few grey seas. */
export const moon = ([x, y]: DrawingPoint, radius: number): string =>
  svg`<g transform="translate(${x} ${y}) scale(${radius / 100})"><circle r="100" fill="${kiwaInk.moon}"/><g fill="#dcdcb4"><circle cx="-34" cy="-28" r="25"/><circle cx="-4" cy="-48" r="12"/><circle cx="38" cy="8" r="19"/><circle cx="-30" cy="40" r="14"/><circle cx="8" cy="56" r="9"/><circle cx="52" cy="-40" r="8"/></g></g>`;

export const stars = (count: number, low: number, between: (a: number, b: number) => number): string =>
  repeat(
    count,
    () =>
      svg`<circle cx="${between(0, 1600)}" cy="${between(0, low)}" r="${between(0.8, 2.6)}" fill="#eef3ff" opacity="${between(0.25, 0.95)}"/>`,
  ).join("");

/** Glow-worms: a soft dot in a wider one. */
export const glowworms = (
  count: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  between: (a: number, b: number) => number,
): string =>
  repeat(count, () => {
    const [x, y, r] = [between(left, right), between(top, bottom), between(1.6, 4.4)];
    return svg`<circle cx="${x}" cy="${y}" r="${r * 3.4}" fill="${kiwaInk.phosphor}" opacity=".2"/><circle cx="${x}" cy="${y}" r="${r}" fill="${kiwaInk.lime}"/>`;
  }).join("");
