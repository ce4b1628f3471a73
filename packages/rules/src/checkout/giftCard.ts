import type { GiftCard } from "@foyer/contract/shop/giftcards.ts";
import { fromDecimal } from "../values/money.ts";

/**
 * A gift card's number as it is compared: capitals, spaces and dashes make no difference, nor do the letters that look
 * like a digit, so that it can be typed from paper.
 */
export const normalizeGiftCardNumber = (number: string): string =>
  number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** As much of a number as tells its card from others: '••••HJKM'. A short one is hidden whole. */
export const maskGiftCardNumber = (number: string): string => {
  const folded = normalizeGiftCardNumber(number);
  return `••••${folded.length >= 8 ? folded.slice(-4) : ""}`;
};

/** May it pay for anything? Otherwise 'Gift Card balance is $0' (document 2 §5.4). */
export const isGiftCardUsable = ({ state, balance }: Pick<GiftCard, "state" | "balance">, currency: string): boolean =>
  state === "active" && (fromDecimal(balance, currency) ?? 0) > 0;
