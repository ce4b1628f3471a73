import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { PayableTicket } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { isGiftCard, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { isGiftCardPayment } from "@foyer/rules/checkout/gateways.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import type { AppliedRules } from "../../cart/read/presentCartMods.ts";
import { presentCartReply } from "../../cart/read/readCart.ts";
import type { CheckoutChange } from "../change/checkoutChange.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { isHeld, priceOf } from "./heldTickets.ts";
import type { LockedCheckoutCart, CheckoutTicket } from "./lockCheckout.sql.ts";

/** A locked cart with everything that the checkout needs. It is read once and passed on. */
export type LockedCheckout = {
  readonly cart: LockedCheckoutCart;
  /** Held or booked, in listing order. */
  readonly tickets: readonly CheckoutTicket[];
  /** All payments, including those refunded in full, oldest first. */
  readonly payments: readonly PaymentRow[];
  readonly appliedRules: AppliedRules;
  /** One of its codes has a limit per buyer, which is checked under a separate lock. */
  readonly hasLimitedCode: boolean;
  readonly order_id: string | null;
  /** The change of an order that a pending cart makes; null for a purchase. */
  readonly change: CheckoutChange | null;
};

export type HeldSummary = {
  /** The total to be paid, fees included, in minor units. */
  readonly total: number;
  /** The number of tickets that are bought or given up; with 0 there is nothing to check out. */
  readonly count: number;
  readonly sells_gift_cards: boolean;
  readonly sells_memberships: boolean;
  /** All held tickets if any of them has a payment plan; null otherwise. */
  readonly planned: readonly PayableTicket[] | null;
};

/** Price, number and kinds of the held tickets. A change costs the amount that the given-up tickets do not cover. */
export const heldSummary = ({ tickets, change }: Pick<LockedCheckout, "tickets" | "change">): HeldSummary => {
  const held = tickets.filter(isHeld);
  const isPlanned = held.some(({ payment_plan }) => payment_plan !== null);
  const kinds = { sells_gift_cards: held.some(isGiftCard), sells_memberships: held.some(isMembership) };
  if (change) {
    const count = change.planned === null ? 0 : held.length + change.planned.leaving.length;
    return { ...kinds, total: change.planned?.quote.due ?? 0, count, planned: null };
  }
  return {
    ...kinds,
    total: held.reduce((sum, ticket) => sum + priceOf(ticket), 0),
    count: held.length,
    planned: isPlanned
      ? held.map((ticket) => ({ amount: priceOf(ticket), plan: ticket.payment_plan, day: ticket.local_day }))
      : null,
  };
};

/** The payments that still pay for something: a payment without an order that was refunded in full does not. */
export const effectivePayments = (payments: readonly PaymentRow[]): PaymentRow[] =>
  payments.filter(
    ({ ticket_order_id, refunded, refunding, amount }) => ticket_order_id !== null || refunded + refunding < amount,
  );

/** Whether the cart's reply can be built from what was locked. Gift cards, schedules and changes have to be read. */
export const isReplyComplete = (checkout: LockedCheckout): boolean => {
  const { cart, payments } = checkout;
  if (cart.part_paid || cart.change !== null) return false;
  return heldSummary(checkout).planned === null && !payments.some(isGiftCardPayment);
};

/** The same reply as that of `readCart`, built from the locked cart. */
export const lockedCartReply = (
  seller: Seller,
  checkout: LockedCheckout,
  visitor: Visitor | null | undefined,
): CartReply =>
  presentCartReply(
    seller,
    {
      ...checkout.cart,
      schedule: null,
      ticket_order_id: checkout.order_id,
      payments: checkout.payments.filter(({ state }) => state === "captured" || state === "refunded"),
      gift_cards: null,
    },
    checkout.tickets,
    visitor,
    checkout.appliedRules,
  );
