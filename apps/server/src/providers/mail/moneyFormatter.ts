import type { Seller } from "@foyer/contract/shop/seller.ts";
import { BoundedCache } from "../../cache/boundedCache.ts";
import { withMinusSign } from "@foyer/rules/values/text/minusSign.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";

/** Formats amounts such as '12.50' in the seller's locale: '$12.50'. */
export const moneyFormatter = (seller: Pick<Seller, "locale">, currency: string): ((amount: string) => string) => {
  const format = currencyFormat(seller.locale, currency);
  return (amount) => withMinusSign(format.format(Number(amount)));
};

/** Formats rates in percent in the seller's locale: '6.9%'. */
export const percentFormatter = (seller: Pick<Seller, "locale">): ((percent: number) => string) => {
  const format = cachedFormat(seller.locale, { style: "percent", maximumFractionDigits: 3 });
  return (percent) => format.format(percent / 100);
};

/** Cached, since creating a formatter is expensive. */
const formats = new BoundedCache<Intl.NumberFormat>({
  maxEntries: 500,
  maxBytes: 4 * 1024 * 1024,
  bytesOf: () => 8 * 1024,
});

const currencyFormat = (locale: string, currency: string): Intl.NumberFormat =>
  cachedFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: currencyExponent(currency),
  });

const cachedFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${locale} ${options.currency ?? "%"}`;
  const found = formats.get(key);
  if (found) return found;
  const format = new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
};
