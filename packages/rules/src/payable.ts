import type { Minor } from "./money.ts";

/** Card payments are supported from 0.50 to 999999.99, in GBP from 0.30 (document 2 §5.7). Minor units of two digits. */
export const cardBounds = (currency: string): { least: Minor; most: Minor } => ({
  least: currency === "GBP" ? 30 : 50,
  most: 99_999_999,
});

export const isCardPayable = (amount: Minor, currency: string): boolean => {
  const { least, most } = cardBounds(currency);
  return amount >= least && amount <= most;
};
