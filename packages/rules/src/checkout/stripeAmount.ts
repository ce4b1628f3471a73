/** Stripe counts these in hundredths though they have none (docs.stripe.com/currencies#special-cases). */
const countedInHundredths = new Set(["ISK", "UGX"]);

const factorOf = (currency: string): number => (countedInHundredths.has(currency.toUpperCase()) ? 100 : 1);

/** Our minor units as Stripe counts them. */
export const toStripeAmount = (amount: number, currency: string): number => amount * factorOf(currency);

/** And back. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / factorOf(currency));
