import { currencyExponent, type Minor } from "../values/money.ts";

/**
 * The bounds of a card payment in minor units: 0.50 to 999999.99, in GBP from 0.30. They are the card provider's
 * limits.
 */
export const cardAmountLimits = (currency: string): { min: Minor; max: Minor } => {
  const unit = 10 ** currencyExponent(currency);
  return {
    min: Math.ceil(((currency === "GBP" ? 30 : 50) * unit) / 100),
    max: Math.floor((99_999_999 * unit) / 100),
  };
};

export const isCardPayable = (amount: Minor, currency: string): boolean => {
  const { min, max } = cardAmountLimits(currency);
  return amount >= min && amount <= max;
};
