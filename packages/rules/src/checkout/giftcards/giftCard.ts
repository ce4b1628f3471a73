import type { GiftCard } from "@foyer/contract/shop/giftcards.ts";
import { fromDecimal } from "../../values/money.ts";
import { normalizePrintedNumber } from "../../values/normalizeNames.ts";

/** Normalises a gift card number for comparison. */
export const normalizeGiftCardNumber = normalizePrintedNumber;

/** Masks a gift card number: '••••HJKM'. A short number is masked completely. */
export const maskGiftCardNumber = (number: string): string => {
  const normalized = normalizeGiftCardNumber(number);
  return `••••${normalized.length >= 8 ? normalized.slice(-4) : ""}`;
};

/** Can the card pay? If not, the page shows 'Gift Card balance is $0'. */
export const isGiftCardUsable = ({ state, balance }: Pick<GiftCard, "state" | "balance">, currency: string): boolean =>
  state === "active" && (fromDecimal(balance, currency) ?? 0) > 0;
