import * as z from "zod/mini";
import { Id, IdList, Money, SignedMoney, embed, commaList, rows } from "../../basics.ts";
import { CartLine, Ticket, type TicketState } from "../cart.ts";
import { EventTemplate, TicketGroup, TicketType, Venue } from "../catalog.ts";
import { DoorTicket } from "./doorTicket.ts";
import { endpoint } from "../../endpoint.ts";
import { handlerNames } from "../../handlers.ts";
import { BoughtGiftCard } from "../giftcards.ts";
import { Identity } from "../identity.ts";
import { Membership } from "../membership.ts";
import { EventSession } from "../sessions.ts";
import { SentTicket } from "../aftersale/sentTicket.ts";
import { IncludedTax } from "../tax.ts";
import { OrderToken } from "./orderToken.ts";
import { TicketOrder } from "./ticketOrder.ts";

const orderTicketStates = ["booked", "redeemed", "cancelled"] as const satisfies readonly TicketState[];
/** Limits the tickets to these states and handlers. */
const ticketFilters = {
  "ticket.state._in": commaList(...orderTicketStates),
  "ticket_group.handler._in": commaList(...handlerNames),
};

const orderEmbeds = embed(
  "ticket",
  "ticket_group",
  "ticket_type",
  "event_template",
  "event_template.venue",
  "event_session",
  "ticket.event_session",
  "ticket.ticket_type",
  "ticket.ticket_group",
  "identity",
  "membership",
);

export const OrderReply = z.object({
  ticket_order: rows(TicketOrder),
  ticket: z.optional(rows(Ticket)),
  /** Gift cards bought with the orders, with their numbers. */
  gift_card: rows(BoughtGiftCard),
  /** Tickets and membership cards that admit their holder. */
  door_ticket: rows(DoorTicket),
  /** Tickets that were sent on to somebody else; absent without any. */
  sent_ticket: z.optional(rows(SentTicket)),
  /** Gift cards that paid for each order, by order id: the end of the number, the amount, and what is left on the card. */
  paying_gift_cards: z.record(z.string(), z.array(z.object({ number: z.string(), amount: Money, balance: Money }))),
  /** By order id: whether there are tickets to print, dates for a calendar and an invoice. */
  files: z.record(
    z.string(),
    z.object({ tickets: z.boolean(), calendar: z.boolean(), invoice: z.optional(z.boolean()) }),
  ),
  /** The lines of each order, by order id. */
  lines: z.record(z.string(), z.array(CartLine)),
  /** The amount that the buyer's bank has taken back of an order's payments in a dispute, by order id. */
  taken_back: z.record(z.string(), Money),
  /** The name of the recipient of a gift membership, by order id, without contact details. */
  giftees: z.record(z.string(), z.string()),
  /**
   * The amounts between the lines and the total of the purchase, by order id: fees, discounts, tickets cancelled since, and
   * tickets added by changes. Discounts and added tickets are negative.
   */
  sums: z.record(
    z.string(),
    z.array(
      z.object({
        kind: z.enum(["fee_fixed", "fee_percent", "discount", "cancelled", "changed"]),
        name: z.nullable(z.string()),
        amount: SignedMoney,
      }),
    ),
  ),
  /**
   * How the amounts of each changed order add up, by order id: `remaining` + `fees` + `rest` = `total`, and `bought` +
   * `paid` − `refunded` − `gift_card` = `total`. Orders that still cost what they did at the purchase are left out.
   */
  settled: z.optional(
    z.record(
      z.string(),
      z.object({
        /** The price of the remaining tickets, with fees and discounts. */
        remaining: Money,
        /** What the seller has kept of cancelled tickets. */
        fees: Money,
        /** Money without a ticket that was not refunded; negative: refunded although the tickets are still valid. */
        rest: SignedMoney,
        /** Negative: more was refunded, including gift cards, than was paid. */
        total: SignedMoney,
        /** Paid with the purchase. */
        bought: Money,
        /** Paid for changes. */
        paid: Money,
        refunded: Money,
        gift_card: Money,
      }),
    ),
  ),
  /** The taxes included in each order, by order id. Orders whose ticket types name no tax are left out. */
  taxes: z.optional(z.record(z.string(), z.array(IncludedTax))),
  /** Resources of the tickets, each once. A list is present if `_embed` names it. */
  ticket_type: z.optional(rows(TicketType)),
  ticket_group: z.optional(rows(TicketGroup)),
  event_session: z.optional(rows(EventSession)),
  event_template: z.optional(rows(EventTemplate)),
  venue: z.optional(rows(Venue)),
  /** Memberships from the orders, without the people. */
  membership: z.optional(rows(Membership)),
  /** The buyers of the orders, each shown only to themselves. */
  identity: z.optional(rows(Identity)),
});
export type OrderReply = z.infer<typeof OrderReply>;

export const listOrders = endpoint({
  name: "listOrders",
  method: "GET",
  path: "/ticket_order",
  summary: "Orders by id, for the page after the checkout. Orders of others are omitted.",
  query: z.strictObject({
    /** At most 20 ids, separated by commas. */
    "id._in": IdList,
    token: z.optional(OrderToken),
    _embed: orderEmbeds,
    ...ticketFilters,
  }),
  reply: OrderReply,
});

export const getOrder = endpoint({
  name: "getOrder",
  method: "GET",
  path: "/ticket_order/:ticket_order_id",
  summary: "One order.",
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken), _embed: orderEmbeds, ...ticketFilters }),
  reply: OrderReply,
});

export const getOrderQrCode = endpoint({
  name: "getOrderQrCode",
  method: "GET",
  path: "/ticket_order/:ticket_order_id/qrcode",
  summary:
    "The order's QR code as an image, while something of the order stands. Never stored by shared caches. Under /cached_api, which knows no visitor, only the order's token opens it; under /api its buyer's session does as well.",
  raw: true,
  cached: true,
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({
    token: z.optional(OrderToken),
    margin: z.optional(z.string().check(z.regex(/^(?:1?\d|20)$/))),
    /** `png` by default. */
    format: z.optional(z.enum(["png", "svg"])),
  }),
  reply: z.unknown(),
});

const orderFile = {
  method: "GET",
  raw: true,
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken) }),
  reply: z.unknown(),
} as const;

export const getOrderTickets = endpoint({
  ...orderFile,
  name: "getOrderTickets",
  path: "/ticket_order/:ticket_order_id/tickets.pdf",
  summary: "The order's tickets as a PDF, one per page. 404 for an order without admission.",
  mediaType: "application/pdf",
});

export const getOrderCalendar = endpoint({
  ...orderFile,
  name: "getOrderCalendar",
  path: "/ticket_order/:ticket_order_id/calendar.ics",
  summary: "The order's sessions as a calendar file. 404 for an order without a date.",
  mediaType: "text/calendar",
});
