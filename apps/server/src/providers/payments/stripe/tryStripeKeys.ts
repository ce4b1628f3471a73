import Stripe from "stripe";
import type { GatewayDeps } from "../gatewayDefinition.ts";
import type { KeyFault, KeyTrialSubject } from "../keyTrial.ts";
import { newestIntentRef } from "./intents.sql.ts";
import { stripeClient, translateStripeError } from "./stripeClient.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/** In minor units; above Stripe's minimum in any usual currency. The intent is never confirmed. */
const trialAmount = 50_000;

const fault = (field: keyof StripeKeys, reason: string): KeyFault => ({ field, reason });

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;

/** What Stripe's error says about a key. Rethrows errors that say nothing about it: no answer, or a failure at Stripe. */
const faultOf = (error: unknown, field: keyof StripeKeys, right: string): KeyFault => {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return fault(field, "Stripe does not know this key, or it was revoked.");
  if (error instanceof Stripe.errors.StripePermissionError)
    return fault(field, `This key lacks a right at Stripe: ${right}.`);
  throw translateStripeError(error);
};

/** The permissions that reconciliation and payouts need, each tried with the smallest read. */
const reads: readonly (readonly [string, (client: Stripe) => Promise<unknown>])[] = [
  ["read refunds", (client) => client.refunds.list({ limit: 1 })],
  ["read disputes", (client) => client.disputes.list({ limit: 1 })],
  ["read payouts", (client) => client.payouts.list({ limit: 1 })],
  ["read balance transactions", (client) => client.balanceTransactions.list({ limit: 1 })],
];

/**
 * Tries keys with Stripe: creates a payment intent with the secret key, which is never confirmed, finds it with the
 * publishable key of the same account, and cancels it. If keys are replaced, the new ones have to find the newest
 * payment. Stored keys are only tried by reading.
 */
export const tryStripeKeys = async (
  { endpoints, databaseOf }: GatewayDeps,
  keys: StripeKeys,
  { seller_id, currency, replacesSameMode, areStored = false }: KeyTrialSubject,
): Promise<KeyFault | undefined> => {
  const client = stripeClient(endpoints?.stripe ?? {}, keys);
  const found = (areStored ? undefined : await tryPayment(keys, currency, endpoints)) ?? (await tryReads(client));
  if (found) return found;
  const ref = replacesSameMode ? await newestIntentRef(databaseOf(seller_id), seller_id) : undefined;
  return ref === undefined ? undefined : findOwnPayment(client, ref);
};

const tryReads = async (client: Stripe): Promise<KeyFault | undefined> => {
  for (const [right, read] of reads)
    try {
      await read(client);
    } catch (error) {
      return faultOf(error, "secret_key", right);
    }
  return undefined;
};

/** Creates a payment intent with the secret key, finds it with the publishable one, and cancels it. */
const tryPayment = async (
  keys: StripeKeys,
  currency: string,
  endpoints: GatewayDeps["endpoints"],
): Promise<KeyFault | undefined> => {
  const client = stripeClient(endpoints?.stripe ?? {}, keys);
  const made = await makeIntent(client, keys, currency);
  if ("field" in made) return made;
  try {
    const browser = stripeClient(endpoints?.stripe ?? {}, { ...keys, secret_key: keys.publishable_key });
    await browser.paymentIntents.retrieve(made.id, { client_secret: made.client_secret ?? "" });
  } catch (error) {
    if (hasCode(error, "resource_missing"))
      return fault("publishable_key", "This key and the secret key are of different accounts.");
    return faultOf(error, "publishable_key", "read a payment");
  } finally {
    // Best effort: an intent that nobody confirms expires by itself.
    await client.paymentIntents.cancel(made.id).catch(() => undefined);
  }
  return undefined;
};

const makeIntent = async (
  client: Stripe,
  { payment_method_configuration }: StripeKeys,
  currency: string,
): Promise<Stripe.PaymentIntent | KeyFault> => {
  try {
    return await client.paymentIntents.create({
      amount: trialAmount,
      currency: currency.toLowerCase(),
      capture_method: "manual",
      automatic_payment_methods: { enabled: true },
      description: "Trial of keys; never charged",
      ...(payment_method_configuration !== undefined && { payment_method_configuration }),
    });
  } catch (error) {
    if (hasCode(error, "resource_missing"))
      return fault("payment_method_configuration", "The account of the secret key has no such configuration.");
    return faultOf(error, "secret_key", "make payments");
  }
};

const findOwnPayment = async (client: Stripe, ref: string): Promise<KeyFault | undefined> => {
  try {
    await client.paymentIntents.retrieve(ref);
    return undefined;
  } catch (error) {
    if (hasCode(error, "resource_missing"))
      return fault(
        "secret_key",
        "This key is of another account than the stored ones: it does not find the payments made with them. Delete the stored keys first if the account has really changed.",
      );
    return faultOf(error, "secret_key", "read payments");
  }
};
