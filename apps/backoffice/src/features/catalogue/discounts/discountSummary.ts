import { recordsOf, textOf, type Loose } from "../document.ts";

const giving = (discount: Loose, currency: string): string => {
  const { percent, amount, price } = discount;
  if (amount !== undefined) return `${textOf(amount)} ${currency} off`;
  if (price !== undefined) return `New price ${textOf(price)} ${currency}`;
  return `${textOf(percent)}% off`;
};

/** What a discount gives, to whom and for which tickets, in a few words for a list. */
export const discountSummary = (discount: Loose, currency: string): string => {
  const events = new Set(recordsOf(discount["for"]).map(({ event }) => textOf(event))).size;
  const { codes, stacking } = discount;
  return [
    giving(discount, currency),
    discount["per"] === "cart" ? "once for all tickets" : undefined,
    Array.isArray(codes) && codes.length > 0 ? "with a code" : "for everybody",
    events === 0 ? undefined : events === 1 ? "on one event" : `on ${events} events`,
    stacking === "with_others" ? "combined with others" : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
};
