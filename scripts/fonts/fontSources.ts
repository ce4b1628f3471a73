import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The OFL fonts and how they are used: on pages (subsetFonts.ts) and in print (printFonts.ts). */
export const fontPackages = new URL("../../node_modules/@fontsource-variable/", import.meta.url).pathname;

export type FontSource = {
  readonly family: string;
  readonly slug: string;
  /** The package's file to start from; 'opsz' has an optical size axis, which is pinned for its use. */
  readonly from: "wght" | "opsz";
  readonly kind: "serif" | "sans";
  readonly display: Readonly<Record<string, number>>;
  readonly text: Readonly<Record<string, number>>;
};

/** A heading needs only one weight, and a static file is half the size of a variable one. */
export const fontSources: readonly FontSource[] = [
  {
    family: "Fraunces",
    slug: "fraunces",
    from: "opsz",
    kind: "serif",
    display: { opsz: 72, wght: 440 },
    text: { opsz: 14 },
  },
  { family: "Instrument Sans", slug: "instrument-sans", from: "wght", kind: "sans", display: { wght: 580 }, text: {} },
  {
    family: "Source Serif 4",
    slug: "source-serif-4",
    from: "opsz",
    kind: "serif",
    display: { opsz: 32, wght: 660 },
    text: { opsz: 14 },
  },
  { family: "Figtree", slug: "figtree", from: "wght", kind: "sans", display: { wght: 680 }, text: {} },
  {
    family: "Bricolage Grotesque",
    slug: "bricolage-grotesque",
    from: "opsz",
    kind: "sans",
    display: { opsz: 60, wght: 640 },
    text: { opsz: 14 },
  },
  { family: "Inter", slug: "inter", from: "wght", kind: "sans", display: { wght: 640 }, text: {} },
  { family: "Space Grotesk", slug: "space-grotesk", from: "wght", kind: "sans", display: { wght: 660 }, text: {} },
];

export const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");

/** Characters that rarely occur in texts for visitors; the fallback font has them. */
const omittedCharacters = "^`|{}\\~¤¦¨¬¯¸¹²³¶µ\u00ad";
export const latin = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...Array.from("ıŒœŸ–—‘’‚“”„•…‹›€™→−")]
  .filter((sign) => !omittedCharacters.includes(sign))
  .join("");
export const latinExtended =
  range(0x100, 0x130) +
  range(0x132, 0x151) +
  range(0x154, 0x177) +
  range(0x179, 0x17f) +
  "ȘșȚțẞẀẁẂẃẄẅỲỳ₦₩₪₫₭₮₱₲₴₵₸₹₺₼₽₾₿";
/** Tabular figures for columns of numbers, and what running Latin text needs. */
export const keepFeatures = ["tnum", "lnum", "kern", "liga", "locl"];

export const readFontFile = (slug: string, script: string, variant: string): Promise<Buffer> =>
  readFile(join(fontPackages, slug, "files", `${slug}-${script}-${variant}-normal.woff2`));

/** The characters of a text as a CSS unicode-range, for example 'U+41-5A,U+61'. */
export function unicodeRange(text: string): string {
  const codes = [...new Set(text)].map((sign) => sign.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: { first: number; last: number }[] = [];
  for (const code of codes) {
    const run = runs.at(-1);
    if (run && run.last === code - 1) run.last = code;
    else runs.push({ first: code, last: code });
  }
  const hex = (code: number): string => code.toString(16).toUpperCase();
  return runs.map(({ first, last }) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ""}`).join(",");
}
