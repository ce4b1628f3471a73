/**
 * Makes packages/ui/src/fonts from the OFL fonts of @fontsource-variable: one file for Latin-1, which every page
 * loads, and one for Latin Extended-A (with the Māori macrons), which a browser fetches only for a page that uses it.
 * Run: node scripts/subsetFonts.ts
 */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import {
  latinExtended,
  fontPackages,
  keepFeatures,
  latin,
  readFontFile,
  fontSources,
  unicodeRange,
} from "./fontSources.ts";
import { measureFont, type FontMeasures } from "./measureFont.ts";

const outputFolder = new URL("../packages/ui/src/fonts/", import.meta.url).pathname;

const scripts = [
  { name: "latin", text: latin },
  { name: "latin-ext", text: latinExtended },
] as const;

/** System fonts to adjust, with metric-compatible ones on Linux; `width` is the average over the letters of `sample`. */
const fallbacks = {
  sans: { locals: ["Arial", "Liberation Sans", "Arimo"], width: 934.5116279069767 / 2048 },
  serif: { locals: ["Times New Roman", "Liberation Serif", "Tinos"], width: 854.3953488372093 / 2048 },
} as const;
const sample = "aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      ";
const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

const report: string[] = [];
const faces: unknown[] = [];
await mkdir(outputFolder, { recursive: true });

for (const { family, slug, from: variant, kind, display, text } of fontSources) {
  for (const [use, pinned] of Object.entries({ display, text })) {
    const axes = { ...pinned, wght: pinned["wght"] ?? { min: 400, max: 700, default: 400 } };
    for (const script of scripts) {
      const subset = await subsetFont(await readFontFile(slug, script.name, variant), script.text, {
        targetFormat: "woff2",
        variationAxes: axes,
        keepFeatures,
        noHinting: true,
      });
      const file = `${slug}-${use}-${script.name}.woff2`;
      await writeFile(join(outputFolder, file), subset);
      report.push(`${String(subset.length).padStart(6)} ${file}`);
    }
    const staticFont = await subsetFont(await readFontFile(slug, "latin", variant), latin, {
      targetFormat: "sfnt",
      variationAxes: { ...pinned, wght: pinned["wght"] ?? 400 },
      keepFeatures,
    });
    const face = measureFont(staticFont);
    report.push(`       ${figures(face)}`);
    faces.push({ family, slug, use, kind, fallback: fallbackOf(face, kind) });
  }
  await copyFile(join(fontPackages, slug, "LICENSE"), join(outputFolder, `OFL-${slug}.txt`));
}

/** Adjusts a system font to the same metrics, so that nothing shifts when the web font has loaded. */
function fallbackOf(face: FontMeasures, kind: "sans" | "serif"): Record<string, string | readonly string[]> {
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

function figures(face: FontMeasures): string {
  if (face.features.includes("tnum")) return "tabular figures by tnum";
  return new Set(Array.from("0123456789").map(face.advance)).size === 1
    ? "tabular figures by default"
    : "no tabular figures";
}

await writeFile(
  join(outputFolder, "..", "fontFaces.ts"),
  `// Made by scripts/subsetFonts.ts: change it there.\n\nexport const unicodeRanges = ${JSON.stringify(Object.fromEntries(scripts.map(({ name, text }) => [name, unicodeRange(text)])), null, 2)} as const;\n\nexport const fontFaces = ${JSON.stringify(faces, null, 2)} as const;\n`,
);
process.stdout.write(`${report.join("\n")}\n`);
