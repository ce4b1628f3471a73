import type { InvoiceSettings } from "@foyer/contract/shop/aftersale/invoiceSettings.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { isTaxed } from "../catalog/handlers.ts";
import type { Minor } from "../values/money.ts";

/** An amount that includes its tax. `percent`: null for what bears no tax, such as gift cards and donations. */
export type TaxedAmount = { readonly gross: Minor; readonly percent: number | null };

/** All amounts of one rate: `net` and `tax` add up to `gross`. */
export type TaxLine = TaxedAmount & { readonly net: Minor; readonly tax: Minor };

type TaxedGroup = { readonly id: string; readonly handler: Handler; readonly category: string | null };

/** The rate of a ticket group: its own, its event's category's, or the default; null for what bears no tax. */
export const taxPercentOf = (group: TaxedGroup, { groups, categories, ...rates }: InvoiceSettings["rates"]) => {
  if (!isTaxed(group)) return null;
  const ofCategory = group.category === null ? undefined : ownValue(categories, group.category);
  return ownValue(groups, group.id) ?? ofCategory ?? rates.default;
};

/** A category may be called like a property that every object has. */
const ownValue = (rates: Readonly<Record<string, number>> | undefined, key: string): number | undefined =>
  rates !== undefined && Object.hasOwn(rates, key) ? rates[key] : undefined;

/**
 * Net, tax and gross of each rate, the highest rate first and what bears no tax last. The tax of a rate is rounded once,
 * half up, in the sum of its amounts. Rates whose amounts come to nothing are left out.
 */
export const taxLines = (amounts: readonly TaxedAmount[]): readonly TaxLine[] => {
  const byRate = Map.groupBy(amounts, ({ percent }) => percent);
  return [...byRate]
    .map(([percent, sold]) =>
      taxLine(
        percent,
        sold.reduce((sum, { gross }) => sum + gross, 0),
      ),
    )
    .filter(({ gross }) => gross !== 0)
    .toSorted((one, other) => (other.percent ?? -1) - (one.percent ?? -1));
};

const taxLine = (percent: number | null, gross: Minor): TaxLine => {
  const tax = percent === null ? 0 : includedTax(gross, percent);
  return { percent, net: gross - tax, tax, gross };
};

/** The tax in an amount that includes it, rounded half up: 20 % in 12.00 is 2.00. */
export const includedTax = (gross: Minor, percent: number): Minor => {
  // Rates have three decimals at most.
  const rate = BigInt(Math.round(percent * 1000));
  const whole = 100_000n + rate;
  const doubled = 2n * BigInt(Math.abs(gross)) * rate;
  const tax = Number((doubled + whole) / (2n * whole));
  return gross < 0 ? -tax || 0 : tax;
};
