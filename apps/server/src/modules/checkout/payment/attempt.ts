import type { HeldSummary } from "../batch/lockCheckout.ts";
import type { PaymentRow } from "../checkout.sql.ts";

/** All payments of one version of a cart are the parts of one attempt to pay for it: gift cards first, then a card. */
export type Attempt = {
  readonly payments: readonly PaymentRow[];
  /** Not decided yet: asked for, under way or promised. */
  readonly undecided: readonly PaymentRow[];
  /** A part came to nothing, and with it the attempt. */
  readonly isBroken: boolean;
  /** Money of the parts that are promised, under way or taken. */
  readonly total: number;
};

const openStates: readonly string[] = ["created", "processing", "authorized"];

export const attemptOf = (payments: readonly PaymentRow[], cart_version: number): Attempt => {
  const parts = payments.filter((payment) => payment.cart_version === cart_version);
  const counted = parts.filter(({ state }) => state === "processing" || state === "authorized" || state === "captured");
  return {
    payments: parts,
    undecided: parts.filter(({ state }) => openStates.includes(state)),
    isBroken: parts.some(({ state }) => state === "failed" || state === "voided"),
    total: counted.reduce((sum, { amount, refunded, refunding }) => sum + amount - refunded - refunding, 0),
  };
};

/** Money that is taken and not given back, of all versions but `cart_version`. */
export const paidBefore = (payments: readonly PaymentRow[], cart_version: number): number =>
  payments
    .filter((payment) => payment.state === "captured" && payment.cart_version !== cart_version)
    .reduce((all, { amount, refunded, refunding }) => all + amount - refunded - refunding, 0);

/**
 * May the cart be checked out with what is promised? With a payment plan a part is enough: that it is not too small was
 * seen to when it was offered, and nothing in the cart has changed since.
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
