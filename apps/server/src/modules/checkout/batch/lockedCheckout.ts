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

/** A locked cart with everything that checkout needs to know of it. Read once and passed on. */
export type LockedCheckout = {
  readonly cart: LockedCheckoutCart;
  /** Held or booked, in listing order. */
  readonly tickets: readonly CheckoutTicket[];
  /** All of them, also those refunded in full; the earliest first. */
  readonly payments: readonly PaymentRow[];
  readonly appliedRules: AppliedRules;
  /** One of its codes has a limit per buyer, which is checked behind a lock of its own. */
  readonly hasLimitedCode: boolean;
  readonly order_id: string | null;
  /** What a pending cart changes of an order; null for a purchase. */
  readonly change: CheckoutChange | null;
};

export type HeldSummary = {
  /** What is to be paid for all of it, fees included, in minor units. */
  readonly total: number;
  /** How many tickets it is about; 0: there is nothing to check out. */
  readonly count: number;
  readonly sells_gift_cards: boolean;
  readonly sells_memberships: boolean;
  /** Every held ticket, when some of them have a payment plan; else null. */
  readonly planned: readonly PayableTicket[] | null;
};

/** Price, number and kinds of the held tickets. A change costs what the tickets that it gives up do not cover. */
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

/** The payments that still pay for something: without an order, one refunded in full does not. */
export const effectivePayments = (payments: readonly PaymentRow[]): PaymentRow[] =>
  payments.filter(
    ({ ticket_order_id, refunded, refunding, amount }) => ticket_order_id !== null || refunded + refunding < amount,
  );

/** Whether the cart's reply can be made from what was locked. Gift cards, schedules and changes have to be read. */
export const isReplyComplete = (checkout: LockedCheckout): boolean => {
  const { cart, payments } = checkout;
  if (cart.part_paid || cart.change !== null) return false;
  return heldSummary(checkout).planned === null && !payments.some(isGiftCardPayment);
};

/** The same reply as `readCart` gives, from the locked cart. */
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
