import { currencyExponent } from "./currency.ts";

/** An amount of money in whole minor units (cents) of one currency. */
export type Minor = number;

/** Formats an amount for the wire: 1250 becomes '12.50', 0 becomes '0'. */
export const toDecimal = (amount: Minor, currency: string): string => {
  if (amount === 0) return "0";
  const exponent = currencyExponent(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const sign = amount < 0 ? "-" : "";
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
};

/**
 * Parses an amount from the wire: '12.5' becomes 1250. Undefined if it is not a plain decimal with at most as many decimals
 * as the currency has.
 */
export const fromDecimal = (text: string, currency: string): Minor | undefined => {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  const exponent = currencyExponent(currency);
  if (fraction.length > exponent) return undefined;
  const amount = Number(whole + fraction.padEnd(exponent, "0"));
  return Number.isSafeInteger(amount) ? (sign ? -amount : amount) || 0 : undefined;
};

/** The exact sum of amounts from the wire: '33.30' and '-11.10' give '22.20'. Throws for an invalid amount. */
export const sumDecimals = (amounts: readonly string[], currency: string): string => {
  const minor = amounts.map((amount) => {
    const value = fromDecimal(amount, currency);
    if (value === undefined) throw new Error(`${JSON.stringify(amount)} is no amount of ${currency}`);
    return value;
  });
  return toDecimal(
    minor.reduce((sum, value) => sum + value, 0),
    currency,
  );
};

/** Is the amount a multiple of the step? */
export const isInSteps = (amount: Minor, step: Minor): boolean => amount % step === 0;

/** The largest multiple of the step that is not above the amount, which is not negative. */
export const roundDownToStep = (amount: Minor, step: Minor): Minor => amount - (amount % step);

/**
 * A share of an amount in basis points, rounded half up to a multiple of `step`: 250 of 1001 (2.5 % of 10.01) is 25. All of an
 * amount is the amount itself.
 */
export const percentOf = (amount: Minor, basisPoints: number, step: Minor): Minor => {
  const product = BigInt(Math.abs(amount)) * BigInt(basisPoints);
  const divisor = 10000n * BigInt(basisPoints % 10_000 === 0 ? 1 : step);
  const rounded = Number((((2n * product + divisor) / (2n * divisor)) * divisor) / 10000n);
  return amount < 0 ? -rounded || 0 : rounded;
};

/**
 * Splits an amount by weight into multiples of `step` that add up exactly; the remainder goes to the largest fractions. An
 * amount between two steps is split into minor units.
 */
export const allocate = (amount: Minor, weights: readonly number[], step: Minor): Minor[] => {
  const unit = isInSteps(amount, step) ? step : 1;
  return allocateUnits(amount / unit, weights).map((part) => part * unit);
};

const allocateUnits = (amount: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((product) => Number(product / BigInt(total)));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  const byFraction = exact
    .map((product, index) => ({ index, fraction: Number(product % BigInt(total)) }))
    .sort((a, b) => b.fraction - a.fraction || a.index - b.index);
  for (const { index } of byFraction.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};
