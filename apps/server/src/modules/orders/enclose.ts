import type { Seller } from "@foyer/contract/seller.ts";
import type { Database } from "../../db/connect.ts";
import type { Enclosed, Enclosure } from "../../outside/mail/mail.ts";
import { codePicture } from "../catalog/codePicture.ts";
import { fittedPicture } from "../catalog/fittedPicture.ts";
import { orderCalendar } from "./orderCalendar.ts";
import { calendarFilename, printTickets, ticketsFilename } from "./orderFiles.ts";
import { ordersById, type OrderRow } from "./orders.sql.ts";
import { cardsOf } from "../membership/cardsOf.ts";
import { printedCard, ticketSheet } from "./ticketSheet.ts";

export type Desk = { readonly db: Database; readonly seller: Seller; readonly origin: string };

/** More pages than these make a mail that many servers refuse; the link in it opens them all. */
export const mostPages = 100;

/**
 * Makes what goes along with a letter, just before it is sent. What is not there any more is left out; what could not
 * be made is told beside what could.
 */
export const enclose = async (
  desk: Desk,
  enclosures: readonly Enclosure[],
): Promise<{ readonly made: readonly Enclosed[]; readonly failures: readonly Error[] }> => {
  const made: Enclosed[] = [];
  const failures: Error[] = [];
  for (const enclosure of enclosures) {
    try {
      made.push(...(await makeOne(desk, enclosure)));
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  return { made, failures };
};

const makeOne = async (desk: Desk, enclosure: Enclosure): Promise<Enclosed[]> => {
  if (enclosure.make === "picture") {
    const { cid, image_id, width, height } = enclosure;
    const bytes = await fittedPicture(desk, image_id, { width: width * 2, height: height * 2 });
    return bytes ? [{ filename: `${cid}.png`, type: "image/png", bytes, cid }] : [];
  }
  if (enclosure.make === "card" || enclosure.make === "cards") return cardsFor(desk, enclosure);
  const [order] = await ordersById(desk, [enclosure.ticket_order_id]);
  if (!order) return [];
  if (enclosure.make === "code") {
    const bytes = await codePicture(order.scan_code, 4);
    return [{ filename: `order-${order.order_number}.png`, type: "image/png", bytes, cid: enclosure.cid }];
  }
  return fileOf(desk, order, enclosure.make);
};

/** One card's code to be shown in its letter, or cards on paper; one that was taken back lets nobody in. */
const cardsFor = async (desk: Desk, enclosure: Extract<Enclosure, { make: "card" | "cards" }>): Promise<Enclosed[]> => {
  const ids = enclosure.make === "card" ? [enclosure.membership_id] : enclosure.membership_ids;
  const cards = await cardsOf(desk, ids);
  const [first] = cards;
  if (!first || cards.length > mostPages) return [];
  const name = `membership-${first.member_number}`;
  if (enclosure.make === "card") {
    const bytes = await codePicture(first.scan_code, 4);
    return [{ filename: `${name}.png`, type: "image/png", bytes, cid: enclosure.cid }];
  }
  const printed = cards.map((card) => printedCard(desk.seller, card));
  return [{ filename: `${name}.pdf`, type: "application/pdf", bytes: await printTickets(desk, first, printed) }];
};

const fileOf = async (desk: Desk, order: OrderRow, make: "tickets" | "calendar"): Promise<Enclosed[]> => {
  const tickets = await ticketSheet(desk.db, desk.seller, order);
  if (make === "tickets") {
    if (tickets.length === 0 || tickets.length > mostPages) return [];
    return [
      { filename: ticketsFilename(order), type: "application/pdf", bytes: await printTickets(desk, order, tickets) },
    ];
  }
  const calendar = orderCalendar(desk.seller, desk.origin, order, tickets);
  if (calendar === undefined) return [];
  return [
    {
      filename: calendarFilename(order),
      type: "text/calendar; charset=utf-8; method=PUBLISH",
      bytes: Buffer.from(calendar),
    },
  ];
};
