/**
 * Makes packages/ui/src/fonts from the OFL faces of @fontsource-variable: one file for Latin-1, which every page
 * loads, and one for Latin Extended-A (with the Māori macrons), which a browser fetches only for a page that uses it.
 * Run: node scripts/subset-fonts.ts
 */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import { measure, type Measured } from "./sfnt.ts";

const from = new URL("../node_modules/@fontsource-variable/", import.meta.url).pathname;
const to = new URL("../packages/ui/src/fonts/", import.meta.url).pathname;

type Source = {
  readonly family: string;
  readonly slug: string;
  /** Which file of the package to start from: 'opsz' has an optical size to pin to the use on our pages. */
  readonly from: "wght" | "opsz";
  readonly kind: "serif" | "sans";
  readonly display: Readonly<Record<string, number>>;
  readonly text: Readonly<Record<string, number>>;
};

/** A heading needs one weight only, and a still file is half the size of a variable one. */
const sources: readonly Source[] = [
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

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");

/** Signs that a programmer types and a visitor never reads: each costs bytes, and the fallback has them. */
const leftOut = "^`|{}\\~¤¦¨¬¯¸¹²³¶µ\u00ad";
const latin = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...Array.from("ıŒœŸ–—‘’‚“”„•…‹›€™→−")]
  .filter((sign) => !leftOut.includes(sign))
  .join("");
const extended =
  range(0x100, 0x130) +
  range(0x132, 0x151) +
  range(0x154, 0x177) +
  range(0x179, 0x17f) +
  "ȘșȚțẞẀẁẂẃẄẅỲỳ₦₩₪₫₭₮₱₲₴₵₸₹₺₼₽₾₿";
const scripts = [
  { name: "latin", text: latin },
  { name: "latin-ext", text: extended },
] as const;

/** 'U+41-5A,U+61' for the signs of a text. */
function unicodeRange(text: string): string {
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

/** Figures must be able to stand in columns; the rest is what running Latin text needs. */
const keepFeatures = ["tnum", "lnum", "kern", "liga", "locl"];

/** The system faces to stretch, with their twins of the same widths on Linux; widths over the letters of `sample`. */
const fallbacks = {
  sans: { locals: ["Arial", "Liberation Sans", "Arimo"], width: 934.5116279069767 / 2048 },
  serif: { locals: ["Times New Roman", "Liberation Serif", "Tinos"], width: 854.3953488372093 / 2048 },
} as const;
const sample = "aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      ";
const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

const report: string[] = [];
const faces: unknown[] = [];
await mkdir(to, { recursive: true });

for (const { family, slug, from: cut, kind, display, text } of sources) {
  for (const [use, pinned] of Object.entries({ display, text })) {
    const axes = { ...pinned, wght: pinned["wght"] ?? { min: 400, max: 700, default: 400 } };
    for (const script of scripts) {
      const made = await subsetFont(await original(slug, script.name, cut), script.text, {
        targetFormat: "woff2",
        variationAxes: axes,
        keepFeatures,
        noHinting: true,
      });
      const file = `${slug}-${use}-${script.name}.woff2`;
      await writeFile(join(to, file), made);
      report.push(`${String(made.length).padStart(6)} ${file}`);
    }
    const still = await subsetFont(await original(slug, "latin", cut), latin, {
      targetFormat: "sfnt",
      variationAxes: { ...pinned, wght: pinned["wght"] ?? 400 },
      keepFeatures,
    });
    const face = measure(still);
    report.push(`       ${figures(face)}`);
    faces.push({ family, slug, use, kind, fallback: fallbackOf(face, kind) });
  }
  await copyFile(join(from, slug, "LICENSE"), join(to, `OFL-${slug}.txt`));
}

function original(slug: string, script: string, cut: string): Promise<Buffer> {
  return readFile(join(from, slug, "files", `${slug}-${script}-${cut}-normal.woff2`));
}

/** A system face stretched to the same measures, so that nothing moves when the real one arrives. */
function fallbackOf(face: Measured, kind: "sans" | "serif"): Record<string, string | readonly string[]> {
  const width =
    Array.from(sample).reduce((sum, letter) => sum + face.advance(letter), 0) / sample.length / face.unitsPerEm;
  const sizeAdjust = width / fallbacks[kind].width;
  const share = (units: number): string => percent(Math.abs(units) / face.unitsPerEm / sizeAdjust);
  return {
    locals: fallbacks[kind].locals,
    sizeAdjust: percent(sizeAdjust),
    ascentOverride: share(face.ascent),
    descentOverride: share(face.descent),
    lineGapOverride: share(face.lineGap),
  };
}

function figures(face: Measured): string {
  if (face.features.includes("tnum")) return "tabular figures by tnum";
  return new Set(Array.from("0123456789").map(face.advance)).size === 1
    ? "figures are tabular as they are"
    : "no tabular figures";
}

await writeFile(
  join(to, "..", "fontFaces.ts"),
  `// Made by scripts/subset-fonts.ts: change it there.\n\nexport const unicodeRanges = ${JSON.stringify(Object.fromEntries(scripts.map(({ name, text }) => [name, unicodeRange(text)])), null, 2)} as const;\n\nexport const fontFaces = ${JSON.stringify(faces, null, 2)} as const;\n`,
);
process.stdout.write(`${report.join("\n")}\n`);
