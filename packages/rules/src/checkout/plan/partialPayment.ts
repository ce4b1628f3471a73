import type { Cart } from "@foyer/contract/shop/cart.ts";
import { fromDecimal, isInSteps, roundDownToStep, type Minor } from "../../values/money.ts";
import { cardAmountLimits } from "../cardAmountLimits.ts";

/**
 * What the buyer of a cart with a payment plan pays now: the amount due, the next installment, everything, or another
 * amount.
 */
export type PaymentAmountChoice = "due" | "next" | "outstanding" | "other";

export type AmountsOwed = {
  /** Due now, including overdue installments. */
  readonly due: Minor;
  /** The next installment, if nothing is due. */
  readonly next: Minor;
  /** The minimum payment: the amount due, or a card's minimum if nothing is due. */
  readonly min: Minor;
  /** Everything still to be paid. */
  readonly outstanding: Minor;
  /** A partial payment leaves at least this much, because a card could not pay less. */
  readonly leastLeft: Minor;
  /** A partial payment is a multiple of it, because a card could not pay another amount (`amountStepOf`). */
  readonly step: Minor;
  /** The available choices; the first is the default. */
  readonly choices: readonly PaymentAmountChoice[];
};

type OwedCart = Pick<Cart, "scheduled_payments" | "payment_due_by_credit_card" | "outstanding_balance" | "currency">;

/** Is an installment due on a later day? */
export const hasSchedule = ({ scheduled_payments }: Pick<Cart, "scheduled_payments">): boolean =>
  scheduled_payments.length > 0;

const nextPart = ({ scheduled_payments, currency }: OwedCart): Minor => {
  const [next] = scheduled_payments.toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
  return (next && fromDecimal(next.amount, currency)) ?? 0;
};

export const amountsOwed = (cart: OwedCart, step: Minor): AmountsOwed => {
  const due = fromDecimal(cart.payment_due_by_credit_card, cart.currency) ?? 0;
  const leastLeft = cardAmountLimits(cart.currency).min;
  const byPart = { due, next: 0, min: due, leastLeft, step };
  // Without a payment plan nothing is due later.
  if (!hasSchedule(cart)) return { ...byPart, outstanding: due, choices: ["outstanding"] };
  const outstanding = Math.max(due, fromDecimal(cart.outstanding_balance, cart.currency) ?? 0);
  if (due === outstanding) return { ...byPart, outstanding, choices: ["outstanding"] };
  if (due > 0) return { ...byPart, outstanding, choices: ["due", "outstanding", "other"] };
  const min = Math.min(leastLeft, outstanding);
  const next = clampPayment(nextPart(cart), { min, outstanding, leastLeft, step });
  const choices =
    next === outstanding ? (["outstanding", "other"] as const) : (["next", "outstanding", "other"] as const);
  return { due, next, min, outstanding, leastLeft, step, choices };
};

/**
 * Clamps an amount to its bounds. A payment above the minimum must leave either nothing or enough for a card to pay, or the
 * order could not be completed. The amount is lowered slightly for that, or raised to everything if it would fall below the
 * minimum. It is rounded down to a step.
 */
export const clampPayment = (
  amount: Minor,
  { min, outstanding, leastLeft, step }: Pick<AmountsOwed, "min" | "outstanding" | "leastLeft" | "step">,
): Minor => {
  const most = roundDownToStep(outstanding - leastLeft, step);
  const rounded = amount === outstanding ? amount : roundDownToStep(amount, step);
  if (rounded <= Math.max(min, most)) return Math.max(rounded, min);
  return rounded < outstanding && most >= min ? most : outstanding;
};

/** Is this part a multiple of the step, so that a card can pay the rest? A balance that is none itself is paid in any parts. */
export const leavesSteps = (part: Minor, outstanding: Minor, step: Minor): boolean =>
  part === outstanding || !isInSteps(outstanding, step) || isInSteps(part, step);

const defaultChoice = ({ choices: [first] }: AmountsOwed): Exclude<PaymentAmountChoice, "other"> =>
  first === undefined || first === "other" ? "outstanding" : first;

/** The amount to pay now: the minimum until another amount is entered. */
export const chosenAmount = (owed: AmountsOwed, choice: PaymentAmountChoice, other: Minor | undefined): Minor => {
  if (!owed.choices.includes(choice)) return owed[defaultChoice(owed)];
  if (choice === "other") return clampPayment(other ?? owed.min, owed);
  return owed[choice];
};
