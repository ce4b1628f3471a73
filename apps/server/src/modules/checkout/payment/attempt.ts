import type { HeldSummary } from "../batch/lockedCheckout.ts";
import type { PaymentRow } from "./paymentRow.ts";

/** All payments for one version of a cart are one attempt to pay for it: gift cards first, then a card. */
export type Attempt = {
  readonly payments: readonly PaymentRow[];
  /** Created, processing or authorized. */
  readonly undecided: readonly PaymentRow[];
  /** At least one of its payments failed or was voided. */
  readonly isBroken: boolean;
  /** Processing, authorized and captured money minus refunds, in minor units. */
  readonly total: number;
};

const undecidedStates: readonly string[] = ["created", "processing", "authorized"];

export const attemptOf = (payments: readonly PaymentRow[], cart_version: number): Attempt => {
  const own = payments.filter((payment) => payment.cart_version === cart_version);
  const counted = own.filter(({ state }) => state === "processing" || state === "authorized" || state === "captured");
  return {
    payments: own,
    undecided: own.filter(({ state }) => undecidedStates.includes(state)),
    isBroken: own.some(({ state }) => state === "failed" || state === "voided"),
    total: counted.reduce((sum, { amount, refunded, refunding }) => sum + amount - refunded - refunding, 0),
  };
};

/** Money captured and not refunded for other versions of the cart, in minor units. */
export const paidBefore = (payments: readonly PaymentRow[], cart_version: number): number =>
  payments
    .filter((payment) => payment.state === "captured" && payment.cart_version !== cart_version)
    .reduce((all, { amount, refunded, refunding }) => all + amount - refunded - refunding, 0);

/**
 * Whether the attempt covers the cart. With a payment plan any part does: its minimum was checked when the payment was
 * created, and the cart has not changed since.
 */
export const canCheckOut = (
  cart: { readonly part_paid: boolean },
  { total, planned }: Pick<HeldSummary, "total" | "planned">,
  { before, attempt }: { readonly before: number; readonly attempt: Attempt },
): boolean => {
  if (attempt.isBroken || attempt.payments.some(({ state }) => state === "created")) return false;
  const paid = before + attempt.total;
  return paid === total || ((cart.part_paid || planned !== null) && attempt.total > 0 && paid < total);
};
