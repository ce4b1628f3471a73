import { setImmediate as breathe } from "node:timers/promises";
import PDFDocument from "pdfkit";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { lightColors } from "@foyer/rules/values/themeColors.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { createPen } from "./createPen.ts";
import { drawTicket } from "./drawTicket.ts";
import type { TicketPage } from "./ticketLayout.ts";
import { ticketStrings } from "./ticket.strings.ts";
import type { PrintedTicket } from "./readPrintedTickets.ts";

/** What of an order stands on its tickets. */
export type PrintedOrder = { readonly order_number: number; readonly currency: string; readonly created_at: string };

/** Where people print on Letter; everywhere else on A4. */
const letterPaperCountries = new Set(["US", "CA", "MX", "PH", "CL", "CO", "VE"]);

/**
 * Tickets on paper: a tagged PDF with one page for each. `logo` is a PNG or JPEG on white. The same order gives the
 * same bytes each time.
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
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: letterPaperCountries.has(new Intl.Locale(seller.locale).region ?? "") ? "LETTER" : "A4",
    margin: 0,
    pdfVersion: "1.7",
    lang: seller.locale,
    tagged: true,
    displayTitle: true,
    info: {
      Title: singleLine(t("ticket.title")),
      Author: singleLine(seller.name),
      Creator: "Foyer",
      CreationDate: new Date(order.created_at),
    },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("end", resolve);
    doc.on("error", reject);
  });

  const white = "#ffffff";
  const page: TicketPage = {
    doc,
    pen: createPen(doc, seller.theme),
    t,
    seller,
    order,
    logo,
    // Paper is white, whatever the seller's pages are.
    colors: lightColors({ ...seller.theme.light, paper: white, surface: white }),
    count: tickets.length,
  };
  const root = doc.struct("Document");
  doc.addStructure(root);
  for (const [index, ticket] of tickets.entries()) {
    doc.addPage();
    const section = doc.struct("Sect", { title: singleLine(t("ticket.number", { number: String(index + 1) })) });
    root.add(section);
    drawTicket(page, section, ticket, index + 1);
    section.end();
    // A bus load of tickets must not keep everybody else waiting.
    await breathe();
  }
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
};
