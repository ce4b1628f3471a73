export type DrawingPoint = readonly [x: number, y: number];

export const origin: DrawingPoint = [0, 0];

const formatNumber = (value: unknown): string => {
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  if (Array.isArray(value)) return value.map(formatNumber).join("");
  return typeof value === "string" ? value : "";
};

/** A template tag for SVG text: numbers are rounded, lists joined. */
export const svg = (parts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  parts.reduce((text, part, n) => text + formatNumber(values[n - 1]) + part);

export const repeat = <T>(count: number, make: (n: number, share: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n, count > 1 ? n / (count - 1) : 0));

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

export const polar = (centre: DrawingPoint, radius: number, degrees: number): DrawingPoint => {
  const angle = (degrees * Math.PI) / 180;
  return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
};

export const polygon = (points: readonly DrawingPoint[]): string =>
  `M${points.map(([x, y]) => svg`${x} ${y}`).join("L")}Z`;

export const polyline = (points: readonly DrawingPoint[]): string =>
  `M${points.map(([x, y]) => svg`${x} ${y}`).join("L")}`;

/** A smooth curve through all points (Catmull-Rom as Béziers). */
export const curve = (points: readonly DrawingPoint[], closed = false): string => {
  const last = points.length - 1;
  const at = (n: number): DrawingPoint => {
    const index = closed ? (n + points.length) % points.length : Math.min(last, Math.max(0, n));
    return points[index] ?? origin;
  };
  const steps = repeat(closed ? points.length : last, (n) => {
    const [a, b, c, d] = [at(n - 1), at(n), at(n + 1), at(n + 2)];
    return svg`C${b[0] + (c[0] - a[0]) / 6} ${b[1] + (c[1] - a[1]) / 6} ${c[0] - (d[0] - b[0]) / 6} ${c[1] - (d[1] - b[1]) / 6} ${c[0]} ${c[1]}`;
  });
  return svg`M${at(0)[0]} ${at(0)[1]}${steps}${closed ? "Z" : ""}`;
};

/** The area between a smooth line and the lower edge. */
export const below = (points: readonly DrawingPoint[], floor: number): string => {
  const [first, last] = [points[0] ?? origin, points.at(-1) ?? origin];
  return svg`${curve(points)}L${last[0]} ${floor}L${first[0]} ${floor}Z`;
};

/** A stroke whose width changes along its length, as a filled outline. */
export const brush = (spine: readonly DrawingPoint[], width: (share: number) => number): string => {
  const sides = spine.map((point, n): readonly [DrawingPoint, DrawingPoint] => {
    const before = spine[Math.max(0, n - 1)] ?? point;
    const after = spine[Math.min(spine.length - 1, n + 1)] ?? point;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const half = width(n / (spine.length - 1)) / 2 / (Math.hypot(dx, dy) || 1);
    return [
      [point[0] - dy * half, point[1] + dx * half],
      [point[0] + dy * half, point[1] - dx * half],
    ];
  });
  return `${curve(sides.map(([left]) => left))}${curve(sides.map(([, right]) => right).reverse()).replace("M", "L")}Z`;
};

/** Points along a cubic Bézier. */
export const bezier = (
  a: DrawingPoint,
  b: DrawingPoint,
  c: DrawingPoint,
  d: DrawingPoint,
  count = 24,
): DrawingPoint[] =>
  repeat(count, (_, t) => {
    const s = 1 - t;
    const along = (axis: 0 | 1): number =>
      s * s * s * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t * t * t * d[axis];
    return [along(0), along(1)];
  });

type Stop = readonly [share: number, colour: string, opacity?: number];

const stops = (list: readonly Stop[]): string[] =>
  list.map(
    ([share, colour, opacity = 1]) => svg`<stop offset="${share}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );

/** A gradient along a line in picture units. */
export const linear = (id: string, from: DrawingPoint, to: DrawingPoint, list: readonly Stop[]): string =>
  svg`<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${stops(list)}</linearGradient>`;

/** A gradient around a centre in picture units. */
export const radial = (id: string, centre: DrawingPoint, radius: number, list: readonly Stop[]): string =>
  svg`<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${centre[0]}" cy="${centre[1]}" r="${radius}">${stops(list)}</radialGradient>`;

/** A gradient that takes the form of the shape it fills, so that an ellipse fades to its own edge. */
export const pool = (id: string, list: readonly Stop[]): string =>
  svg`<radialGradient id="${id}">${stops(list)}</radialGradient>`;

export const clip = (id: string, path: string): string => `<clipPath id="${id}"><path d="${path}"/></clipPath>`;

export const blur = (id: string, spread: number): string =>
  svg`<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${spread}"/></filter>`;

const channels = (hex: string): readonly number[] => [1, 3, 5].map((n) => Number.parseInt(hex.slice(n, n + 2), 16));

/** A colour between two, `#rrggbb`. */
export const tint = (from: string, to: string, share: number): string => {
  const other = channels(to);
  return `#${channels(from)
    .map((value, n) =>
      Math.round(mix(value, other[n] ?? 0, Math.min(1, Math.max(0, share))))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
};

/** A colour at a position along a list of colours, from 0 to 1. */
export const along = (colours: readonly string[], share: number): string => {
  const place = Math.min(1, Math.max(0, share)) * (colours.length - 1);
  const left = Math.min(colours.length - 2, Math.floor(place));
  return tint(colours[left] ?? "#000000", colours[left + 1] ?? "#000000", place - left);
};
