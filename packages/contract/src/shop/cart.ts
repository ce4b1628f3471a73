import * as z from "zod/mini";
import { SessionFlag } from "./sessionFlag.ts";
import { Day, Id, Instant, Limit, Money, SignedMoney, TimeOfDay, rows } from "../basics.ts";
import { CardGatewayId } from "./cardGateways.ts";
import { Campaign, cartChangeFields, orderCartChangeFields } from "./cartChange.ts";
import { ScheduledPayment, cartConfigKeys, cartEmbeds, embeddedRows } from "./cartEmbeds.ts";
import { PictureFocus } from "./pictureFocus.ts";
import { endpoint } from "../endpoint.ts";
import { Identity } from "./identity.ts";
import { MembershipAction } from "./membershipLevel.ts";
import { OrderToken } from "./orders/orderToken.ts";
import { PendingChange } from "./aftersale/pendingChange.ts";

export const TicketState = z.enum(["held", "in_cart", "booked", "redeemed", "cancelled", "unbooked"]);
export type TicketState = z.infer<typeof TicketState>;
export const CartState = z.enum(["pending", "expired", "completed"]);
export type CartState = z.infer<typeof CartState>;

/**
 * A ticket of a cart or an order. `face_value` is its price before discounts and fees, `adjusted_value` after
 * discounts.
 */
export const Ticket = z.object({
  id: Id,
  state: TicketState,
  ticket_order_id: z.nullable(Id),
  ticket_type_id: Id,
  ticket_group_id: Id,
  event_template_id: Id,
  event_session_id: z.nullable(Id),
  admit_name: z.nullable(z.string()),
  admit_email: z.nullable(z.string()),
  face_value: Money,
  adjusted_value: Money,
  start_datetime: z.nullable(Instant),
  timezone: z.string(),
  /** The seat of a seated ticket, as in the seat map, and its name: 'Stalls C 12'; else null. */
  seat_template_id: z.nullable(Id),
  seat_name: z.nullable(z.string()),
  scan_code: z.nullable(z.string()),
  handler_data: z.nullable(z.record(z.string(), z.unknown())),
});
export type Ticket = z.infer<typeof Ticket>;

/** One line of a cart: all tickets for a session (or for an event without one), counted by type. */
export const CartLine = z.object({
  event_template_id: Id,
  event_session_id: z.nullable(Id),
  name: z.string(),
  image: z.nullable(z.string()),
  image_alt: z.nullable(z.string()),
  image_focus: z.nullable(PictureFocus),
  start_datetime: z.nullable(Instant),
  end_datetime: z.nullable(Instant),
  local_day: z.nullable(Day),
  local_start: z.nullable(TimeOfDay),
  timezone: z.string(),
  all_day: z.boolean(),
  /** Minutes that a visitor needs before and after it, if its event sets them. */
  pad_pre_start: z.optional(z.int()),
  pad_post_end: z.optional(z.int()),
  ticket_date_time: z.nullable(z.string()),
  /** Absent for a session that takes place. `past` is given in orders only. */
  flag: z.optional(SessionFlag),
  is_anchor: z.boolean(),
  /** It is an add-on to the admission (the anchor) and leaves the cart with it. */
  needs_anchor: z.boolean(),
  /** For a membership, what it is bought for; else null. */
  membership: z.nullable(MembershipAction),
  types: z.array(
    z.object({
      ticket_type_id: Id,
      ticket_group_id: Id,
      name: z.string(),
      group_name: z.string(),
      count: z.int(),
      /** The price of all `count` tickets together, before fees. */
      price: Money,
      ticket_ids: z.array(Id),
      /** The names of the seats of seated tickets; else empty. */
      seats: z.array(z.string()),
    }),
  ),
});
export type CartLine = z.infer<typeof CartLine>;

/**
 * An effect on the cart. By `resource`: 'discount' lowers a price, 'code_group' is a code that lifts a rule, 'code'
 * is a code without effect yet, 'checkout_rule' is a rule that needs a code.
 */
