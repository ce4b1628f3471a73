import type { GiftCard, giftCardNumberMax } from "@foyer/contract/shop/giftcards.ts";
import { normalizeGiftCardNumber, isGiftCardUsable } from "./giftCard.ts";
import { cardAmountLimits } from "../cardAmountLimits.ts";
import { fromDecimal, type Minor } from "../../values/money.ts";

/** The maximum length of a gift card number, in characters. The type ties it to the contract's number. */
export const maxGiftCardNumberLength: typeof giftCardNumberMax = 70;

export const giftCardProblem = (typed: string): "required" | "long" | undefined => {
  const { length } = typed.trim();
  if (length === 0) return "required";
  return length > maxGiftCardNumberLength ? "long" : undefined;
};

/** A payment can have ten tenders; one is reserved for a card. */
export const maxGiftCards = 9;

export type AppliedGiftCard = { readonly number: string; readonly balance: Minor };

/** Is this number already applied? */
export const isGiftCardApplied = (typed: string, applied: readonly AppliedGiftCard[]): boolean =>
  applied.some(({ number }) => normalizeGiftCardNumber(number) === normalizeGiftCardNumber(typed));

/** The result of looking up a card by the typed number (the reply may mask it). An inactive card counts as empty. */
export const checkGiftCard = (
  card: GiftCard,
  {
    typed,
    applied,
    currency,
  }: { readonly typed: string; readonly applied: readonly AppliedGiftCard[]; readonly currency: string },
): "applied_already" | "empty" | AppliedGiftCard => {
  if (isGiftCardApplied(typed, applied)) return "applied_already";
  if (!isGiftCardUsable(card, currency)) return "empty";
  return { number: typed.trim(), balance: fromDecimal(card.balance, currency) ?? 0 };
};

export type GiftCardTender = AppliedGiftCard & {
  /** What it pays of this cart; 0 if earlier cards cover everything. */
  readonly pays: Minor;
  readonly left: Minor;
};

/** The smallest amount for a card that is at least `wanted`; `wanted` if the cart's amount has no room for it. */
const restForCard = (wanted: Minor, amount: Minor, { min, step }: { readonly min: Minor; readonly step: Minor }) => {
  if (wanted === 0) return 0;
  const rest = Math.ceil(Math.max(wanted, min) / step) * step;
  return rest <= amount ? rest : wanted;
};

/**
 * Distributes an amount over gift cards in order; `rest` is left for another method. If a card could not pay the rest,
 * because it is below the minimum or between the steps of the card's gateway, the gift cards pay a little less.
 */
export const splitOverGiftCards = (
  cards: readonly AppliedGiftCard[],
  amount: Minor,
  { currency, step = 1 }: { readonly currency: string; readonly step?: Minor },
): { readonly parts: readonly GiftCardTender[]; readonly rest: Minor } => {
  const all = cards.reduce((sum, { balance }) => sum + balance, 0);
  const { min: cardMin } = cardAmountLimits(currency);
  const rest = restForCard(Math.max(0, amount - all), amount, { min: cardMin, step });
  let open = amount - rest;
  const parts = cards.map((card) => {
    const pays = Math.min(card.balance, open);
    open -= pays;
    return { ...card, pays, left: card.balance - pays };
  });
  return { parts, rest };
};
