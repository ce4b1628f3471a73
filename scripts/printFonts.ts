/**
 * Makes apps/server/fonts from the OFL faces of @fontsource-variable: still TrueType files, which is what a PDF can
 * hold. Each face comes as a heading, a text and a strong one, in Latin; Inter steps in for signs that a face has not.
 * Run: node scripts/printFonts.ts
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

const outputFolder = new URL("../apps/server/fonts/", import.meta.url).pathname;
const fontUses = (source: FontSource) => ({
  display: source.display,
  text: { ...source.text, wght: 400 },
  strong: { ...source.text, wght: 600 },
});
const latinScripts = [
  { script: "latin", signs: latin + range(0x20, 0x7e) },
  { script: "latin-ext", signs: latinExtended },
] as const;
/** Latin with more marks, Vietnamese, Greek and Cyrillic, as far as the face has them. */
const wideScripts = (["latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"] as const).map(
  (script) => ({
    script,
    signs: range(0x100, 0x52f) + range(0x1e00, 0x1fff) + range(0x2000, 0x22ff) + range(0x2c60, 0x2dff),
  }),
);

await mkdir(outputFolder, { recursive: true });
/** Which signs each file draws, in the words of a style sheet's unicode-range. */
const coverage: Record<string, string> = {};
const everySign = Array.from(range(0x20, 0x2dff));
let all = 0;
for (const source of fontSources) {
  for (const [use, pinned] of Object.entries(fontUses(source))) {
    const isFallback = source.slug === "inter" && use !== "display";
    for (const { script, signs } of isFallback ? [latinScripts[0], ...wideScripts] : latinScripts) {
      const made = await subsetFont(await readFontFile(source.slug, script, source.from), signs, {
        targetFormat: "truetype",
        variationAxes: pinned,
        keepFeatures: [...keepFeatures],
        noHinting: true,
      });
      all += made.length;
      const { has } = measureFont(made);
      coverage[`${source.slug}-${use}-${script}`] = unicodeRange(
        everySign.filter((sign) => has(sign.codePointAt(0) ?? 0)).join(""),
      );
      await writeFile(join(outputFolder, `${source.slug}-${use}-${script}.ttf`), made);
    }
  }
  await copyFile(join(fontPackages, source.slug, "LICENSE"), join(outputFolder, `OFL-${source.slug}.txt`));
}
await writeFile(join(outputFolder, "coverage.json"), `${JSON.stringify(coverage, null, 2)}\n`);
process.stdout.write(`${all} bytes\n`);
