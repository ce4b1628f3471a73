import type { GiftCard, giftCardNumberMax } from "@foyer/contract/ledger.ts";
import { foldGiftCardNumber, isGiftCardUsable } from "./giftCard.ts";
import { cardBounds } from "./payable.ts";
import { fromWire, type Minor } from "./money.ts";

/** Signs of a gift card's number at most; the contract's own number, by its type. */
export const giftCardLength: typeof giftCardNumberMax = 70;

export const giftCardProblem = (typed: string): "required" | "long" | undefined => {
  const { length } = typed.trim();
  if (length === 0) return "required";
  return length > giftCardLength ? "long" : undefined;
};

/** One pay call takes ten offers; one is kept for a card. */
export const mostGiftCards = 9;

export type AppliedCard = { readonly number: string; readonly balance: Minor };

/** Is this number applied already? Then nobody needs to be asked. */
export const isApplied = (typed: string, applied: readonly AppliedCard[]): boolean =>
  applied.some(({ number }) => foldGiftCardNumber(number) === foldGiftCardNumber(typed));

/**
 * What becomes of a card that was looked up by the number that was typed: its reply may name it masked. Nothing left
 * and not active are one and the same (document 2 §5.4).
 */
export const giftCardVerdict = (
  card: GiftCard,
  {
    typed,
    applied,
    currency,
  }: { readonly typed: string; readonly applied: readonly AppliedCard[]; readonly currency: string },
): "applied_already" | "empty" | AppliedCard => {
  if (isApplied(typed, applied)) return "applied_already";
  if (!isGiftCardUsable(card, currency)) return "empty";
  return { number: typed.trim(), balance: fromWire(card.balance, currency) ?? 0 };
};

export type GiftCardPart = AppliedCard & {
  /** What it pays of this cart; nothing where the cards before it are enough. */
  readonly pays: Minor;
  readonly left: Minor;
};

/**
 * What each card pays, in the order they were applied, and what is left for another card. Where that would be less
 * than any card takes, the last of them pays a little less.
 */
export const spreadOver = (
  cards: readonly AppliedCard[],
  amount: Minor,
  currency: string,
): { readonly parts: readonly GiftCardPart[]; readonly rest: Minor } => {
  const all = cards.reduce((sum, { balance }) => sum + balance, 0);
  const { least } = cardBounds(currency);
  const wanted = Math.max(0, amount - all);
  const rest = wanted > 0 && wanted < least && amount >= least ? least : wanted;
  let open = amount - rest;
  const parts = cards.map((card) => {
    const pays = Math.min(card.balance, open);
    open -= pays;
    return { ...card, pays, left: card.balance - pays };
  });
  return { parts, rest };
};
