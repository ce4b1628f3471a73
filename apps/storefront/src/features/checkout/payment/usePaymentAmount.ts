import { useEffect, useEffectEvent, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { roundDownToStep, toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { parseTypedAmount, showAmount } from "@foyer/rules/forms/typedAmount.ts";
import { cardStepOf } from "./paymentMode.ts";
import type { KeptDraft } from "../useCheckoutDraft.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import {
  chosenAmount,
  clampPayment,
  amountsOwed,
  type PaymentAmountChoice,
  type AmountsOwed,
} from "@foyer/rules/checkout/plan/partialPayment.ts";

/**
 * A typed amount. `clampedTo`: it was out of bounds and has been changed to this bound. `left`: it would have left less
 * than a card can pay. `step`: a card cannot pay it, because it is between two steps of its gateway.
 */
type TypedAmount = {
  readonly text: string;
  readonly clampedTo: "least" | "most" | "left" | "step" | null;
  readonly isInvalid: boolean;
};
const noAmount: TypedAmount = { text: "", clampedTo: null, isInvalid: false };

export type AmountForm = AmountsOwed & {
  /** The amount paid now, in minor units. */
  readonly amount: Minor;
  readonly choice: PaymentAmountChoice;
  readonly other: TypedAmount;
  readonly choose: (choice: PaymentAmountChoice) => void;
  readonly setOther: (text: string) => void;
  /** Moves an amount that is out of bounds to the nearest bound, and reports text that is not an amount. */
  readonly clampOther: () => void;
  /** Refuses to pay if the text is not an amount. */
  readonly check: () => boolean;
  readonly hasProblem: boolean;
  /** Resets the choice of how much to pay, after a part has been paid. */
  readonly reset: () => void;
};

/** Why a typed amount has been changed to this one. */
const boundOf = (
  entered: Minor | undefined,
  amount: Minor,
  { min, outstanding, step }: AmountsOwed,
): NonNullable<TypedAmount["clampedTo"]> => {
  if (entered === undefined || entered < min) return "least";
  if (entered > outstanding) return "most";
  return roundDownToStep(entered, step) === amount ? "step" : "left";
};

/** How much is paid now: the amount due, everything that is left, or an amount between the two. */
export const usePaymentAmount = (
  cart: Pick<
    Cart,
    "payment_due_by_credit_card" | "outstanding_balance" | "scheduled_payments" | "currency" | "cart_fees"
  >,
  draft: KeptDraft,
): AmountForm => {
  const { locale } = useSeller();
  const partsDue = amountsOwed(cart, cardStepOf(cart));
  const [chosen, choose] = useState(() => partsDue.choices.find((one) => one === draft.kept.amount?.choice));
  const [other, setOther] = useState<TypedAmount>({ ...noAmount, text: draft.kept.amount?.other ?? "" });
  const save = useEffectEvent(() => draft.save({ amount: chosen && { choice: chosen, other: other.text } }));
  useEffect(() => save(), [chosen, other.text]);
  const choice = partsDue.choices.find((one) => one === chosen) ?? partsDue.choices[0] ?? "outstanding";
  const toText = (amount: Minor): string => showAmount(toDecimal(amount, cart.currency), cart.currency, locale);

  const parse = (text: string) => parseTypedAmount(text, cart.currency, locale);
  const isInvalid = (text: string): boolean => text.trim() !== "" && parse(text) === undefined;

  const clamped = (typed: TypedAmount): TypedAmount => {
    if (isInvalid(typed.text)) return { ...typed, isInvalid: true };
    const entered = parse(typed.text);
    const amount = clampPayment(entered ?? partsDue.min, partsDue);
    if (entered === amount) return typed;
    return { text: toText(amount), clampedTo: boundOf(entered, amount, partsDue), isInvalid: false };
  };
  const hasProblem = choice === "other" && isInvalid(other.text);
  return {
    ...partsDue,
    amount: chosenAmount(partsDue, choice, parse(other.text)),
    choice,
    other,
    choose,
    setOther: (text) => setOther({ ...noAmount, text }),
    clampOther: () => setOther(clamped),
    check: () => {
      if (hasProblem) setOther(clamped);
      return !hasProblem;
    },
    hasProblem,
    reset: () => {
      choose(undefined);
      setOther(noAmount);
    },
  };
};
