/**
 * Makes apps/server/fonts from the OFL faces of @fontsource-variable: still TrueType files, which is what a PDF can
 * hold. Each face comes as a heading, a text and a strong one, in Latin; Inter steps in for signs that a face has not.
 * Run: node scripts/print-fonts.ts
 */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";
import {
  extended,
  fontPackages,
  keepFeatures,
  latin,
  original,
  range,
  sources,
  unicodeRange,
  type Source,
} from "./fontSources.ts";
import { measure } from "./sfnt.ts";

const to = new URL("../apps/server/fonts/", import.meta.url).pathname;
const uses = (source: Source) => ({
  display: source.display,
  text: { ...source.text, wght: 400 },
  strong: { ...source.text, wght: 600 },
});
const narrow = [
  { script: "latin", signs: latin + range(0x20, 0x7e) },
  { script: "latin-ext", signs: extended },
] as const;
/** Latin with more marks, Vietnamese, Greek and Cyrillic, as far as the face has them. */
const wide = (["latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"] as const).map((script) => ({
  script,
  signs: range(0x100, 0x52f) + range(0x1e00, 0x1fff) + range(0x2000, 0x22ff) + range(0x2c60, 0x2dff),
}));

await mkdir(to, { recursive: true });
/** Which signs each file draws, in the words of a style sheet's unicode-range. */
const coverage: Record<string, string> = {};
const everySign = Array.from(range(0x20, 0x2dff));
let all = 0;
for (const source of sources) {
  for (const [use, pinned] of Object.entries(uses(source))) {
    const isFallback = source.slug === "inter" && use !== "display";
    for (const { script, signs } of isFallback ? [narrow[0], ...wide] : narrow) {
      const made = await subsetFont(await original(source.slug, script, source.from), signs, {
        targetFormat: "truetype",
        variationAxes: pinned,
        keepFeatures: [...keepFeatures],
        noHinting: true,
      });
      all += made.length;
      const { has } = measure(made);
      coverage[`${source.slug}-${use}-${script}`] = unicodeRange(
        everySign.filter((sign) => has(sign.codePointAt(0) ?? 0)).join(""),
      );
      await writeFile(join(to, `${source.slug}-${use}-${script}.ttf`), made);
    }
  }
  await copyFile(join(fontPackages, source.slug, "LICENSE"), join(to, `OFL-${source.slug}.txt`));
}
await writeFile(join(to, "coverage.json"), `${JSON.stringify(coverage, null, 2)}\n`);
process.stdout.write(`${all} bytes\n`);
