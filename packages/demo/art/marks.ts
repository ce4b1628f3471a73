import { textOutlines, type Typeface } from "./kit/lettering.ts";
import { repeat, svg } from "./kit/shape.ts";

type Line = {
  readonly text: string;
  readonly hand: Typeface;
  readonly size: number;
  readonly baseline: number;
  readonly tracking?: number;
};
type Paint = { readonly text: string; readonly main: string; readonly accent: string; readonly cut: string };
type Mark = {
  readonly lines: readonly Line[];
  readonly light: Paint;
  readonly dark: Paint;
  /** Drawn into a square of 40 units. */
  readonly sign: (paint: Paint) => string;
  readonly favicon: Paint;
  readonly ground: string;
  readonly corner: number;
};

const fraunces: Typeface = { family: "fraunces", cut: "full", axes: { wght: 560, opsz: 40, SOFT: 0, WONK: 0 } };
const serif: Typeface = { family: "source-serif-4", cut: "opsz", axes: { wght: 620, opsz: 32 } };
const figtree: Typeface = { family: "figtree", cut: "wght", axes: { wght: 620 } };
const bricolage: Typeface = { family: "bricolage-grotesque", cut: "standard", axes: { wght: 760, wdth: 88, opsz: 48 } };
const grotesk: Typeface = { family: "space-grotesk", cut: "wght", axes: { wght: 680 } };

/** A tall window, half full of sea. */
const window = ({ main, accent, cut }: Paint): string =>
  svg`<path d="M7 38V15a13 13 0 0 1 26 0v23z" fill="${main}"/><circle cx="20" cy="16.500" r="5" fill="${accent}"/><path d="M7 23.500q3.250 -2.600 6.500 0t6.500 0t6.500 0t6.500 0v2.600q-3.250 2.600 -6.500 0t-6.500 0t-6.500 0t-6.500 0z" fill="${cut}"/><path d="M7 30q3.250 -2.400 6.500 0t6.500 0t6.500 0t6.500 0v1.700q-3.250 2.400 -6.500 0t-6.500 0t-6.500 0t-6.500 0z" fill="${cut}"/><path d="M4 37h32v2H4z" fill="${accent}"/>`;

/** A leaf whose veins are the ribs of a glasshouse. */
const glasshouse = ({ main, accent, cut }: Paint): string =>
  svg`<path d="M20 1C31 9 36 17 36 25C36 33 29 38 20 38C11 38 4 33 4 25C4 17 9 9 20 1Z" fill="${main}"/><g fill="none" stroke="${cut}" stroke-width="1.700" stroke-linecap="round"><path d="M20 7V38M20 16C15 20 12.500 26 12.500 36.500M20 16C25 20 27.500 26 27.500 36.500M20 24C18 27 17 31 16.800 37.500M20 24C22 27 23 31 23.200 37.500" /><path d="M5 28.500Q20 24.500 35 28.500"/></g><path d="M9 37.200H31V39.200H9Z" fill="${accent}"/>`;

const milk = ["#3fd0bd", "#5a9cf5", "#9a7cf5", "#ee78c3", "#ffab8c"];

/** A coral stage and three rows of opal. */
const rows = ({ accent }: Paint): string =>
  svg`<defs><linearGradient id="opal" gradientUnits="userSpaceOnUse" x1="2" y1="0" x2="38" y2="0">${milk.map((colour, n) => svg`<stop offset="${n / 4}" stop-color="${colour}"/>`)}</linearGradient></defs><circle cx="20" cy="13" r="4.700" fill="${accent}"/><g fill="none" stroke="url(#opal)" stroke-width="3.300">${repeat(
    3,
    (n) => {
      const r = 8.4 + n * 4.9;
      const [dx, dy] = [Math.cos(0.02) * r, Math.sin(0.02) * r];
      return svg`<path d="M${20 - dx} ${13 + dy}A${r} ${r} 0 0 0 ${20 + dx} ${13 + dy}"/>`;
    },
  )}</g>`;

