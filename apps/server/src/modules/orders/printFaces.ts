import { readFileSync } from "node:fs";
import type { Theme } from "@foyer/contract/theme.ts";

/** What a piece of text is for: a heading, running text or what stands out of it. */
export type Use = "display" | "text" | "strong";
export type Run = { readonly file: string; readonly text: string };

const folder = new URL("../../../fonts/", import.meta.url);
type Range = readonly [first: number, last: number];

let coverage: ReadonlyMap<string, readonly Range[]> | undefined;
/** Which signs each file draws; read once, when the first ticket is printed. */
const covered = (): ReadonlyMap<string, readonly Range[]> =>
  (coverage ??= new Map(
    Object.entries(JSON.parse(readFileSync(new URL("coverage.json", folder), "utf8")) as Record<string, string>).map(
      ([file, ranges]) => [
        file,
        ranges.split(",").map((range): Range => {
          const [first = 0, last = first] = range
            .slice(2)
            .split("-")
            .map((code) => Number.parseInt(code, 16));
          return [first, last];
        }),
      ],
    ),
  ));

const draws = (file: string, code: number): boolean =>
  covered()
    .get(file)
    ?.some(([first, last]) => code >= first && code <= last) ?? false;

const bytes = new Map<string, Buffer>();
export const faceBytes = (file: string): Buffer => {
  const known = bytes.get(file) ?? readFileSync(new URL(`${file}.ttf`, folder));
  bytes.set(file, known);
  return known;
};

const wide = ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"];

/** The files that a theme prints with, each use's own face first and Inter behind it. */
export const filesOf = ({ display_face, text_face }: Theme, use: Use): readonly string[] => {
  const face = (use === "display" ? display_face : text_face) ?? "Inter";
  const slug = face.toLowerCase().replaceAll(" ", "-");
  const behind = use === "text" ? "text" : "strong";
  return [
    ...["latin", "latin-ext"].map((script) => `${slug}-${use}-${script}`),
    ...wide.map((script) => `inter-${behind}-${script}`),
  ];
};

/** A text cut into runs of one face each. Signs that no face draws are left out: a box would tell nobody anything. */
export const runsOf = (text: string, files: readonly string[]): Run[] => {
  const runs: { file: string; text: string }[] = [];
  for (const sign of text.normalize("NFC").replace(/[\u00a0\u202f\u2007\u2009]/g, " ")) {
    const code = sign.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const file =
      last && draws(last.file, code) && (sign === " " || !files[0] || !draws(files[0], code))
        ? last.file
        : files.find((one) => draws(one, code));
    if (file === undefined) continue;
    if (last?.file === file) last.text += sign;
    else runs.push({ file, text: sign });
  }
  return runs;
};

/** As much of a text as can be printed; empty when nothing can. */
export const printable = (text: string, files: readonly string[]): string =>
  runsOf(text, files)
    .map((run) => run.text)
    .join("")
    .replace(/ {2,}/g, " ")
    .trim();

/** Is there a face for every sign of it? */
export const isWhole = (text: string, files: readonly string[]): boolean =>
  Array.from(text.normalize("NFC")).every((sign) => runsOf(sign, files).length > 0);
