import type { DeskQuote } from "@foyer/contract/office/orders/deskActions.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";

type Amounts = Pick<DeskQuote, "value" | "fee" | "refund" | "gift_card">;

/**
 * The part of what was paid for the tickets that an earlier refund gave back, so that the amounts of a quote add up.
 * `added` is the price of new tickets. '0' if the money becomes a gift card, whose bonus the quote does not name.
 */
export const refundedEarlier = (
  { value, fee, refund, gift_card }: Amounts,
  { added, currency }: { readonly added: string; readonly currency: string },
): string => {
  if (gift_card !== "0") return "0";
  const minor = (amount: string): number => fromDecimal(amount, currency) ?? 0;
  const left = minor(value) - minor(fee);
  return toDecimal(Math.max(0, left - Math.min(left, minor(added)) - minor(refund)), currency);
};
