import type { Cart } from "@foyer/contract/shop/cart.ts";
import { fromDecimal, toDecimal, type Minor } from "../values/money.ts";
import { isGiftCardPayment } from "./gateways.ts";
import { hasSchedule } from "./plan/partialPayment.ts";

/** A line of the totals. Amounts are decimal strings, negative if they reduce the total. */
export type TotalsLine =
  | {
      readonly kind: "subtotal" | "fee_fixed" | "fee_percent" | "payments" | "balance" | "total_due" | "partial_total";
      readonly amount: string;
    }
  /** `name` is null for a discount without a name. */
  | { readonly kind: "discount"; readonly id: string; readonly name: string | null; readonly amount: string }
  /** `applied`: the index among the applied gift cards; null for one that has already been charged. */
  | {
      readonly kind: "gift_card";
      readonly number: string;
      readonly amount: string;
      readonly left: string;
      readonly applied: number | null;
    };

/** The payment being prepared: gift cards with masked numbers and the rest. */
export type CurrentPayment = {
  readonly gift_cards: readonly { readonly number: string; readonly pays: Minor; readonly left: Minor }[];
  /** The amount paid now, before and after gift cards. */
  readonly amount: Minor;
  readonly rest: Minor;
};

/**
 * The totals of a cart, in the order that consumer law requires: subtotal, fixed fees, percentage fees, discounts by
 * name, gift cards, payments, the balance of a payment plan, and the amount to pay now.
 */
export const totalsLines = (
  cart: Pick<
    Cart,
    | "currency"
    | "cart_fees"
    | "cart_mods"
    | "gift_cards"
    | "scheduled_payments"
    | "completed_payments"
    | "outstanding_balance"
    | "payment_due_by_credit_card"
  >,
  now?: CurrentPayment,
): readonly TotalsLine[] => {
  const totals = cart.cart_fees[0]?.grand_totals;
  if (!totals) return [];
  const minor = (amount: string): Minor => fromDecimal(amount, cart.currency) ?? 0;
  const decimal = (amount: Minor): string => toDecimal(amount, cart.currency);
  const sum = (amounts: readonly string[]): Minor => amounts.reduce((all, amount) => all + minor(amount), 0);

  const named = cart.cart_mods.filter(({ discount }) => minor(discount) > 0);
  const unnamed = minor(totals.total_cartmod_amount) + sum(named.map(({ discount }) => discount));
  // Gift cards have lines of their own and are not counted again as payments.
  const byGiftCard = cart.completed_payments.filter(isGiftCardPayment);
  const paid = minor(totals.total_payments) - sum(byGiftCard.map(({ amount }) => amount));
  const outstanding = minor(cart.outstanding_balance);
  const amount = now?.amount ?? minor(cart.payment_due_by_credit_card);
  const isScheduled = hasSchedule(cart);

  const lines: (TotalsLine | false)[] = [
    { kind: "subtotal", amount: totals.total_before_cartmod_price },
    minor(totals.total_fee_fixed_outside) !== 0 && { kind: "fee_fixed", amount: totals.total_fee_fixed_outside },
    minor(totals.total_fee_percent_outside) !== 0 && { kind: "fee_percent", amount: totals.total_fee_percent_outside },
    ...named.map(({ id, name, discount }) => ({
      kind: "discount" as const,
      id,
      name,
      amount: decimal(-minor(discount)),
    })),
    unnamed !== 0 && { kind: "discount", id: "rest", name: null, amount: decimal(unnamed) },
    ...giftCardLines(cart, now),
    paid !== 0 && { kind: "payments", amount: decimal(-paid) },
    isScheduled && { kind: "balance", amount: cart.outstanding_balance },
    { kind: isScheduled && amount < outstanding ? "partial_total" : "total_due", amount: decimal(now?.rest ?? amount) },
  ];
  return lines.filter((line) => line !== false);
};

/** Gift cards that have been charged, then those applied to the payment being prepared. */
const giftCardLines = (
  { gift_cards, currency }: Pick<Cart, "gift_cards" | "currency">,
  now: CurrentPayment | undefined,
): readonly TotalsLine[] => [
  ...gift_cards.map((card) => ({
    kind: "gift_card" as const,
    number: card.number,
    amount: toDecimal(-(fromDecimal(card.amount, currency) ?? 0), currency),
    left: card.balance,
    applied: null,
  })),
  ...(now?.gift_cards ?? []).map((card, applied) => ({
    kind: "gift_card" as const,
    number: card.number,
    amount: toDecimal(-card.pays, currency),
    left: toDecimal(card.left, currency),
    applied,
  })),
];
