import * as z from "zod/mini";
import { SessionFlag } from "./sessionFlag.ts";
import { Day, Id, IdList, Instant, Money, TimeOfDay, embed, commaList, rows } from "../basics.ts";
import { Ticket, type TicketState } from "./cart.ts";
import { CardGatewayId } from "./cardGateways.ts";
import { checkoutAnswers, CheckoutReply } from "./checkout.ts";
import { cartEmbeds } from "./cartEmbeds.ts";
import { TicketToken } from "./orders/doorTicket.ts";
import { PictureFocus } from "./pictureFocus.ts";
import { endpoint } from "../endpoint.ts";
import { Handler } from "../handlers.ts";
import { OrderReply } from "./orders/orders.ts";
import { OrderToken } from "./orders/orderToken.ts";

/** The ticket states that the account pages show. */
export const accountStates = ["booked", "redeemed"] as const satisfies readonly TicketState[];
const ticketStates = commaList(...accountStates);

/** A session with tickets of the user, one row per order. */
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
  image_focus: z.nullable(PictureFocus),
  /** Its start is in the future, and it is not cancelled. */
  is_upcoming: z.boolean(),
  flag: z.nullable(SessionFlag),
  /** The total of the whole order. */
  total: Money,
  /** The amount that the buyer's bank has taken back in a dispute; null if none. */
  taken_back: z.nullable(Money),
});
export type OrderSession = z.infer<typeof OrderSession>;

/** A ticket as the account shows it. */
export const AccountTicket = z.object({
  ...Ticket.shape,
  ticket_type_name: z.string(),
  ticket_group_name: z.string(),
  handler: Handler,
  /** Opens the QR code and PDF of this ticket only. Null for tickets that do not admit anybody. */
  token: z.nullable(TicketToken),
});
export type AccountTicket = z.infer<typeof AccountTicket>;

/** Refused with `not_authorized` (401) without a full session. */
export const myOrderSessions = endpoint({
  name: "myOrderSessions",
  method: "GET",
  path: "/my/order_session",
  summary:
    "Sessions that the logged-in user has booked or redeemed tickets for, newest order first, with the tickets. At most those of the newest 1,000 orders.",
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
  summary: "The logged-in user's orders by id, without ids the newest 20. Orders of others are omitted.",
  query: z.strictObject({
    /** At most 20 ids, separated by commas. */
    "id._in": z.optional(IdList),
    "ticket.state._in": ticketStates,
    _embed: embed("ticket", "ticket.ticket_type", "ticket.ticket_group", "ticket_type", "ticket_group"),
  }),
  reply: OrderReply,
});

/**
 * Refused with `not_found` (404, 'No orders could be found for this email address.'), unless the seller sets
 * `strict_resend`: then every address gets the same answer.
 */
export const resendOrders = endpoint({
  name: "resendOrders",
  method: "POST",
  path: "/ticket_order/resend",
  summary: "Sends the order confirmations of an e-mail address again, to that address.",
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
  summary: "Sends the user's own order confirmations again; with `memberships_only` the membership card.",
  body: z.strictObject({ memberships_only: z.optional(z.boolean()) }),
  reply: z.object({ sent: z.boolean() }),
});

export const emailOrder = endpoint({
  name: "emailOrder",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/email",
  summary: "Sends an order's e-mail again to the address on file; with an empty body the one with its tickets.",
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken) }),
  body: z.strictObject({ log_context: z.optional(z.enum(["order_update", "order_cancel"])) }),
  reply: z.object({ sent: z.boolean() }),
});

/** A saved payment method: `identifier` is '{brand} …{last4}'. No other card data is stored. */
export const SavedPaymentMethod = z.object({
  id: Id,
  brand: z.string(),
  last4: z.string(),
  identifier: z.string(),
  /** The gateway that stores it. It can pay only for a cart whose fee is of the same gateway. */
  gateway_id: CardGatewayId,
  /** Whether the card's last valid month is over. */
  expired: z.boolean(),
});
export type SavedPaymentMethod = z.infer<typeof SavedPaymentMethod>;

export const mySavedPaymentMethods = endpoint({
  name: "mySavedPaymentMethods",
  method: "GET",
  path: "/my/identity/saved_payment_method",
  summary: "The user's saved payment methods for renewals.",
  reply: z.object({ saved_payment_method: rows(SavedPaymentMethod) }),
});

const cartParams = z.strictObject({ cart_id: Id });
const termsAndAnswers = {
  terms_accepted: z.optional(z.boolean()),
  terms_version: z.optional(z.string().check(z.maxLength(254))),
  additionalInfo: checkoutAnswers,
};

/** Like `checkoutAsGuest`, but the purchaser is the logged-in user and confirmation e-mails are always sent. */
export const checkoutAsMember = endpoint({
  name: "checkoutAsMember",
  method: "POST",
  path: "/my/cart/:cart_id/checkout",
  summary: "Completes the checkout of a logged-in user: the paid cart becomes an order.",
  params: cartParams,
  query: z.strictObject({ _embed: cartEmbeds }),
  body: z.strictObject(termsAndAnswers),
  reply: CheckoutReply,
});
/** Refused with `gift_to_oneself` if giver and recipient are the same person. */
export const checkoutGift = endpoint({
  name: "checkoutGift",
  method: "POST",
  path: "/my/cart/:cart_id/gift_checkout",
  summary: "Completes the checkout of a gift membership by a logged-in user.",
  params: cartParams,
  query: z.strictObject({ _embed: cartEmbeds }),
  body: z.strictObject({ ...termsAndAnswers, giftee_identity_id: Id }),
  reply: CheckoutReply,
});
