import type { Theme } from "@foyer/contract/theme.ts";
import { fontBytes, fontFilesOf, isFullyPrintable, printableText, splitIntoRuns, type FontRole } from "./printFonts.ts";

export type TextStyle = { readonly role: FontRole; readonly size: number; readonly color: string };

/** Writes on a PDF in a seller's faces, line by line at baselines that its caller chooses. */
export type Pen = {
  readonly width: (text: string, style: TextStyle) => number;
  /** The text as lines no wider than `width`; what is more than `most` lines ends in an ellipsis. */
  readonly lines: (text: string, style: TextStyle, width: number, most?: number) => string[];
  readonly write: (line: string, style: TextStyle, x: number, baseline: number) => void;
  readonly canPrint: (text: string, role: FontRole) => boolean;
  /** Every sign of it: half a name is somebody else's. */
  readonly canPrintFully: (text: string, role: FontRole) => boolean;
};

export const createPen = (doc: PDFKit.PDFDocument, theme: Theme): Pen => {
  const files = {
    display: fontFilesOf(theme, "display"),
    text: fontFilesOf(theme, "text"),
    strong: fontFilesOf(theme, "strong"),
  };
  const registered = new Set<string>();
  const selectFont = (file: string, size: number) => {
    if (!registered.has(file)) doc.registerFont(file, fontBytes(file));
    registered.add(file);
    return doc.font(file).fontSize(size);
  };
  const width = (text: string, { role, size }: TextStyle): number =>
    splitIntoRuns(text, files[role]).reduce((sum, run) => sum + selectFont(run.file, size).widthOfString(run.text), 0);

  /** A word wider than the line, such as an address of the web, is cut where it has to be. */
  const breakWord = (word: string, style: TextStyle, most: number): string[] => {
    if (width(word, style) <= most) return [word];
    const cut: string[] = [];
    let piece = "";
    for (const character of word) {
      if (piece !== "" && width(piece + character, style) > most) {
        cut.push(piece);
        piece = "";
      }
      piece += character;
    }
    return [...cut, piece];
  };

  const lines = (text: string, style: TextStyle, maxWidth: number, most = Infinity): string[] => {
    const made: string[] = [];
    let line = "";
    for (const word of printableText(text, files[style.role])
      .split(" ")
      .flatMap((one) => breakWord(one, style, maxWidth))) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && width(longer, style) > maxWidth) {
        made.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== "") made.push(line);
    if (made.length <= most) return made;
    let last = made[most - 1] ?? "";
    while (last !== "" && width(`${last}…`, style) > maxWidth) last = last.slice(0, -1).trimEnd();
    return [...made.slice(0, most - 1), `${last}…`];
  };

  const write = (line: string, { role, size, color }: TextStyle, x: number, baseline: number): void => {
    let at = x;
    for (const run of splitIntoRuns(line, files[role])) {
      selectFont(run.file, size)
        .fillColor(color)
        .text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
      at += doc.widthOfString(run.text);
    }
  };
  return {
    width,
    lines,
    write,
    canPrint: (text, role) => printableText(text, files[role]) !== "",
    canPrintFully: (text, role) => isFullyPrintable(text, files[role]),
  };
};
