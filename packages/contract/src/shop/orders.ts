import * as z from "zod/mini";
import { Id, IdList, SignedMoney, embed, commaList, rows } from "../basics.ts";
import { CartLine, Ticket, type TicketState } from "./cart.ts";
import { EventTemplate, TicketGroup, TicketType, Venue } from "./catalog.ts";
import { endpoint } from "../endpoint.ts";
import { handlerNames } from "../handlers.ts";
import { BoughtGiftCard } from "./giftcards.ts";
import { Membership } from "./membership.ts";
import { EventSession } from "./sessions.ts";
import { TicketOrder } from "./ticketOrder.ts";

/** A guest opens an order with the session that bought it, or with the token of the mail's link. */
export const OrderToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/));

const orderTicketStates = ["booked", "redeemed", "cancelled"] as const satisfies readonly TicketState[];
/** Tickets in these states, and of groups that are sold in these ways, alone. */
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
  /** Gift cards that the orders bought, with their numbers. */
  gift_card: rows(BoughtGiftCard),
  /** By order id: has it tickets to print, and a date for the calendar? */
  files: z.record(z.string(), z.object({ tickets: z.boolean(), calendar: z.boolean() })),
  /** The order as a person reads it, by order id. */
  lines: z.record(z.string(), z.array(CartLine)),
  /** Whom a membership in it was given to, by order id: their name, and nothing by which they are reached. */
  giftees: z.record(z.string(), z.string()),
  /** What stands between its tickets and its total, in the order of the cart, by order id; below zero what was taken off. */
  sums: z.record(
    z.string(),
    z.array(
      z.object({
        kind: z.enum(["fee_fixed", "fee_percent", "discount"]),
        name: z.nullable(z.string()),
        amount: SignedMoney,
      }),
    ),
  ),
  /** Rows of what the tickets are of, each once; a list is there when `_embed` names it. */
  ticket_type: z.optional(rows(TicketType)),
  ticket_group: z.optional(rows(TicketGroup)),
  event_session: z.optional(rows(EventSession)),
  event_template: z.optional(rows(EventTemplate)),
  venue: z.optional(rows(Venue)),
  /** What the orders made somebody a member by, without who it is. */
  membership: z.optional(rows(Membership)),
});
export type OrderReply = z.infer<typeof OrderReply>;

export const listOrders = endpoint({
  name: "listOrders",
  method: "GET",
  path: "/ticket_order",
  summary: "Orders by id, for the complete page. Orders of others are left out; more than 20 ids are refused.",
  query: z.strictObject({ "id._in": IdList, token: z.optional(OrderToken), _embed: orderEmbeds, ...ticketFilters }),
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
    "The order's QR code as a picture. Never kept by a shared cache. Under /cached_api, where nobody is known, it opens with the order's token alone; under /api to its buyer as well.",
  raw: true,
  cached: true,
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({
    token: z.optional(OrderToken),
    margin: z.optional(z.string().check(z.regex(/^(?:1?\d|20)$/))),
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
  summary: "The order's tickets to print, one on each page. Not found for an order that lets nobody in.",
  mediaType: "application/pdf",
});

export const getOrderCalendar = endpoint({
  ...orderFile,
  name: "getOrderCalendar",
  path: "/ticket_order/:ticket_order_id/calendar.ics",
  summary: "When and where the order's sessions are, for a calendar. Not found for an order without a date.",
  mediaType: "text/calendar",
});
