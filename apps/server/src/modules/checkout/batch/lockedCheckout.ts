import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { PayableTicket } from "@foyer/rules/checkout/paymentPlan.ts";
import { isGiftCard, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { isGiftCardPayment } from "@foyer/rules/checkout/gateways.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import type { AppliedRules } from "../../cart/read/presentCartMods.ts";
import { presentCartReply } from "../../cart/read/readCart.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
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
};

export type HeldSummary = {
  /** Minor units, fees included. */
  readonly total: number;
  readonly count: number;
  readonly sells_gift_cards: boolean;
  readonly sells_memberships: boolean;
  /** Every held ticket, when some of them have a payment plan; else null. */
  readonly planned: readonly PayableTicket[] | null;
};

export const isHeld = ({ state }: Pick<CheckoutTicket, "state">): boolean => state === "held" || state === "in_cart";

/** Price, number and kinds of the held tickets. */
export const heldSummary = (tickets: readonly CheckoutTicket[]): HeldSummary => {
  const held = tickets.filter(isHeld);
  const priceOf = (ticket: CheckoutTicket): number => ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent;
  const isPlanned = held.some(({ payment_plan }) => payment_plan !== null);
  return {
    total: held.reduce((sum, ticket) => sum + priceOf(ticket), 0),
    count: held.length,
    sells_gift_cards: held.some(isGiftCard),
    sells_memberships: held.some(isMembership),
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

/** Whether the cart's reply can be made from what was locked. Gift cards and payment schedules have to be read. */
export const isReplyComplete = ({ cart, tickets, payments }: LockedCheckout): boolean =>
  !cart.part_paid && heldSummary(tickets).planned === null && !payments.some(isGiftCardPayment);

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