/** Two eyes in the dark, one of them drawn as the moon. */
const watching = ({ main, accent, cut }: Paint): string =>
  svg`<rect x="1" y="3" width="38" height="34" rx="12" fill="${cut}"/><circle cx="12.200" cy="20" r="7.600" fill="${main}"/><circle cx="13.900" cy="20.600" r="3.900" fill="${cut}"/><circle cx="12.300" cy="18.600" r="1.400" fill="#fffef0"/><circle cx="28.200" cy="20" r="7.600" fill="${accent}"/><circle cx="31.400" cy="18.200" r="6.300" fill="${cut}"/>`;

export const marks: Readonly<Record<string, Mark>> = {
  harbor: {
    lines: [
      { text: "Harbor Museum", hand: fraunces, size: 18.6, baseline: 18.4 },
      { text: "of Art", hand: fraunces, size: 18.6, baseline: 37 },
    ],
    sign: window,
    light: { text: "#0b353d", main: "#0f4850", accent: "#b98530", cut: "#f6f0e2" },
    dark: { text: "#f6f0e2", main: "#2b7f83", accent: "#e0b768", cut: "#072b33" },
    favicon: { text: "", main: "#14575e", accent: "#e0b768", cut: "#f6f0e2" },
    ground: "#f6f0e2",
    corner: 3,
  },
  larkfield: {
    lines: [
      { text: "Larkfield", hand: serif, size: 24, baseline: 21.6 },
      { text: "Botanic Garden", hand: figtree, size: 12.6, baseline: 36.4, tracking: 0.035 },
    ],
    sign: glasshouse,
    light: { text: "#234a33", main: "#3f7144", accent: "#b9603c", cut: "#f7f0df" },
    dark: { text: "#f3ecd8", main: "#8db06a", accent: "#d98a62", cut: "#16291e" },
    favicon: { text: "", main: "#3f7144", accent: "#b9603c", cut: "#f7f0df" },
    ground: "#f7f0df",
    corner: 9,
  },
  opal: {
    lines: [{ text: "Opal Hall", hand: bricolage, size: 32, baseline: 31 }],
    sign: rows,
    light: { text: "#0b0a10", main: "#0b0a10", accent: "#f2553d", cut: "#ffffff" },
    dark: { text: "#f7f5ee", main: "#f7f5ee", accent: "#ff6f59", cut: "#0b0a10" },
    favicon: { text: "", main: "#f7f5ee", accent: "#ff6f59", cut: "#0b0a10" },
    ground: "#0b0a10",
    corner: 0,
  },
  kiwa: {
    lines: [
      { text: "Kiwa", hand: grotesk, size: 18.6, baseline: 17.8 },
      { text: "Night Zoo", hand: grotesk, size: 18.6, baseline: 36.4 },
    ],
    sign: watching,
    light: { text: "#0b1230", main: "#a8f25c", accent: "#ffb347", cut: "#0b1230" },
    dark: { text: "#eef3e2", main: "#a8f25c", accent: "#ffb347", cut: "#1b2756" },
    favicon: { text: "", main: "#a8f25c", accent: "#ffb347", cut: "#0b1230" },
    ground: "#0b1230",
    corner: 14,
  },
};

/** Mark and name side by side, 40 units high, as outlines. */
export const logo = async (mark: Mark, name: string, paint: Paint): Promise<string> => {
  const lines = await Promise.all(mark.lines.map((line) => textOutlines(line.text, { ...line, x: 50 })));
  const width = Math.ceil(50 + Math.max(...lines.map((line) => line.width)));
  return svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="40" viewBox="0 0 ${width} 40" role="img" aria-label="${name}">${mark.sign(paint)}${lines.map(({ path }) => svg`<path fill="${paint.text}" d="${path}"/>`)}</svg>\n`;
};

export const favicon = (mark: Mark): string =>
  svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="${mark.corner}" fill="${mark.ground}"/><g transform="translate(4 4)">${mark.sign(mark.favicon)}</g></svg>\n`;
