import type { Cart } from "@foyer/contract/shop/cart.ts";
import { fromDecimal, type Minor } from "../../values/money.ts";
import { cardAmountLimits } from "../cardAmountLimits.ts";

/** What the buyer of a cart with a payment plan pays now: the amount due, the next part, everything, or an amount in between. */
export type PaymentAmountChoice = "due" | "next" | "outstanding" | "other";

export type AmountsOwed = {
  /** Due now, including overdue installments. */
  readonly due: Minor;
  /** The part to be paid next, if nothing is due. */
  readonly next: Minor;
  /** The minimum payment: the amount due, or a card's minimum if nothing is due. */
  readonly min: Minor;
  /** Everything still to be paid. */
  readonly outstanding: Minor;
  /** The available choices; the first is the default. */
  readonly choices: readonly PaymentAmountChoice[];
};

type OwedCart = Pick<Cart, "scheduled_payments" | "payment_due_by_credit_card" | "outstanding_balance" | "currency">;

/** Is a part due on a later day? */
export const hasSchedule = ({ scheduled_payments }: Pick<Cart, "scheduled_payments">): boolean =>
  scheduled_payments.length > 0;

const nextPart = ({ scheduled_payments, currency }: OwedCart): Minor => {
  const [next] = scheduled_payments.toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
  return (next && fromDecimal(next.amount, currency)) ?? 0;
};

export const amountsOwed = (cart: OwedCart): AmountsOwed => {
  const due = fromDecimal(cart.payment_due_by_credit_card, cart.currency) ?? 0;
  // Without a payment plan nothing is due later.
  if (!hasSchedule(cart)) return { due, next: 0, min: due, outstanding: due, choices: ["outstanding"] };
  const outstanding = Math.max(due, fromDecimal(cart.outstanding_balance, cart.currency) ?? 0);
  if (due === outstanding) return { due, next: 0, min: due, outstanding, choices: ["outstanding"] };
  if (due > 0) return { due, next: 0, min: due, outstanding, choices: ["due", "outstanding", "other"] };
  const min = Math.min(cardAmountLimits(cart.currency).min, outstanding);
  const next = clampPayment(nextPart(cart), { min, outstanding });
  const isLast = next === outstanding;
  return { due, next, min, outstanding, choices: isLast ? ["outstanding", "other"] : ["next", "outstanding", "other"] };
};

export const clampPayment = (amount: Minor, { min, outstanding }: Pick<AmountsOwed, "min" | "outstanding">): Minor =>
  Math.min(Math.max(amount, min), outstanding);

const defaultChoice = ({ choices: [first] }: AmountsOwed): Exclude<PaymentAmountChoice, "other"> =>
  first === undefined || first === "other" ? "outstanding" : first;

/** The amount to pay now. The minimum until another amount is entered. */
export const chosenAmount = (owed: AmountsOwed, choice: PaymentAmountChoice, other: Minor | undefined): Minor => {
  if (!owed.choices.includes(choice)) return owed[defaultChoice(owed)];
  if (choice === "other") return clampPayment(other ?? owed.min, owed);
  return owed[choice];
};
