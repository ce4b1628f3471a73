import type { Cart } from "@foyer/contract/shop/cart.ts";
import { fromDecimal, type Minor } from "../values/money.ts";
import { cardAmountLimits } from "./cardAmountLimits.ts";

/** What a buyer of a cart with a schedule pays now: what is due, all of it, or an amount between the two. */
export type PaymentAmountChoice = "due" | "outstanding" | "other";

export type AmountsOwed = {
  /** Due by now, overdue parts included. */
  readonly due: Minor;
  /** Less is not paid: what is due, or where nothing is what a card pays at least. */
  readonly min: Minor;
  /** All that is left. */
  readonly outstanding: Minor;
  /** What can be chosen; what is due comes first and is paid unless something else is said (requirements SCHED-05). */
  readonly choices: readonly PaymentAmountChoice[];
};

type OwedCart = Pick<Cart, "scheduled_payments" | "payment_due_by_credit_card" | "outstanding_balance" | "currency">;

/** Is a part of it due on a later day? */
export const hasSchedule = ({ scheduled_payments }: Pick<Cart, "scheduled_payments">): boolean =>
  scheduled_payments.length > 0;

export const amountsOwed = (cart: OwedCart): AmountsOwed => {
  const due = fromDecimal(cart.payment_due_by_credit_card, cart.currency) ?? 0;
  // Without a schedule nothing is due later.
  if (!hasSchedule(cart)) return { due, min: due, outstanding: due, choices: ["outstanding"] };
  const outstanding = Math.max(due, fromDecimal(cart.outstanding_balance, cart.currency) ?? 0);
  if (due === outstanding) return { due, min: due, outstanding, choices: ["outstanding"] };
  if (due > 0) return { due, min: due, outstanding, choices: ["due", "outstanding", "other"] };
  const min = Math.min(cardAmountLimits(cart.currency).min, outstanding);
  return { due, min, outstanding, choices: ["outstanding", "other"] };
};

export const clampPayment = (amount: Minor, { min, outstanding }: Pick<AmountsOwed, "min" | "outstanding">): Minor =>
  Math.min(Math.max(amount, min), outstanding);

/** How much is paid now. Whoever has typed no amount yet pays as little as can be paid. */
export const chosenAmount = (owed: AmountsOwed, choice: PaymentAmountChoice, other: Minor | undefined): Minor => {
  if (!owed.choices.includes(choice)) return owed.choices.includes("due") ? owed.due : owed.outstanding;
  if (choice === "other") return clampPayment(other ?? owed.min, owed);
  return owed[choice];
};
