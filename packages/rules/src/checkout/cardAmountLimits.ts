import { currencyExponent } from "../values/currency.ts";
import { isInSteps, type Minor } from "../values/money.ts";

/**
 * The card provider's minimum where it is not 0.50, in minor units
 * ("Minimum and maximum charge amounts" in its list of currencies, linked in docs/payments.md).
 */
const minimums: Readonly<Record<string, Minor>> = {
  AED: 200,
  BGN: 100,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  JPY: 50,
  KRW: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
};

/** The bounds of a card payment in minor units: 0.50, or the currency's own minimum, to 999999.99. */
export const cardAmountLimits = (currency: string): { min: Minor; max: Minor } => {
  const unit = 10 ** currencyExponent(currency);
  return {
    min: minimums[currency] ?? Math.ceil((50 * unit) / 100),
    max: Math.floor((99_999_999 * unit) / 100),
  };
};

/** Can a card pay this amount? `step`: the gateway takes multiples of it only (`amountStepOf`). */
export const isCardPayable = (amount: Minor, currency: string, step: Minor = 1): boolean => {
  const { min, max } = cardAmountLimits(currency);
  return amount >= min && amount <= max && isInSteps(amount, step);
};
