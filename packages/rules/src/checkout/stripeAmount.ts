/**
 * Stripe counts these currencies in hundredths although they have no minor unit
 * (docs.stripe.com/currencies#special-cases).
 */
const countedInHundredths = new Set(["ISK", "UGX"]);

/**
 * Stripe counts these currencies in thousandths and refuses amounts that do not end in 0
 * (docs.stripe.com/currencies#three-decimal).
 */
const chargedInHundredths = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

/** The step between the amounts that Stripe takes, in our minor units. */
export const stripeAmountStep = (currency: string): number => (chargedInHundredths.has(currency) ? 10 : 1);

const factorOf = (currency: string): number => (countedInHundredths.has(currency.toUpperCase()) ? 100 : 1);

/** Converts our minor units to Stripe's amount. */
export const toStripeAmount = (amount: number, currency: string): number => amount * factorOf(currency);

/** Converts Stripe's amount to our minor units. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / factorOf(currency));
