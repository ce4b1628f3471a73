import { along, linear, repeat, svg, type DrawingPoint } from "../kit/shape.ts";

/** The palette: near black, one coral, and the colours of an opal. */
export const opalInk = {
  black: "#0b0a10",
  soot: "#15131d",
  slate: "#242131",
  smoke: "#4a4560",
  coral: "#ff6f59",
  ember: "#b23a35",
  milk: "#f3f1ea",
} as const;

export const opal = ["#58dccb", "#6fb4ff", "#a78cff", "#f58fd0", "#ffb9a0", "#f6ecc2"] as const;
export const fire = (share: number): string => along(opal, share);

export const opalSheet = (colour: string): string => svg`<rect width="1600" height="900" fill="${colour}"/>`;

/** The whole opal along a line. */
export const opalLine = (id: string, from: DrawingPoint, to: DrawingPoint, opacity = 1): string =>
  linear(
    id,
    from,
    to,
    opal.map((colour, n) => [n / (opal.length - 1), colour, opacity] as const),
  );

/** Someone seated or standing, from behind: head and shoulders. */
export const listener = ([x, y]: DrawingPoint, size: number, colour: string): string =>
  svg`<g transform="translate(${x} ${y}) scale(${size})" fill="${colour}"><circle cy="-34" r="10"/><path d="M-22 0q0 -21 16 -22h12q16 1 16 22v34h-44z"/></g>`;

/** A violin's body, neck and scroll around 0,0; the body is 300 high. */
export const violin = {
  body: `M0 -150C34 -152 66 -142 68 -108C69 -88 56 -80 50 -68L58 -60C42 -44 38 -14 46 4L62 12C84 30 92 62 84 96C76 134 44 150 0 150C-44 150 -76 134 -84 96C-92 62 -84 30 -62 12L-46 4C-38 -14 -42 -44 -58 -60L-50 -68C-56 -80 -69 -88 -68 -108C-66 -142 -34 -152 0 -150Z`,
  holes: `M30 -22q10 -4 8 8q-4 22 4 44q2 12 -8 10q8 -6 2 -18q-8 -24 -4 -38q0 -6 -2 -6zM-30 -22q-10 -4 -8 8q4 22 -4 44q-2 12 8 10q-8 -6 -2 -18q8 -24 4 -38q0 -6 2 -6z`,
  neck: `M-9 -146L-7 -322H7L9 -146L14 20H-14Z`,
  scroll: `M-9 -320V-366C-14 -392 -2 -404 12 -402C30 -398 30 -374 14 -374C24 -366 12 -356 9 -346V-320ZM-30 -350h60v8h-60zM-28 -334h56v8h-56z`,
  tail: `M-13 80H13L8 140H-8ZM-24 44h48v8h-48z`,
  strings: repeat(4, (n) => svg`M${-6 + n * 4} -326L${-9 + n * 6} 84`).join(""),
} as const;
