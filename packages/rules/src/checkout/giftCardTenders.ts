import type { GiftCard, giftCardNumberMax } from "@foyer/contract/shop/giftcards.ts";
import { normalizeGiftCardNumber, isGiftCardUsable } from "./giftCard.ts";
import { cardAmountLimits } from "./cardAmountLimits.ts";
import { fromDecimal, type Minor } from "../values/money.ts";

/** Signs of a gift card's number at most; the contract's own number, by its type. */
export const maxGiftCardNumberLength: typeof giftCardNumberMax = 70;

export const giftCardProblem = (typed: string): "required" | "long" | undefined => {
  const { length } = typed.trim();
  if (length === 0) return "required";
  return length > maxGiftCardNumberLength ? "long" : undefined;
};

/** One pay call takes ten offers; one is kept for a card. */
export const maxGiftCards = 9;

export type AppliedGiftCard = { readonly number: string; readonly balance: Minor };

/** Is this number applied already? Then nobody needs to be asked. */
export const isGiftCardApplied = (typed: string, applied: readonly AppliedGiftCard[]): boolean =>
  applied.some(({ number }) => normalizeGiftCardNumber(number) === normalizeGiftCardNumber(typed));

/**
 * What becomes of a card that was looked up by the number that was typed: its reply may name it masked. Nothing left
 * and not active are one and the same (document 2 §5.4).
 */
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
  /** What it pays of this cart; nothing where the cards before it are enough. */
  readonly pays: Minor;
  readonly left: Minor;
};

/**
 * What each card pays, in the order they were applied, and what is left for another card. Where that would be less
 * than any card takes, the last of them pays a little less.
 */
export const splitOverGiftCards = (
  cards: readonly AppliedGiftCard[],
  amount: Minor,
  currency: string,
): { readonly parts: readonly GiftCardTender[]; readonly rest: Minor } => {
  const all = cards.reduce((sum, { balance }) => sum + balance, 0);
  const { min: cardMin } = cardAmountLimits(currency);
  const wanted = Math.max(0, amount - all);
  const rest = wanted > 0 && wanted < cardMin && amount >= cardMin ? cardMin : wanted;
  let open = amount - rest;
  const parts = cards.map((card) => {
    const pays = Math.min(card.balance, open);
    open -= pays;
    return { ...card, pays, left: card.balance - pays };
  });
  return { parts, rest };
};
