import type { Seller } from "@foyer/contract/shop/seller.ts";
import { BoundedCache } from "../../cache/boundedCache.ts";
import { withMinusSign } from "@foyer/rules/values/text/minusSign.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";

/** Formats amounts such as '12.50' in the seller's locale: '$12.50'. */
export const moneyFormatter = (seller: Pick<Seller, "locale">, currency: string): ((amount: string) => string) => {
  const format = currencyFormat(seller.locale, currency);
  return (amount) => withMinusSign(format.format(Number(amount)));
};

/** Cached, since making a formatter is expensive. */
const formats = new BoundedCache<Intl.NumberFormat>({
  maxEntries: 500,
  maxBytes: 4 * 1024 * 1024,
  bytesOf: () => 8 * 1024,
});

const currencyFormat = (locale: string, currency: string): Intl.NumberFormat => {
  const key = `${locale} ${currency}`;
  const found = formats.get(key);
  if (found) return found;
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: currencyExponent(currency),
  });
  formats.set(key, format);
  return format;
};
