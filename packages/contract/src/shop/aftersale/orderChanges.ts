import * as z from "zod/mini";
import { Id, Instant, Money, rows } from "../../basics.ts";
import { endpoint } from "../../endpoint.ts";
import { ChangeAction, RefundTo } from "./changePolicy.ts";
import { OrderReply } from "../orders/orders.ts";
import { OrderToken } from "../orders/orderToken.ts";

/** Why nothing can be done with a ticket. `not_changeable`: the buyer has to contact the venue. */
export const ChangeObstacle = z.enum(["redeemed", "cancelled", "past", "past_horizon", "not_changeable"]);
export type ChangeObstacle = z.infer<typeof ChangeObstacle>;

/** What the visitor can do with one ticket of an order now. */
export const TicketActions = z.object({
  ticket_id: Id,
  actions: z.array(ChangeAction),
  /** The deadline, exclusive; null if nothing can be done. */
  until: z.nullable(Instant),
  obstacle: z.nullable(ChangeObstacle),
  /** Its session is sold out, and the seller's rules do not allow such tickets to be moved or exchanged. */
  is_sold_out: z.boolean(),
  /** What was paid for it, including fees. */
  value: Money,
  /** What the seller keeps of it when it is moved or exchanged. */
  change_fee: Money,
  /** It can be sent on to somebody else. */
  is_sendable: z.boolean(),
  /**
   * Its event requires a city-pass voucher per ticket. The ticket that replaces it takes over its voucher, or needs another
   * one if that is not valid for it: an adult's voucher for a child's ticket.
   */
  needs_voucher: z.boolean(),
});
export type TicketActions = z.infer<typeof TicketActions>;

/** Something that happened to an order after the purchase. Events are listed oldest first. */
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
    /** The venue has reinstated such a session. */
    "session_reinstated",
    /** The venue has moved a session that the order has tickets for to another time. */
    "session_moved",
    "paid",
    "refunded",
  ]),
  /** The number of tickets affected; 0 for payments and refunds alone. */
  tickets: z.int(),
  /** The amount paid or refunded. */
  amount: Money,
  /**
   * Where the money went: 'Visa ending in 4242', the end of a gift card's number ('…4Q7Z'), or null if no money was moved
   * or the means has no name.
   */
  means: z.nullable(z.string()),
  /** The state of a refund. */
  state: z.nullable(z.enum(["pending", "succeeded", "failed"])),
  /** It was done by the venue, not by the buyer. */
  by_venue: z.optional(z.boolean()),
  /** For a session that the venue cancelled, moved or reinstated. */
  event_name: z.optional(z.string()),
  /** For a session that was moved: its old and its new start. */
  moved: z.optional(z.object({ from: Instant, to: Instant, timezone: z.string() })),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/**
 * Endpoints name these parts one by one. The browser's build removes unused schemas by name, and a spread would keep them.
 */
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
    /** The bonus for choosing a gift card, in percent of the refund. */
    gift_card_bonus: z.number(),
    /** The cart of the visitor's own change of the order, neither confirmed nor discarded yet; null without one. */
    change_cart_id: z.nullable(Id),
    /**
     * The venue has prepared a change of the order that waits for payment; `acceptOfferedChange` makes it the visitor's
     * own.
     */
    is_change_offered: z.boolean(),
    history: z.array(OrderEvent),
  }),
});

/**
 * Makes the change prepared by the venue the visitor's own, so that they pay for it like for any other change. What it
 * cancels and adds cannot be edited. Refused with `cart_expired` once it has expired.
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
  /** Tickets of the order. Those that depend on them are cancelled too. */
  tickets: z.array(z.strictObject({ ticket_id: Id })).check(z.minLength(1), z.maxLength(1000)),
  /** Where the money is refunded to, if the seller lets the buyer choose. */
  refund_to: z.optional(z.enum(["same_means", "gift_card"])),
};

/** The result of a cancellation. */
export const CancellationQuote = z.object({
  /** The tickets to be cancelled, including those that depend on the chosen ones. */
  tickets: z.array(z.object({ ticket_id: Id })),
  value: Money,
  fee: Money,
  /** The amounts refunded, by the means that paid. */
  refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
  refund: Money,
  /** The value of the new gift card, including the bonus; zero without one. */
  gift_card: Money,
  bonus: Money,
  /** The ends of the tickets' city-pass vouchers ('…1111'), which can be used again. Absent if there are none. */
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
 * Refused with `access_denied` if the buyer has to contact the seller, `tickets_too_old` after the policy's deadline,
 * `ticket_state_incorrect` for a cancelled or used ticket, and `payment_in_progress` while a change of the order is being
 * paid for.
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
    /** The amounts shown to the buyer. If they have changed since, the call is refused with `payment_incorrect_amount`. */
    expected: z.optional(z.strictObject({ refund: Money, gift_card: Money })),
  }),
  reply: z.object({ ...OrderReply.shape, cancellation: CancellationQuote }),
});

/**
 * Refused with `validation_failed` for a name or e-mail address that the event does not accept; otherwise refused like a
 * cancellation.
 */
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
