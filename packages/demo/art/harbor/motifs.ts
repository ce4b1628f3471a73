import { repeat, svg, type DrawingPoint } from "../kit/shape.ts";

/** The palette: teal, brass, paper and the shades between them. */
export const harborInk = {
  night: "#06222a",
  deep: "#0b353d",
  teal: "#14575e",
  sea: "#2f8284",
  foam: "#9cc8c0",
  mist: "#d5e3d6",
  paper: "#f6f0e2",
  glow: "#f4dca6",
  brass: "#c4933f",
  bronze: "#8a5f24",
  umber: "#4a3217",
  rust: "#b4552f",
} as const;

export const harborSheet = (colour: string): string => svg`<rect width="1600" height="900" fill="${colour}"/>`;

/** A tall window with a round head. */
export const arch = (centre: number, width: number, top: number, sill: number): string => {
  const [left, right, half] = [centre - width / 2, centre + width / 2, width / 2];
  return svg`M${left} ${sill}V${top + half}A${half} ${half} 0 0 1 ${right} ${top + half}V${sill}Z`;
};

/** Glazing bars of a window: one upright, even crossbars, two rays in the head. */
export const bars = (centre: number, width: number, top: number, sill: number, rows: number): string => {
  const spring = top + width / 2;
  const half = width / 2;
  const cross = repeat(rows, (n) => spring + ((sill - spring) / rows) * n);
  return svg`M${centre} ${top}V${sill}${cross.map((y) => svg`M${centre - half} ${y}H${centre + half}`)}M${centre} ${spring}L${centre - half * 0.72} ${spring - half * 0.72}M${centre} ${spring}L${centre + half * 0.72} ${spring - half * 0.72}`;
};

/** Someone in a coat, seen from behind; `foot` is where they stand. */
export const visitor = ([x, y]: DrawingPoint, height: number, coat: string, lean = 0): string => {
  const u = height / 100;
  return svg`<g transform="translate(${x} ${y}) scale(${u}) skewX(${lean})" fill="${coat}"><ellipse cx="0" cy="-92" rx="7" ry="8.4"/><path d="M-3 -85h6l1 4c7 1 11 4 12 11l3 32c0 3-4 3-4.500 0l-3 -22l1 24l2 27h-14l-1.500 -3l-1.500 3h-14l2 -27l1 -24l-3 22c-.5 3 -4.500 3 -4.500 0l3 -32c1 -7 5 -10 12 -11z"/><path d="M-10 -24h9l-1.500 23q-.3 2 -5 1.500zM10 -24h-9l1.500 23q.3 2 5 1.500z"/></g>`;
};

/** Light lying on water below the sun: dashes that widen and thin out towards the viewer. */
export const glitter = (
  centre: number,
  [top, bottom]: DrawingPoint,
  [narrow, wide]: DrawingPoint,
  rows: number,
  bell: () => number,
): string =>
  repeat(rows, (_, share) => {
    const y = top + (bottom - top) * share ** 1.35;
    const reach = narrow + (wide - narrow) * share;
    const thick = 1.6 + 7 * share;
    return repeat(3, () => {
      const x = centre + bell() * reach * 0.55;
      const length = reach * (0.35 + Math.abs(bell()) * 0.5);
      return svg`M${x - length / 2} ${y}q${length / 2} ${-thick} ${length} 0q${-length / 2} ${thick} ${-length} 0z`;
    }).join("");
  }).join("");

/** A small sailing boat. */
export const sloop = ([x, y]: DrawingPoint, size: number, hull: string, sail: string): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})"><path d="M-16 0h34l-7 8h-21z" fill="${hull}"/><path d="M1 -44v40h-17q13 -14 17 -40z" fill="${sail}"/><path d="M4 -38q12 18 13 34h-13z" fill="${sail}" opacity=".75"/></g>`;
