import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../../db/connections.ts";
import type { Attachment, AttachmentSource } from "../../../providers/mail/mailTransport.ts";
import { renderQrCode } from "../../catalog/images/renderQrCode.ts";
import { renderFittedImage } from "../../catalog/images/renderFittedImage.ts";
import { orderCalendar } from "./orderCalendar.ts";
import { readCalendarSource } from "./orderVisits.ts";
import { calendarFilename, printTickets, ticketsFilename } from "./orderFiles.ts";
import { ordersById, type OrderRow } from "../orders.sql.ts";
import { readCards } from "../../membership/cards/readCards.ts";
import { opensDoor, readPrintedTickets, toPrintedCard } from "../tickets/readPrintedTickets.ts";

export type AttachmentContext = { readonly db: Database; readonly seller: Seller; readonly origin: string };

/** The text of a sample code, which is on no ticket. */
export const sampleCode = "TEST-OPENS-NO-DOOR";

/** Many servers refuse larger e-mails. The link in the e-mail opens all pages. */
export const maxPages = 100;

/**
 * Creates the attachments of an e-mail just before it is sent. Attachments whose order or card no longer exists are left
 * out; those that could not be created are returned as `failures`.
 */
export const createAttachments = async (
  ctx: AttachmentContext,
  specs: readonly AttachmentSource[],
): Promise<{ readonly attachments: readonly Attachment[]; readonly failures: readonly Error[] }> => {
  const attachments: Attachment[] = [];
  const failures: Error[] = [];
  for (const spec of specs) {
    try {
      attachments.push(...(await createAttachment(ctx, spec)));
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  return { attachments, failures };
};

const createAttachment = async (ctx: AttachmentContext, spec: AttachmentSource): Promise<Attachment[]> => {
  if (spec.make === "picture") {
    const { cid, image_id, width, height } = spec;
    const bytes = await renderFittedImage(ctx, image_id, { width: width * 2, height: height * 2 });
    return bytes ? [{ filename: `${cid}.png`, type: "image/png", bytes, cid }] : [];
  }
  if (spec.make === "sample_code")
    return [{ filename: "code.png", type: "image/png", bytes: await renderQrCode(sampleCode, 4), cid: spec.cid }];
  if (spec.make === "card" || spec.make === "cards") return cardAttachments(ctx, spec);
  const [order] = await ordersById(ctx, [spec.ticket_order_id]);
  if (!order) return [];
  if (spec.make === "code") {
    const bytes = await renderQrCode(order.scan_code, 4);
    return [{ filename: `order-${order.order_number}.png`, type: "image/png", bytes, cid: spec.cid }];
  }
  return orderAttachment(ctx, order, spec.make);
};

/** The QR code of one card, or a PDF of several cards. Cancelled cards are left out. */
const cardAttachments = async (
  ctx: AttachmentContext,
  spec: Extract<AttachmentSource, { make: "card" | "cards" }>,
): Promise<Attachment[]> => {
  const ids = spec.make === "card" ? [spec.membership_id] : spec.membership_ids;
  const cards = await readCards(ctx, ids);
  const [first] = cards;
  if (!first || cards.length > maxPages) return [];
  const name = `membership-${first.member_number}`;
  if (spec.make === "card") {
    const bytes = await renderQrCode(first.scan_code, 4);
    return [{ filename: `${name}.png`, type: "image/png", bytes, cid: spec.cid }];
  }
  const printed = cards.map((card) => toPrintedCard(ctx.seller, card));
  return [{ filename: `${name}.pdf`, type: "application/pdf", bytes: await printTickets(ctx, first, printed) }];
};

const orderAttachment = async (
  ctx: AttachmentContext,
  order: OrderRow,
  kind: "tickets" | "calendar",
): Promise<Attachment[]> => {
  const tickets = await readPrintedTickets(ctx.db, ctx.seller, order);
  if (kind === "tickets") {
    const printed = tickets.filter(opensDoor);
    if (printed.length === 0 || printed.length > maxPages) return [];
    return [
      { filename: ticketsFilename(order), type: "application/pdf", bytes: await printTickets(ctx, order, printed) },
    ];
  }
  const calendar = orderCalendar(ctx.seller, ctx.origin, await readCalendarSource(ctx, order, tickets));
  if (calendar === undefined) return [];
  return [
    {
      filename: calendarFilename(order),
      type: "text/calendar; charset=utf-8; method=PUBLISH",
      bytes: Buffer.from(calendar),
    },
  ];
};
