import { useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { fromWire, toWire, type Minor } from "@foyer/rules/money.ts";
import { amountOf, clampPart, partsOwed, type PartChoice, type PartsOwed } from "@foyer/rules/partPayment.ts";

/** An amount as it is typed; `moved`: it was out of bounds and stands at one of them now. */
type Typed = { readonly text: string; readonly moved: "least" | "most" | null };
const untyped: Typed = { text: "", moved: null };

export type AmountForm = PartsOwed & {
  /** How much is paid now, in minor units. */
  readonly amount: Minor;
  readonly choice: PartChoice;
  readonly other: Typed;
  readonly choose: (choice: PartChoice) => void;
  readonly type: (text: string) => void;
  /** The field is left: what is out of bounds moves to the nearest of them. */
  readonly leave: () => void;
  /** After a part is paid: what is left is another question. */
  readonly reset: () => void;
};

/** How much is paid now: what is due, all that is left, or an amount between the two. */
export const useAmount = (
  cart: Pick<Cart, "payment_due_by_credit_card" | "outstanding_balance" | "scheduled_payments" | "currency">,
): AmountForm => {
  const owed = partsOwed(cart);
  const [chosen, choose] = useState<PartChoice>();
  const [other, setOther] = useState(untyped);
  const choice = owed.choices.find((one) => one === chosen) ?? owed.choices[0] ?? "outstanding";
  const wire = (amount: Minor): string => toWire(amount, cart.currency);

  const settled = (typed: Typed): Typed => {
    const wanted = fromWire(typed.text.trim(), cart.currency);
    const amount = clampPart(wanted ?? owed.least, owed);
    if (wanted === amount) return typed;
    return { text: wire(amount), moved: wanted === undefined || wanted < amount ? "least" : "most" };
  };
  return {
    ...owed,
    amount: amountOf(owed, choice, fromWire(other.text.trim(), cart.currency)),
    choice,
    other,
    choose,
    type: (text) => setOther({ text, moved: null }),
    leave: () => setOther(settled),
    reset: () => {
      choose(undefined);
      setOther(untyped);
    },
  };
};
