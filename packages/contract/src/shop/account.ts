import * as z from "zod/mini";
import { Day, Id, IdList, Instant, Money, TimeOfDay, embed, commaList, rows } from "../basics.ts";
import { Ticket, type TicketState } from "./cart.ts";
import { CheckoutReply } from "./checkout.ts";
import { cartEmbeds } from "./cartEmbeds.ts";
import { endpoint } from "../endpoint.ts";
import { OrderReply, OrderToken } from "./orders.ts";

/** States that the account counts (requirements ACCOUNT-37). */
export const accountStates = ["booked", "redeemed"] as const satisfies readonly TicketState[];
const ticketStates = commaList(...accountStates);

/** A session that somebody has tickets for, once for each order (requirements ENTITY-64). */
export const OrderSession = z.object({
  ticket_order_id: Id,
  event_session_id: z.nullable(Id),
  event_template_id: Id,
  start_datetime: z.nullable(Instant),
  order_number: z.string(),
  purchased_on: Instant,
  event_name: z.string(),
  /** In the venue's zone. */
  local_day: z.nullable(Day),
  local_start: z.nullable(TimeOfDay),
  all_day: z.boolean(),
  timezone: z.string(),
  image: z.nullable(z.string()),
  image_alt: z.nullable(z.string()),
  is_upcoming: z.boolean(),
  /** What the whole order cost. */
  total: Money,
});
export type OrderSession = z.infer<typeof OrderSession>;

/** A ticket as the account shows it. */
export const AccountTicket = z.object({
  ...Ticket.shape,
  ticket_type_name: z.string(),
  ticket_group_name: z.string(),
});
export type AccountTicket = z.infer<typeof AccountTicket>;

/** Of whoever is logged in. Refused with `not_authorized` (401) without a full session. */
export const myOrderSessions = endpoint({
  name: "myOrderSessions",
  method: "GET",
  path: "/my/order_session",
  summary: "All sessions that the visitor has booked or redeemed tickets for, newest order first, with the tickets.",
  query: z.strictObject({
    _embed: embed("ticket", "ticket.ticket_type", "ticket.ticket_group"),
    "ticket.state._in": ticketStates,
  }),
  reply: z.object({ search_result: rows(OrderSession), ticket: rows(AccountTicket) }),
});

export const myOrders = endpoint({
  name: "myOrders",
  method: "GET",
  path: "/my/ticket_order",
  summary: "The visitor's own orders by id; others are left out.",
  query: z.strictObject({
    "id._in": z.optional(IdList),
    "ticket.state._in": ticketStates,
    _embed: embed("ticket", "ticket.ticket_type", "ticket.ticket_group", "ticket_type", "ticket_group"),
  }),
  reply: OrderReply,
});

/** Refused with `not_found` (404, 'No orders could be found for this email address.') where the seller is not strict about it. */
export const resendOrders = endpoint({
  name: "resendOrders",
  method: "POST",
  path: "/ticket_order/resend",
  summary: "Sends the confirmations of an address again, to that address.",
  body: z.strictObject({
    email: z.string().check(z.minLength(1), z.maxLength(254)),
    memberships_only: z.optional(z.boolean()),
  }),
  reply: z.object({ sent: z.boolean() }),
});
export const resendMyOrders = endpoint({
  name: "resendMyOrders",
  method: "POST",
  path: "/my/ticket_order/resend",
  summary: "Sends one's own confirmations again; with `memberships_only` the card.",
  body: z.strictObject({ memberships_only: z.optional(z.boolean()) }),
  reply: z.object({ sent: z.boolean() }),
});

export const emailOrder = endpoint({
  name: "emailOrder",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/email",
  summary: "Sends an order's letter again to the address on file. With an empty body its tickets.",
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken) }),
  body: z.strictObject({ log_context: z.optional(z.enum(["order_update", "order_cancel"])) }),
  reply: z.object({ sent: z.boolean() }),
});

/** Brand and last four digits, '{brand} …{last4}', and nothing else (requirements OPEN-83). */
export const SavedPaymentMethod = z.object({ id: Id, brand: z.string(), last4: z.string(), identifier: z.string() });
export type SavedPaymentMethod = z.infer<typeof SavedPaymentMethod>;

export const mySavedPaymentMethods = endpoint({
  name: "mySavedPaymentMethods",
  method: "GET",
  path: "/my/identity/saved_payment_method",
  summary: "How the visitor pays for renewals.",
  reply: z.object({ saved_payment_method: rows(SavedPaymentMethod) }),
});

const cartParams = z.strictObject({ cart_id: Id });
const terms = {
  terms_accepted: z.optional(z.boolean()),
  terms_version: z.optional(z.string()),
};

/** The same as a guest's last step; the purchaser is whoever is logged in, and their letters always come. */
export const checkoutAsMember = endpoint({
  name: "checkoutAsMember",
  method: "POST",
  path: "/my/cart/:cart_id/checkout",
  summary: "A member's last step: the paid cart becomes an order.",
  params: cartParams,
  query: z.strictObject({ _embed: cartEmbeds }),
  body: z.strictObject(terms),
  reply: CheckoutReply,
});
/** Refused with `gift_to_oneself` when giver and giftee are one. */
export const checkoutGift = endpoint({
  name: "checkoutGift",
  method: "POST",
  path: "/my/cart/:cart_id/gift_checkout",
  summary: "The same for a gift of a membership.",
  params: cartParams,
  query: z.strictObject({ _embed: cartEmbeds }),
  body: z.strictObject({ ...terms, giftee_identity_id: Id }),
  reply: CheckoutReply,
});
