/**
 * Makes apps/server/fonts from the OFL fonts of @fontsource-variable: static TrueType files, which a PDF can embed. Each font
 * has a heading, a text and a strong style in Latin; Inter is the fallback for other characters.
 * Run: node scripts/fonts/printFonts.ts
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
  range,
  fontSources,
  unicodeRange,
  type FontSource,
} from "./fontSources.ts";
import { measureFont } from "./measureFont.ts";

const outputFolder = new URL("../../apps/server/fonts/", import.meta.url).pathname;
const fontUses = (source: FontSource) => ({
  display: source.display,
  text: { ...source.text, wght: 400 },
  strong: { ...source.text, wght: 600 },
});
const latinScripts = [
  { script: "latin", signs: latin + range(0x20, 0x7e) },
  { script: "latin-ext", signs: latinExtended },
] as const;
/** Extended Latin, Vietnamese, Greek and Cyrillic, as far as the font supports them. */
const wideScripts = (["latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"] as const).map(
  (script) => ({
    script,
    signs: range(0x100, 0x52f) + range(0x1e00, 0x1fff) + range(0x2000, 0x22ff) + range(0x2c60, 0x2dff),
  }),
);

await mkdir(outputFolder, { recursive: true });
/** The characters in each file, in the form of CSS `unicode-range`. */
const coverage: Record<string, string> = {};
const allCharacters = Array.from(range(0x20, 0x2dff));
let totalBytes = 0;
for (const source of fontSources) {
  for (const [use, pinned] of Object.entries(fontUses(source))) {
    const isFallback = source.slug === "inter" && use !== "display";
    for (const { script, signs } of isFallback ? [latinScripts[0], ...wideScripts] : latinScripts) {
      const subset = await subsetFont(await readFontFile(source.slug, script, source.from), signs, {
        targetFormat: "truetype",
        variationAxes: pinned,
        keepFeatures: [...keepFeatures],
        noHinting: true,
      });
      totalBytes += subset.length;
      const { has } = measureFont(subset);
      coverage[`${source.slug}-${use}-${script}`] = unicodeRange(
        allCharacters.filter((sign) => has(sign.codePointAt(0) ?? 0)).join(""),
      );
      await writeFile(join(outputFolder, `${source.slug}-${use}-${script}.ttf`), subset);
    }
  }
  await copyFile(join(fontPackages, source.slug, "LICENSE"), join(outputFolder, `OFL-${source.slug}.txt`));
}
await writeFile(join(outputFolder, "coverage.json"), `${JSON.stringify(coverage, null, 2)}\n`);
process.stdout.write(`${totalBytes} bytes\n`);
