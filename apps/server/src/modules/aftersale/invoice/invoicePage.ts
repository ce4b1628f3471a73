import type { ThemeColors } from "@foyer/rules/values/theme/themeColors.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { sellerText } from "../../../providers/mail/sellerText.ts";
import type { Pen, TextStyle } from "../../orders/tickets/createPen.ts";
import { blockHeight, createLayout, pageMargin } from "../../orders/tickets/ticketLayout.ts";
import type { invoiceStrings } from "./invoice.strings.ts";

/** The state of drawing. `y` is where the next part begins, in points from the top of the page. */
export type InvoicePage = {
  readonly doc: PDFKit.PDFDocument;
  readonly pen: Pen;
  readonly t: ReturnType<typeof sellerText<keyof typeof invoiceStrings>>;
  readonly seller: Seller;
  readonly colors: ThemeColors;
  /** The structure element from which screen readers read the whole invoice. */
  readonly section: PDFKit.PDFStructureElement;
  y: number;
};

/** A column of a table: its left edge and width, and the side on which its text is aligned. */
export type Column = { readonly x: number; readonly width: number; readonly align: "start" | "end" };
export type TableRow = { readonly cells: readonly string[]; readonly style: TextStyle; readonly tag: "TH" | "TD" };

const leadingOf = ({ size }: TextStyle): number => Math.round(size * 1.4);

/** Begins a new page if fewer than `height` points are left. */
export const ensureSpace = (page: InvoicePage, height: number): void => {
  if (page.y + height <= page.doc.page.height - pageMargin) return;
  page.doc.addPage();
  page.y = pageMargin;
};

/** Writes a paragraph, wrapped to `width`, and moves below it. */
export const writeParagraph = (
  page: InvoicePage,
  text: string,
  { tag, style, x, width }: { tag: string; style: TextStyle; x: number; width: number },
): void => {
  const { createBlock, drawBlock } = createLayout(page);
  const block = createBlock(text, style, { width, leading: leadingOf(style) });
  ensureSpace(page, blockHeight(block));
  page.y = drawBlock(tag, block, { x, y: page.y });
};

/** Draws a table row by row, on as many pages as needed. */
export const drawTable = (page: InvoicePage, columns: readonly Column[], rows: readonly TableRow[]): void => {
  const table = page.doc.struct("Table");
  page.section.add(table);
  for (const row of rows) drawRow(page, table, columns, row);
  table.end();
};

const drawRow = (
  page: InvoicePage,
  table: PDFKit.PDFStructureElement,
  columns: readonly Column[],
  { cells, style, tag }: TableRow,
): void => {
  const { doc, pen, colors } = page;
  const tr = doc.struct("TR");
  const { createBlock, drawBlock, drawArtifact } = createLayout({ ...page, section: tr });
  const leading = leadingOf(style);
  const blocks = columns.map(({ width }, index) => createBlock(cells[index] ?? "", style, { width, leading }));
  const height = Math.max(...blocks.map(blockHeight)) + 6;
  ensureSpace(page, height);
  table.add(tr);
  for (const [index, block] of blocks.entries()) {
    const { x, width, align } = columns[index] ?? { x: 0, width: 0, align: "start" };
    const shift = align === "end" ? width - Math.max(0, ...block.lines.map((line) => pen.width(line, style))) : 0;
    drawBlock(tag, block, { x: x + shift, y: page.y });
  }
  tr.end();
  page.y += height;
  const { y } = page;
  drawArtifact(() =>
    doc
      .moveTo(pageMargin, y - 3)
      .lineTo(doc.page.width - pageMargin, y - 3)
      .lineWidth(0.4)
      .strokeColor(colors.text_muted, 0.35)
      .stroke(),
  );
};
