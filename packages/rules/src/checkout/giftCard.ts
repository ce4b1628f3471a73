import type { GiftCard } from "@foyer/contract/shop/giftcards.ts";
import { fromDecimal } from "../values/money.ts";

/**
 * Normalises a gift card number for comparison: case, spaces and dashes are ignored, and letters that look like
 * digits become digits, because numbers are typed from paper.
 */
export const normalizeGiftCardNumber = (number: string): string =>
  number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** Masks a gift card number: '••••HJKM'. A short number is hidden completely. */
export const maskGiftCardNumber = (number: string): string => {
  const folded = normalizeGiftCardNumber(number);
  return `••••${folded.length >= 8 ? folded.slice(-4) : ""}`;
};

/** Can the card pay? Otherwise the page shows 'Gift Card balance is $0'. */
export const isGiftCardUsable = ({ state, balance }: Pick<GiftCard, "state" | "balance">, currency: string): boolean =>
  state === "active" && (fromDecimal(balance, currency) ?? 0) > 0;
