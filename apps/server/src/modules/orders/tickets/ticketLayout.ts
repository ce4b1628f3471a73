import qrcode from "qrcode";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { ThemeColors } from "@foyer/rules/values/theme/themeColors.ts";
import { shortTicketNumber } from "@foyer/rules/values/text/shortTicketNumber.ts";
import { htmlToParagraphs } from "../../../http/sanitize/htmlToParagraphs.ts";
import { singleLine, type sellerText } from "../../../providers/mail/sellerText.ts";
import type { TextStyle, Pen } from "./createPen.ts";
import type { ticketStrings } from "./ticket.strings.ts";
import type { PrintedTicket } from "./readPrintedTickets.ts";

/** The fields of an order that are printed on its tickets. */
export type PrintedOrder = { readonly order_number: number; readonly currency: string; readonly created_at: string };

/** The state of drawing, one for the whole document. */
export type TicketDocument = {
  readonly doc: PDFKit.PDFDocument;
  readonly pen: Pen;
  readonly t: ReturnType<typeof sellerText<keyof typeof ticketStrings>>;
  readonly seller: Seller;
  readonly order: PrintedOrder;
  readonly logo: Buffer | undefined;
  readonly colors: ThemeColors;
  readonly count: number;
};

/** The current page, which shows one ticket. */
export type TicketPage = TicketDocument & {
  readonly section: PDFKit.PDFStructureElement;
  /** Starts at 1. */
  readonly number: number;
};

// Lengths are in points: 1/72 inch.
export const pageMargin = 44;
export const padding = 28;
/** The part of the card with the QR code. */
export const stubWidth = 228;
const codeSize = 180;

/** The top left corner. */
export type Position = { readonly x: number; readonly y: number };
/** `most`: the number of lines, after which the text ends in an ellipsis. */
type BlockSize = { readonly width: number; readonly leading: number; readonly most?: number };
export type TextBlock = { readonly lines: readonly string[]; readonly style: TextStyle; readonly leading: number };

export const blockHeight = ({ lines, leading }: TextBlock): number => lines.length * leading;

/** Draws text as elements of the PDF's structure tree, which screen readers use. */
export const createLayout = ({ doc, pen, section }: Pick<TicketPage, "doc" | "pen" | "section">) => ({
  createBlock: (text: string, style: TextStyle, { width, leading, most }: BlockSize): TextBlock => ({
    lines: pen.lines(singleLine(text, 4000), style, width, most),
    style,
    leading,
  }),
  /** Returns the y below the block. */
  drawBlock: (tag: string, { lines, style, leading }: TextBlock, { x, y }: Position): number => {
    if (lines.length > 0)
      section.add(
        doc.struct(tag, {}, () => {
          // The space at the end of a line keeps screen readers from joining two words.
          for (const [index, line] of lines.entries())
            pen.write(index < lines.length - 1 ? `${line} ` : line, style, x, y + style.size + index * leading);
        }),
      );
    return y + lines.length * leading;
  },
  /** Decoration that screen readers skip. */
  drawArtifact: (draw: () => void): void => {
    doc.markContent("Artifact", { type: "Layout" });
    draw();
    doc.endMarkedContent();
  },
});

/** The QR code as vector squares, with a short number below by which the ticket can be found if a scanner fails. */
export const drawCode = (page: TicketPage, ticket: PrintedTicket, { x, y }: Position): void => {
  const { doc, pen, t, colors, section, number } = page;
  const { createBlock, drawBlock } = createLayout(page);
  const { modules } = qrcode.create(ticket.scan_code, { errorCorrectionLevel: "M" });
  const cell = codeSize / modules.size;
  const from = x + (stubWidth - codeSize) / 2;
  const alt = t("ticket.code_alt", { number: String(number) });
  section.add(
    doc.struct("Figure", { alt }, () => {
      for (let row = 0; row < modules.size; row++)
        for (let column = 0; column < modules.size; column++) {
          if (!modules.get(row, column)) continue;
          const first = column;
          while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
          // Overlaps slightly, because viewers would otherwise show white lines between the rows.
          doc.rect(from + first * cell, y + row * cell, (column - first + 1) * cell, cell + 0.05);
        }
      doc.fill("#000000");
    }),
  );
  const centred = (text: string, style: TextStyle, at: number): number => {
    const block = createBlock(text, style, { width: stubWidth - 24, leading: style.size + 4, most: 2 });
    return block.lines.reduce(
      (y, line) => drawBlock("P", { ...block, lines: [line] }, { x: x + (stubWidth - pen.width(line, style)) / 2, y }),
      at,
    );
  };
  const below = centred(t("ticket.show"), { role: "strong", size: 10.5, color: colors.text }, y + codeSize + 12);
  const short = t("ticket.short_number", { short: shortTicketNumber(ticket.scan_code) });
  centred(short, { role: "text", size: 10.5, color: colors.text_muted }, below + 2);
};

/** The seller's conditions, as far as they fit on the page. */
export const drawConditions = (page: TicketPage, from: number): void => {
  const { doc, t, seller, colors } = page;
  const { createBlock, drawBlock } = createLayout(page);
  const prose = htmlToParagraphs(seller.web.terms?.html ?? "");
  const width = Math.min(430, doc.page.width - 2 * pageMargin);
  const end = doc.page.height - pageMargin;
  const style: TextStyle = { role: "text", size: 9, color: colors.text_muted };
  if (prose.length === 0 || from + 60 > end) return;
  const title = createBlock(
    t("ticket.conditions"),
    { role: "strong", size: 11, color: colors.text },
    { width, leading: 18, most: 1 },
  );
  let y = drawBlock("H2", title, { x: pageMargin, y: from }) + 2;
  for (const { isHeading, text } of prose) {
    const most = Math.floor((end - y) / 13);
    // Keeps a heading together with the text below it.
    if (most < (isHeading ? 2 : 1)) return;
    const heading: TextStyle = { ...style, role: "strong", color: colors.text };
    const block = createBlock(text, isHeading ? heading : style, { width, leading: 13, most });
    y = drawBlock(isHeading ? "H3" : "P", block, { x: pageMargin, y }) + (isHeading ? 0 : 6);
  }
};
