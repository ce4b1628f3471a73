import * as z from "zod/mini";
import { Id, Instant, Money, rows } from "../../basics.ts";
import { endpoint } from "../../endpoint.ts";
import { ChangeAction, RefundTo } from "./changePolicy.ts";
import { OrderReply } from "../orders/orders.ts";
import { OrderToken } from "../orders/orderToken.ts";

/** Why nothing can be done with a ticket. `not_changeable`: the venue has to be contacted. */
export const ChangeObstacle = z.enum(["redeemed", "cancelled", "past", "past_horizon", "not_changeable"]);
export type ChangeObstacle = z.infer<typeof ChangeObstacle>;

/** What the visitor can do with one ticket of an order now. */
export const TicketActions = z.object({
  ticket_id: Id,
  actions: z.array(ChangeAction),
  /** Until when, exclusively; null where nothing can be done. */
  until: z.nullable(Instant),
  obstacle: z.nullable(ChangeObstacle),
  /** Its session is sold out, and the seller's rules leave such tickets where they are: it cannot be moved or exchanged. */
  is_sold_out: z.boolean(),
  /** What was paid for it, with its fees. */
  value: Money,
  /** What the seller keeps of it when it is moved or exchanged. */
  change_fee: Money,
  /** It can be sent on to somebody else. */
  is_sendable: z.boolean(),
  /**
   * Its event asks for a city-pass voucher for each ticket. What it is changed for gets the voucher that it has, and needs
   * another one where that is not valid: an adult's for a child.
   */
  needs_voucher: z.boolean(),
});
export type TicketActions = z.infer<typeof TicketActions>;

/** Something that happened to an order after it was bought, the earliest first. */
export const OrderEvent = z.object({
  at: Instant,
  kind: z.enum([
    "bought",
    "moved",
    "cancelled",
    "renamed",
    /** Somebody was added to a membership. */
    "card_added",
    "sent",
    "taken_back",
    /** The venue has cancelled a session that the order has tickets for. */
    "session_cancelled",
    /** Such a session takes place after all. */
    "session_reinstated",
    /** The venue has moved a session that the order has tickets for to another time. */
    "session_moved",
    "paid",
    "refunded",
  ]),
  /** How many tickets it was about; 0 for money alone. */
  tickets: z.int(),
  /** What was paid, or what went back. */
  amount: Money,
  /** Where the money went: 'Visa ending in 4242', a gift card's end ('…4Q7Z'), or null where nothing did or the means has no name. */
  means: z.nullable(z.string()),
  /** Of money that goes back. */
  state: z.nullable(z.enum(["pending", "succeeded", "failed"])),
  /** The venue did it, and not the buyer. */
  by_venue: z.optional(z.boolean()),
  /** Of a session that the venue has cancelled or moved, or that takes place after all. */
  event_name: z.optional(z.string()),
  /** Of a session that was moved: when it was to begin, and when it begins. */
  moved: z.optional(z.object({ from: Instant, to: Instant, timezone: z.string() })),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** Named part by part below: the browser's build drops schemas by their names, and would keep them in a spread. */
const orderAccess = {
  params: z.strictObject({ ticket_order_id: Id }),
  query: z.strictObject({ token: z.optional(OrderToken) }),
} as const;

export const getOrderActions = endpoint({
  params: orderAccess.params,
  query: orderAccess.query,
  name: "getOrderActions",
  method: "GET",
  path: "/ticket_order/:ticket_order_id/actions",
  summary: "What the visitor can do with each ticket of an order, where money goes back to, and the order's history.",
  reply: z.object({
    ticket: rows(TicketActions),
    refund_to: RefundTo,
    /** In percent of a refund that is taken as a gift card. */
    gift_card_bonus: z.number(),
    /** The visitor's own change of the order that is neither confirmed nor discarded; null without one. */
    change_cart_id: z.nullable(Id),
    /** The venue has opened a change of the order that waits to be paid; `acceptOfferedChange` makes it the visitor's own. */
    is_change_offered: z.boolean(),
    history: z.array(OrderEvent),
  }),
});

/**
 * Makes the change that the venue has opened for the buyer the visitor's own, so that they pay for it like for any other.
 * What it gives up and adds stays. Refused with `cart_expired` once its time is over.
 */
export const acceptOfferedChange = endpoint({
  params: orderAccess.params,
  query: orderAccess.query,
  name: "acceptOfferedChange",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/offered_change",
  summary: "Makes the change that the venue has opened the visitor's own, to pay for it.",
  reply: z.object({ change_cart_id: Id }),
});

const cancellation = {
  /** Tickets of the order; those that depend on them go along. */
  tickets: z.array(z.strictObject({ ticket_id: Id })).check(z.minLength(1), z.maxLength(1000)),
  /** Where money goes back to, where the seller lets the buyer choose. */
  refund_to: z.optional(z.enum(["same_means", "gift_card"])),
};

/** What a cancellation comes to. */
export const CancellationQuote = z.object({
  /** The tickets that are cancelled, with those that go along. */
  tickets: z.array(z.object({ ticket_id: Id })),
  value: Money,
  fee: Money,
  /** What goes back to each means that paid. */
  refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
  refund: Money,
  /** The value of the new gift card, the bonus included; zero without one. */
  gift_card: Money,
  bonus: Money,
  /** City-pass vouchers of the tickets, by their ends ('…1111'): they can be used again. Absent without any. */
  freed_vouchers: z.optional(z.array(z.string())),
});
export type CancellationQuote = z.infer<typeof CancellationQuote>;

export const quoteOrderCancellation = endpoint({
  params: orderAccess.params,
  query: orderAccess.query,
  name: "quoteOrderCancellation",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/cancel_quote",
  summary: "What cancelling tickets would come to. Changes nothing.",
  body: z.strictObject(cancellation),
  reply: CancellationQuote,
});

/**
 * Refused with `access_denied` where the seller has to be contacted, `tickets_too_old` past the policy's time,
 * `ticket_state_incorrect` for a ticket that is cancelled or used, and `payment_in_progress` while a change of the order
 * is being paid for.
 */
export const cancelOrderTickets = endpoint({
  params: orderAccess.params,
  query: orderAccess.query,
  name: "cancelOrderTickets",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/cancel",
  summary: "Cancels tickets of an order and gives back their money by the seller's policy.",
  body: z.strictObject({
    ...cancellation,
    gateway_data: z.optional(z.strictObject({})),
    /** What the buyer was shown. Refused with `payment_incorrect_amount` if it comes to something else by now. */
    expected: z.optional(z.strictObject({ refund: Money, gift_card: Money })),
  }),
  reply: z.object({ ...OrderReply.shape, cancellation: CancellationQuote }),
});

/** Refused with `validation_failed` for a name or address that the event does not accept, and like a cancellation else. */
export const changeTicketNames = endpoint({
  params: orderAccess.params,
  query: orderAccess.query,
  name: "changeTicketNames",
  method: "POST",
  path: "/ticket_order/:ticket_order_id/names",
  summary: "Corrects the names on tickets of an order. The tickets stay valid, and their purchaser gets them again.",
  body: z.strictObject({
    tickets: z
      .array(
        z.strictObject({
          ticket_id: Id,
          admit_name: z.string().check(z.maxLength(101)),
          admit_email: z.optional(z.string().check(z.maxLength(254))),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: OrderReply,
});
