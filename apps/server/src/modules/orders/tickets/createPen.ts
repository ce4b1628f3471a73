import type { Theme } from "@foyer/contract/theme.ts";
import { fontBytes, fontFilesOf, isFullyPrintable, printableText, splitIntoRuns, type FontRole } from "./printFonts.ts";

export type TextStyle = { readonly role: FontRole; readonly size: number; readonly color: string };

/** Writes text into a PDF with a seller's fonts, line by line at baselines that the caller chooses. */
export type Pen = {
  readonly width: (text: string, style: TextStyle) => number;
  /** Wraps a text into lines of at most `width`. With more than `most` lines it ends in an ellipsis. */
  readonly lines: (text: string, style: TextStyle, width: number, most?: number) => string[];
  readonly write: (line: string, style: TextStyle, x: number, baseline: number) => void;
  readonly canPrint: (text: string, role: FontRole) => boolean;
  /** Whether the fonts have every character: half a name would read as another name. */
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

  return {
    width,
    lines: (text, style, maxWidth, most = Infinity) => {
      const fits = (line: string): boolean => width(line, style) <= maxWidth;
      return truncateLines(wrapText(printableText(text, files[style.role]), fits), most, fits);
    },
    write: (line, { role, size, color }, x, baseline) => {
      let at = x;
      for (const run of splitIntoRuns(line, files[role])) {
        selectFont(run.file, size)
          .fillColor(color)
          .text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
        at += doc.widthOfString(run.text);
      }
    },
    canPrint: (text, role) => printableText(text, files[role]) !== "",
    canPrintFully: (text, role) => isFullyPrintable(text, files[role]),
  };
};

type Fits = (line: string) => boolean;

/** Splits a word that is wider than a line, such as a web address. */
const breakWord = (word: string, fits: Fits): string[] => {
  if (fits(word)) return [word];
  const cut: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && !fits(piece + character)) {
      cut.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...cut, piece];
};

const wrapText = (text: string, fits: Fits): string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => breakWord(one, fits))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && !fits(longer)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
};

const truncateLines = (lines: string[], most: number, fits: Fits): string[] => {
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? "";
  while (last !== "" && !fits(`${last}…`)) last = last.slice(0, -1).trimEnd();
  return [...lines.slice(0, most - 1), `${last}…`];
};
