import { readFileSync } from "node:fs";
import type { Theme } from "@foyer/contract/theme.ts";

/** A heading, running text, or emphasised text. */
export type FontRole = "display" | "text" | "strong";
export type TextRun = { readonly file: string; readonly text: string };

const folder = new URL("../../../../fonts/", import.meta.url);
type CodePointRange = readonly [first: number, last: number];

let coverage: ReadonlyMap<string, readonly CodePointRange[]> | undefined;
/** The characters that each font file has. Read once, when the first ticket is printed. */
const readCoverage = (): ReadonlyMap<string, readonly CodePointRange[]> =>
  (coverage ??= new Map(
    Object.entries(JSON.parse(readFileSync(new URL("coverage.json", folder), "utf8")) as Record<string, string>).map(
      ([file, ranges]) => [
        file,
        ranges.split(",").map((range): CodePointRange => {
          const [first = 0, last = first] = range
            .slice(2)
            .split("-")
            .map((code) => Number.parseInt(code, 16));
          return [first, last];
        }),
      ],
    ),
  ));

const hasGlyph = (file: string, code: number): boolean =>
  readCoverage()
    .get(file)
    ?.some(([first, last]) => code >= first && code <= last) ?? false;

const fontCache = new Map<string, Buffer>();
export const fontBytes = (file: string): Buffer => {
  const known = fontCache.get(file) ?? readFileSync(new URL(`${file}.ttf`, folder));
  fontCache.set(file, known);
  return known;
};

const fallbackScripts = ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"];

/** The font files of a theme, with Inter as the fallback. */
export const fontFilesOf = ({ display_face, text_face }: Theme, role: FontRole): readonly string[] => {
  const family = (role === "display" ? display_face : text_face) ?? "Inter";
  const slug = family.toLowerCase().replaceAll(" ", "-");
  const fallbackRole = role === "text" ? "text" : "strong";
  return [
    ...["latin", "latin-ext"].map((script) => `${slug}-${role}-${script}`),
    ...fallbackScripts.map((script) => `inter-${fallbackRole}-${script}`),
  ];
};

/** Splits a text into runs of one font. Characters that no font has are left out, rather than printed as boxes. */
export const splitIntoRuns = (text: string, files: readonly string[]): TextRun[] => {
  const runs: { file: string; text: string }[] = [];
  for (const character of text.normalize("NFC").replace(/[\u00a0\u202f\u2007\u2009]/g, " ")) {
    const code = character.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const file =
      last && hasGlyph(last.file, code) && (character === " " || !files[0] || !hasGlyph(files[0], code))
        ? last.file
        : files.find((one) => hasGlyph(one, code));
    if (file === undefined) continue;
    if (last?.file === file) last.text += character;
    else runs.push({ file, text: character });
  }
  return runs;
};

/** The part of a text that the fonts can print. */
export const printableText = (text: string, files: readonly string[]): string =>
  splitIntoRuns(text, files)
    .map((run) => run.text)
    .join("")
    .replace(/ {2,}/g, " ")
    .trim();

export const isFullyPrintable = (text: string, files: readonly string[]): boolean =>
  Array.from(text.normalize("NFC")).every((character) => splitIntoRuns(character, files).length > 0);
