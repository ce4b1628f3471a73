import qrcode from "qrcode";
import type { Seller } from "@foyer/contract/seller.ts";
import type { Colors } from "@foyer/rules/contrast.ts";
import { proseOf } from "../../http/proseOf.ts";
import { oneLine, type letterWords } from "../../outside/mail/letterWords.ts";
import type { Ink, Pen } from "./printPen.ts";
import type { PrintedOrder } from "./ticketPdf.ts";
import type { ticketStrings } from "./ticket.strings.ts";
import type { PrintedTicket } from "./ticketSheet.ts";

export type Sheet = {
  readonly doc: PDFKit.PDFDocument;
  readonly pen: Pen;
  readonly say: ReturnType<typeof letterWords<keyof typeof ticketStrings>>;
  readonly seller: Seller;
  readonly order: PrintedOrder;
  readonly logo: Buffer | undefined;
  readonly colors: Colors;
  readonly count: number;
};

/** Points: a seventy-second of an inch. */
export const margin = 44;
export const pad = 28;
/** The part of the card that holds the code, and the code in it. */
export const stub = 228;
const codeSize = 180;

export type Block = { readonly lines: readonly string[]; readonly ink: Ink; readonly leading: number };

export const heightOf = ({ lines, leading }: Block): number => lines.length * leading;

/** Ways of drawing within the structure that readers walk. */
export const printing = ({ doc, pen }: Sheet, section: PDFKit.PDFStructureElement) => ({
  block: (text: string, ink: Ink, width: number, leading: number, most?: number): Block => ({
    lines: pen.lines(oneLine(text, 4000), ink, width, most),
    ink,
    leading,
  }),
  /** The height at which what comes next may begin. */
  put: (tag: string, { lines, ink, leading }: Block, x: number, y: number): number => {
    if (lines.length > 0)
      section.add(
        doc.struct(tag, {}, () => {
          // The space at a line's end is for ears: to them it is one text.
          for (const [index, line] of lines.entries())
            pen.write(index < lines.length - 1 ? `${line} ` : line, ink, x, y + ink.size + index * leading);
        }),
      );
    return y + lines.length * leading;
  },
  /** What is there for the eye alone. */
  line: (draw: () => void): void => {
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
  },
});

/** The code as squares, sharp at any size, with its letters beneath for a scanner that does not work. */
export const drawCode = (
  sheet: Sheet,
  section: PDFKit.PDFStructureElement,
  ticket: PrintedTicket,
  number: number,
  { x, y }: { readonly x: number; readonly y: number },
): void => {
  const { doc, pen, say, colors } = sheet;
  const { block, put } = printing(sheet, section);
  const { modules } = qrcode.create(ticket.scan_code, { errorCorrectionLevel: "M" });
  const cell = codeSize / modules.size;
  const from = x + (stub - codeSize) / 2;
  const alt = say("ticket.code_alt", { number: String(number) });
  section.add(
    doc.struct("Figure", { alt }, () => {
      for (let row = 0; row < modules.size; row++)
        for (let column = 0; column < modules.size; column++) {
          if (!modules.get(row, column)) continue;
          const first = column;
          while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
          // A hair of overlap, or viewers show white lines between the rows.
          doc.rect(from + first * cell, y + row * cell, (column - first + 1) * cell, cell + 0.05);
        }
      doc.fill("#000000");
    }),
  );
  const centred = (text: string, ink: Ink, at: number): number => {
    const one = block(text, ink, stub - 24, ink.size + 4, 2);
    return one.lines.reduce(
      (line, words) => put("P", { ...one, lines: [words] }, x + (stub - pen.width(words, ink)) / 2, line),
      at,
    );
  };
  const shown = centred(say("ticket.show"), { use: "strong", size: 10.5, color: colors.text }, y + codeSize + 12);
  const letters = ticket.scan_code.match(/.{1,4}/g)?.join(" ") ?? "";
  centred(letters, { use: "text", size: 8, color: colors.text_muted }, shown + 3);
};

/** The seller's conditions, as far as the page has room. */
export const drawConditions = (
  sheet: Sheet,
  section: PDFKit.PDFStructureElement,
  from: number,
  heading: string,
): void => {
  const { doc, seller, colors } = sheet;
  const { block, put } = printing(sheet, section);
  const prose = proseOf(seller.web.terms?.html ?? "");
  const width = Math.min(430, doc.page.width - 2 * margin);
  const end = doc.page.height - margin;
  const ink: Ink = { use: "text", size: 9, color: colors.text_muted };
  if (prose.length === 0 || from + 60 > end) return;
  let y = put("H2", block(heading, { use: "strong", size: 11, color: colors.text }, width, 18, 1), margin, from) + 2;
  for (const { isHeading, text } of prose) {
    const most = Math.floor((end - y) / 13);
    // A heading alone at the foot of a page leads nowhere.
    if (most < (isHeading ? 2 : 1)) return;
    const one = block(text, isHeading ? { ...ink, use: "strong", color: colors.text } : ink, width, 13, most);
    y = put(isHeading ? "H3" : "P", one, margin, y) + (isHeading ? 0 : 6);
  }
};
