import type { Theme } from "@foyer/contract/theme.ts";
import { faceBytes, filesOf, isWhole, printable, runsOf, type Use } from "./printFaces.ts";

export type Ink = { readonly use: Use; readonly size: number; readonly color: string };

/** Writes on a PDF in a seller's faces, line by line at baselines that its caller chooses. */
export type Pen = {
  readonly width: (text: string, ink: Ink) => number;
  /** The text as lines no wider than `width`; what is more than `most` lines ends in an ellipsis. */
  readonly lines: (text: string, ink: Ink, width: number, most?: number) => string[];
  readonly write: (line: string, ink: Ink, x: number, baseline: number) => void;
  readonly can: (text: string, use: Use) => boolean;
  /** Every sign of it: half a name is somebody else's. */
  readonly canWhole: (text: string, use: Use) => boolean;
};

export const penFor = (doc: PDFKit.PDFDocument, theme: Theme): Pen => {
  const files = { display: filesOf(theme, "display"), text: filesOf(theme, "text"), strong: filesOf(theme, "strong") };
  const known = new Set<string>();
  const take = (file: string, size: number) => {
    if (!known.has(file)) doc.registerFont(file, faceBytes(file));
    known.add(file);
    return doc.font(file).fontSize(size);
  };
  const width = (text: string, { use, size }: Ink): number =>
    runsOf(text, files[use]).reduce((sum, run) => sum + take(run.file, size).widthOfString(run.text), 0);

  /** A word wider than the line, such as an address of the web, is cut where it has to be. */
  const pieces = (word: string, ink: Ink, most: number): string[] => {
    if (width(word, ink) <= most) return [word];
    const cut: string[] = [];
    let piece = "";
    for (const sign of word) {
      if (piece !== "" && width(piece + sign, ink) > most) {
        cut.push(piece);
        piece = "";
      }
      piece += sign;
    }
    return [...cut, piece];
  };

  const lines = (text: string, ink: Ink, wide: number, most = Infinity): string[] => {
    const made: string[] = [];
    let line = "";
    for (const word of printable(text, files[ink.use])
      .split(" ")
      .flatMap((one) => pieces(one, ink, wide))) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && width(longer, ink) > wide) {
        made.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== "") made.push(line);
    if (made.length <= most) return made;
    let last = made[most - 1] ?? "";
    while (last !== "" && width(`${last}…`, ink) > wide) last = last.slice(0, -1).trimEnd();
    return [...made.slice(0, most - 1), `${last}…`];
  };

  const write = (line: string, { use, size, color }: Ink, x: number, baseline: number): void => {
    let at = x;
    for (const run of runsOf(line, files[use])) {
      take(run.file, size).fillColor(color).text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
      at += doc.widthOfString(run.text);
    }
  };
  return {
    width,
    lines,
    write,
    can: (text, use) => printable(text, files[use]) !== "",
    canWhole: (text, use) => isWhole(text, files[use]),
  };
};
