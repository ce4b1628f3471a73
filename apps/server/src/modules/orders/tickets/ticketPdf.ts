import { setImmediate as nextTurn } from "node:timers/promises";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { lightColors } from "@foyer/rules/values/theme/themeColors.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { createPen } from "./createPen.ts";
import { drawTicket } from "./drawTicket.ts";
import type { PrintedOrder, TicketDocument } from "./ticketLayout.ts";
import { ticketStrings } from "./ticket.strings.ts";
import type { PrintedTicket } from "./readPrintedTickets.ts";

/** Countries that use Letter paper; the others use A4. */
const letterPaperCountries = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE"]);

/**
 * Tickets to print: a tagged PDF with one page each. `logo` is a PNG or JPEG on white. The same order always gives the
 * same bytes.
 */
export const ticketPdf = async (
  seller: Seller,
  order: PrintedOrder,
  tickets: readonly PrintedTicket[],
  logo: Buffer | undefined,
): Promise<Buffer> => {
  const t = sellerText(seller, ticketStrings, {
    seller: seller.name,
    order_number: String(order.order_number),
    count: String(tickets.length),
  });
  const doc = await createPdf(seller, order, singleLine(t("ticket.title")));
  const bytes = collectBytes(doc);
  const white = "#ffffff";
  const document: TicketDocument = {
    doc,
    pen: createPen(doc, seller.theme),
    t,
    seller,
    order,
    logo,
    // Paper is white, regardless of the seller's theme.
    colors: lightColors({ ...seller.theme.light, paper: white, surface: white }),
    count: tickets.length,
  };
  const root = doc.struct("Document");
  doc.addStructure(root);
  for (const [index, ticket] of tickets.entries()) {
    doc.addPage();
    const section = doc.struct("Sect", { title: singleLine(t("ticket.number", { number: String(index + 1) })) });
    root.add(section);
    drawTicket({ ...document, section, number: index + 1 }, ticket);
    section.end();
    // Lets other requests run between the pages of a large order.
    await nextTurn();
  }
  root.end();
  doc.end();
  return bytes;
};

/** An empty PDF on the paper of the seller's country. The same order always gives the same bytes. */
export const createPdf = async (
  seller: Seller,
  order: Pick<PrintedOrder, "created_at">,
  title: string,
): Promise<PDFKit.PDFDocument> => {
  // Loaded with the first document: it took a sixth of the time that a server needs to start.
  const { default: PDFDocument } = await import("pdfkit");
  return new PDFDocument({
    autoFirstPage: false,
    size: letterPaperCountries.has(new Intl.Locale(seller.locale).region ?? "") ? "LETTER" : "A4",
    margin: 0,
    pdfVersion: "1.7",
    lang: seller.locale,
    tagged: true,
    displayTitle: true,
    info: {
      Title: title,
      Author: singleLine(seller.name),
      Creator: "Foyer",
      CreationDate: new Date(order.created_at),
    },
  });
};

/** Resolves when the document has ended. */
export const collectBytes = (doc: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });
