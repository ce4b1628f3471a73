import { useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { fromDecimal, toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import {
  chosenAmount,
  clampPayment,
  amountsOwed,
  type PaymentAmountChoice,
  type AmountsOwed,
} from "@foyer/rules/checkout/partialPayment.ts";

/** An amount as it is typed; `moved`: it was out of bounds and stands at one of them now. */
type TypedAmount = { readonly text: string; readonly clampedTo: "least" | "most" | null };
const noAmount: TypedAmount = { text: "", clampedTo: null };

export type AmountForm = AmountsOwed & {
  /** How much is paid now, in minor units. */
  readonly amount: Minor;
  readonly choice: PaymentAmountChoice;
  readonly other: TypedAmount;
  readonly choose: (choice: PaymentAmountChoice) => void;
  readonly setOther: (text: string) => void;
  /** The field is left: what is out of bounds moves to the nearest of them. */
  readonly clampOther: () => void;
  /** After a part is paid: what is left is another question. */
  readonly reset: () => void;
};

/** How much is paid now: what is due, all that is left, or an amount between the two. */
export const usePaymentAmount = (
  cart: Pick<Cart, "payment_due_by_credit_card" | "outstanding_balance" | "scheduled_payments" | "currency">,
): AmountForm => {
  const partsDue = amountsOwed(cart);
  const [chosen, choose] = useState<PaymentAmountChoice>();
  const [other, setOther] = useState(noAmount);
  const choice = partsDue.choices.find((one) => one === chosen) ?? partsDue.choices[0] ?? "outstanding";
  const toText = (amount: Minor): string => toDecimal(amount, cart.currency);

  const clamped = (typed: TypedAmount): TypedAmount => {
    const entered = fromDecimal(typed.text.trim(), cart.currency);
    const amount = clampPayment(entered ?? partsDue.min, partsDue);
    if (entered === amount) return typed;
    return { text: toText(amount), clampedTo: entered === undefined || entered < amount ? "least" : "most" };
  };
  return {
    ...partsDue,
    amount: chosenAmount(partsDue, choice, fromDecimal(other.text.trim(), cart.currency)),
    choice,
    other,
    choose,
    setOther: (text) => setOther({ text, clampedTo: null }),
    clampOther: () => setOther(clamped),
    reset: () => {
      choose(undefined);
      setOther(noAmount);
    },
  };
};