export const CartMod = z.object({
  id: Id,
  name: z.string(),
  /**
   * The codes of this cart that cause it. Empty for a discount without a code, and for a visitor who opened the cart
   * by its link.
   */
  codes: z.array(z.object({ id: Id, code: z.string() })),
  activating_code_groups: z.array(z.string()),
  /** The amount that it takes off, zero or more. */
  discount: Money,
  /** The cart cannot be paid for without a code of `activating_code_groups`. */
  blocking_checkout: z.boolean(),
  description: z.nullable(z.string()),
  resource: z.nullable(z.string()),
  resource_id: z.nullable(Id),
});

export const GrandTotals = z.object({
  total_before_cartmod_price: Money,
  total_fee_fixed_outside: Money,
  total_fee_percent_outside: Money,
  total_cartmod_amount: SignedMoney,
  total_payments: Money,
  total_outstanding: Money,
});
export type GrandTotals = z.infer<typeof GrandTotals>;

export const CartFee = z.object({
  gateway_id: z.enum([...CardGatewayId.options, "free"]),
  /** Always null: a seller is paid by its own keys, not as an account of the platform. */
  account_id: z.nullable(z.string()),
  /** The fees of the cart. */
  face_value: Money,
  /** The payment method configuration at the card provider. */
  pmc_id: z.nullable(z.string()),
  /** The seller's public key at the card provider, for the payment fields on the page. */
  publishable_key: z.nullable(z.string()),
  grand_totals: GrandTotals,
});

export const CartPayment = z.object({
  id: Id,
  occurred_date: Instant,
  amount: SignedMoney,
  /** The amount that has been refunded. Absent if none. */
  refunded: z.optional(Money),
  /** `captured`, or `refunded` if all of it has been refunded. */
  status: z.string(),
  gateway_id: z.string(),
});

/** The visitor's cart. Every change replies with the whole cart. Money is in the seller's currency. */
export const Cart = z.object({
  id: Id,
  cart_number: z.string(),
  state: CartState,
  /** When the hold ends; null if nothing in the cart can expire. */
  expires_at: z.nullable(Instant),
  /** Whole seconds left at the time of the reply. Clients rely on this rather than on their own clock. */
  expires_in: z.nullable(z.int()),
  /** How many more times the hold can be extended. */
  extensions_left: z.int(),
  identity_id: z.nullable(Id),
  owned_by_public_identity: z.boolean(),
  editable: z.boolean(),
  currency: z.string(),
  lines: z.array(CartLine),
  cart_mods: z.array(CartMod),
  cart_fees: z.array(CartFee),
  blocking_rules: z.array(
    z.object({ id: Id, description: z.string(), block_reason: z.enum(["code_required", "not_allowed"]) }),
  ),
  scheduled_payments: z.array(ScheduledPayment),
  completed_payments: z.array(CartPayment),
  /** The amount still to be paid, now or later. */
  outstanding_balance: Money,
  /** The amount due now: everything, or by a payment plan the parts that are due or overdue. */
  payment_due_by_credit_card: Money,
  /** Gift cards that have paid or are reserved. `number` shows only the last four characters. */
  gift_cards: z.array(z.object({ number: z.string(), amount: Money, balance: Money, state: z.string() })),
  anchor: z.nullable(z.object({ event_session_id: Id, event_template_id: Id, local_day: Day })),
  /** When add-ons may take place, by the seller's `upsells.visit_time`; null if there is no limit. */
  visit_window: z.nullable(z.object({ start: Instant, end: Instant })),
  giftee: z.nullable(Identity),
  /** What is done with a membership in the cart; `redeem` if a gift code pays for it. */
  membership_action: z.nullable(z.enum(["buy", "renew", "gift", "redeem"])),
  /** How many of its tickets use the benefits of a membership. */
  member_tickets: z.int(),
  /** The order that this cart has become; null before. */
  ticket_order_id: z.nullable(Id),
  /** A payment is in progress. The cart cannot change until it succeeds or fails. */
  payment_in_progress: z.boolean(),
  /** What the cart changes of an order; null for a purchase. Its lines are those of the order after the change. */
  change: z.nullable(PendingChange),
});
export type Cart = z.infer<typeof Cart>;

