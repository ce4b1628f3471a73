import type { Seller } from "@foyer/contract/seller.ts";
import { exponentOf } from "@foyer/rules/money.ts";

/** '12.50' as the seller's buyers read it: '$12.50'. */
export const letterMoney = (seller: Pick<Seller, "locale">, currency: string): ((amount: string) => string) => {
  const format = formatOf(seller.locale, currency);
  return (amount) => format.format(Number(amount));
};

/** To make one costs more than all that it formats. */
const known = new Map<string, Intl.NumberFormat>();
const mostKnown = 500;

const formatOf = (locale: string, currency: string): Intl.NumberFormat => {
  const key = `${locale} ${currency}`;
  const found = known.get(key);
  if (found) return found;
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: exponentOf(currency),
  });
  if (known.size >= mostKnown) known.clear();
  known.set(key, format);
  return format;
};
