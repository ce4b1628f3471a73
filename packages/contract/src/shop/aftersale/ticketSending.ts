import * as z from "zod/mini";
import { Id, Instant, rows } from "../../basics.ts";
import { endpoint } from "../../endpoint.ts";
import { DoorTicket } from "../orders/doorTicket.ts";
import { OrderReply } from "../orders/orders.ts";
import { OrderToken } from "../orders/orderToken.ts";

/**
 * Endpoints name these parts one by one. The browser's build removes unused schemas by name, and a spread would keep them.
 */
const orderAccess = {
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken) }),
} as const;
const tickets = z.array(z.strictObject({ ticket_id: Id })).check(z.minLength(1), z.maxLength(100));

/**
 * Refused with `access_denied` if the buyer has to contact the seller, `tickets_too_old` after the policy's deadline, and
 * `ticket_state_incorrect` for a ticket that is cancelled, used or already sent on.
 */
export const sendTickets = endpoint({
  params: orderAccess.params,
  query: orderAccess.query,
  name: "sendTickets",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/send",
  summary:
    "Sends tickets of an order on to somebody else. Each gets a new code at once, which only the recipient's link shows.",
  body: z.strictObject({
    tickets,
    email: z.string().check(z.maxLength(254)),
    /** The name by which the recipient knows the sender. */
    sender_name: z.optional(z.string().check(z.maxLength(100))),
    message: z.optional(z.string().check(z.maxLength(500))),
  }),
  reply: OrderReply,
});

/** Refused with `ticket_state_incorrect` for a ticket that is used, cancelled or not sent on. */
export const takeBackTickets = endpoint({
  params: orderAccess.params,
  query: orderAccess.query,
  name: "takeBackTickets",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/take_back",
  summary: "Takes tickets back that were sent on and not used. They get new codes, and their recipient is told.",
  body: z.strictObject({ tickets }),
  reply: OrderReply,
});

const sendingAccess = {
  params: z.strictObject({ sending_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken) }),
} as const;

export const getTicketSending = endpoint({
  params: sendingAccess.params,
  query: sendingAccess.query,
  name: "getTicketSending",
  method: "GET",
  path: "/ticket_sending/:sending_id",
  summary: "Tickets that were sent to somebody, for whoever has the link from the e-mail. Nothing else of their order.",
  reply: z.object({
    /** The sender's name; null if they gave none. */
    sender_name: z.nullable(z.string()),
    message: z.nullable(z.string()),
    sent_at: Instant,
    door_ticket: rows(DoorTicket),
    /** The number of sent tickets that were cancelled or taken back since. */
    ended: z.int(),
  }),
});

export const getSentTickets = endpoint({
  params: sendingAccess.params,
  query: sendingAccess.query,
  name: "getSentTickets",
  method: "GET",
  raw: true,
  path: "/ticket_sending/:sending_id/tickets.pdf",
  summary: "The tickets that were sent to somebody as a PDF, without their prices. 404 if none is left.",
  mediaType: "application/pdf",
  reply: z.unknown(),
});

export const getSentCalendar = endpoint({
  params: sendingAccess.params,
  query: sendingAccess.query,
  name: "getSentCalendar",
  method: "GET",
  raw: true,
  path: "/ticket_sending/:sending_id/calendar.ics",
  summary: "Their sessions as a calendar file. A session without a ticket left is marked as cancelled.",
  mediaType: "text/calendar",
  reply: z.unknown(),
});
