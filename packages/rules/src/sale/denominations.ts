import { fromDecimal, type Minor } from "../values/money.ts";

/** Coins and notes of currencies, the largest first. */
const known: Readonly<Record<string, readonly string[]>> = {
  EUR: ["500", "200", "100", "50", "20", "10", "5", "2", "1", "0.50", "0.20", "0.10", "0.05", "0.02", "0.01"],
  GBP: ["50", "20", "10", "5", "2", "1", "0.50", "0.20", "0.10", "0.05", "0.02", "0.01"],
  USD: ["100", "50", "20", "10", "5", "2", "1", "0.50", "0.25", "0.10", "0.05", "0.01"],
  CHF: ["1000", "200", "100", "50", "20", "10", "5", "2", "1", "0.50", "0.20", "0.10", "0.05"],
  JPY: ["10000", "5000", "2000", "1000", "500", "100", "50", "10", "5", "1"],
};
const usual = ["1000", "500", "200", "100", "50", "20", "10", "5", "2", "1"];
const smaller = ["0.50", "0.25", "0.20", "0.10", "0.05", "0.02", "0.01"];

/** The values of a currency's coins and notes in minor units, the largest first. */
export const denominationsOf = (currency: string): readonly Minor[] =>
  (known[currency] ?? [...usual, ...smaller]).flatMap((text) => fromDecimal(text, currency) ?? []);

export type CashCount = { readonly value: Minor; readonly count: number };

/** The total of coins and notes. */
export const sumOfCounts = (counts: readonly CashCount[]): Minor =>
  counts.reduce((sum, { value, count }) => sum + value * count, 0);

/** Whether each value is a coin or note of the currency and appears only once. */
export const areCounts = (counts: readonly CashCount[], currency: string): boolean => {
  const values = counts.map(({ value }) => value);
  const allowed = denominationsOf(currency);
  return new Set(values).size === values.length && values.every((value) => allowed.includes(value));
};

/**
 * Amounts of cash that a buyer may hand over for an amount: the next round sums, at most four. Coins and notes worth less
 * than a tenth of it are ignored.
 */
export const likelyTendered = (due: Minor, values: readonly Minor[]): readonly Minor[] => {
  const sums = values.filter((value) => value >= due / 10).map((value) => Math.ceil(due / value) * value);
  return [...new Set(sums)]
    .filter((sum) => sum > due)
    .toSorted((one, other) => one - other)
    .slice(0, 4);
};