const cartRows = { cart: rows(Cart), ticket: rows(Ticket) };
export const CartReply = z.object(cartRows);
export type CartReply = z.infer<typeof CartReply>;
/** A cart with the resources that `_embed` names. */
export const CartWithEmbeds = z.object({ ...cartRows, ...embeddedRows });
export type CartWithEmbeds = z.infer<typeof CartWithEmbeds>;

const cartParams = z.strictObject({ cart_id: Id });
const cartQuery = z.strictObject({
  _embed: cartEmbeds,
  /** The maximum number of rows in each list. */
  _limit: Limit,
  "config.key": cartConfigKeys,
});

/** The order's token, required to change an order by its link. */
const orderCartQuery = z.strictObject({ token: z.optional(OrderToken) });

export const createCart = endpoint({
  name: "createCart",
  method: "POST",
  path: "/my/cart/modify",
  summary:
    "Creates a cart, usually with its first tickets. Either all tickets are held, or none and no cart is created. A request for nothing gets an empty list and creates no cart.",
  body: z.strictObject({
    ...cartChangeFields,
    campaign: z.optional(Campaign),
    channel_id: z.optional(z.enum(["web"])),
  }),
  reply: CartReply,
});

export const modifyCart = endpoint({
  name: "modifyCart",
  method: "POST",
  path: "/my/cart/:cart_id/modify",
  summary: "Adds and removes tickets in one step: either everything succeeds or nothing changes.",
  params: cartParams,
  body: z.strictObject(orderCartChangeFields),
  reply: CartReply,
});

export const modifyLinkedCart = endpoint({
  ...modifyCart,
  name: "modifyLinkedCart",
  path: "/cart/:cart_id/modify",
  query: orderCartQuery,
});

export const getCart = endpoint({
  name: "getCart",
  method: "GET",
  path: "/my/cart/:cart_id",
  summary: "The visitor's own cart.",
  params: cartParams,
  query: cartQuery,
  reply: CartWithEmbeds,
});
export const getLinkedCart = endpoint({
  ...getCart,
  name: "getLinkedCart",
  path: "/cart/:cart_id",
  summary: "A cart opened by its link.",
});

export const transferCart = endpoint({
  name: "transferCart",
  method: "POST",
  path: "/my/cart/:cart_id/transfer",
  summary:
    "Takes over a guest's cart by its link. The cart gets a new id, so that the previous visitor and the old link lose access. One's own cart is unchanged; a member's cart is refused.",
  params: cartParams,
  reply: CartReply,
});

const deletedReply = z.object({ deleted: z.boolean() });
export const deleteCart = endpoint({
  name: "deleteCart",
  method: "DELETE",
  path: "/my/cart/:cart_id",
  summary: "Deletes the cart and releases its tickets.",
  params: cartParams,
  reply: deletedReply,
});
export const deleteLinkedCart = endpoint({ ...deleteCart, name: "deleteLinkedCart", path: "/cart/:cart_id" });

export const extendCart = endpoint({
  name: "extendCart",
  method: "PATCH",
  path: "/my/cart/:cart_id",
  summary:
    "Extends the hold by two minutes, at most ten times. The server ignores the requested time and adds two minutes.",
  params: cartParams,
  body: z.strictObject({ expires_at: Instant }),
  reply: z.object({ expires_at: z.nullable(Instant), expires_in: z.nullable(z.int()), extensions_left: z.int() }),
});

export const removeTickets = endpoint({
  name: "removeTickets",
  method: "POST",
  path: "/cart/:cart_id/remove",
  summary:
    "Removes tickets from the cart. With the booked cart and the token of an order it opens a change of the order.",
  params: cartParams,
  query: orderCartQuery,
  body: z.strictObject({ tickets: z.array(Id).check(z.minLength(1), z.maxLength(1000)) }),
  reply: CartReply,
});
