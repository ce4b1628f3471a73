import type { Seller } from "@foyer/contract/seller.ts";
import { exponentOf } from "@foyer/rules/money.ts";

/** '12.50' as the seller's buyers read it: '$12.50'. */
export const letterMoney = (seller: Pick<Seller, "locale">, currency: string): ((amount: string) => string) => {
  const format = new Intl.NumberFormat(seller.locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: exponentOf(currency),
  });
  return (amount) => format.format(Number(amount));
};
