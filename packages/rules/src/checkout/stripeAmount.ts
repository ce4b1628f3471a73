/**
 * Stripe counts these currencies in hundredths although they have no minor unit
 * (docs.stripe.com/currencies#special-cases).
 */
const countedInHundredths = new Set(["ISK", "UGX"]);

const factorOf = (currency: string): number => (countedInHundredths.has(currency.toUpperCase()) ? 100 : 1);

/** Converts our minor units to Stripe's amount. */
export const toStripeAmount = (amount: number, currency: string): number => amount * factorOf(currency);

/** Converts Stripe's amount to our minor units. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / factorOf(currency));
