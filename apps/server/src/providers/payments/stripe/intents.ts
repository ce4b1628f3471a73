import Stripe from "stripe";
import { excludedStripeMethods } from "@foyer/rules/checkout/stripeMethods.ts";
import { toStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import type { Database } from "../../../db/connections.ts";
import { Refused } from "../../../errors/refused.ts";
import type { Charge, ProviderStatus } from "../paymentGateway.ts";
import { captureOptions } from "./captureOptions.ts";
import { findIntent, insertIntent, type StoredIntent } from "./intents.sql.ts";
import { failedStatus, intentStatus, isUnconfirmed } from "./intentStatus.ts";
import { savedMethodParams } from "./savedMethods.ts";
import { isUnexpectedState, retryWhileBusy, translateStripeError } from "./stripeClient.ts";
import { isLive, type StripeKeys } from "./stripeKeys.ts";

/** One seller's account at Stripe, and our tables about it. */
export type StripeAccount = {
  readonly client: Stripe;
  readonly keys: StripeKeys;
  readonly databaseOf: (sellerId: string) => Database;
};

/** Returns the intent if it is the one we created for this payment; throws for any other. */
export const verifyIntent = (
  { keys }: StripeAccount,
  intent: Stripe.PaymentIntent,
  stored: StoredIntent,
): Stripe.PaymentIntent => {
  // The library accepts any response without an error in it, whoever sent it.
  if (intent.object !== "payment_intent") throw new Refused({ code: "unavailable", context: "payment" });
  const isOurs =
    intent.id === stored.ref &&
    intent.amount === toStripeAmount(stored.amount, stored.currency) &&
    intent.currency.toUpperCase() === stored.currency &&
    intent.metadata.payment_id === stored.payment_id &&
    intent.livemode === isLive(keys);
  if (!isOurs) throw new Error(`Stripe returned another intent for payment ${stored.payment_id}`);
  return intent;
};

/** Expands the payment method too, which has the card. */
export const withMethod: { expand: string[] } = { expand: ["payment_method"] };

export const retrieveIntent = async (account: StripeAccount, stored: StoredIntent): Promise<Stripe.PaymentIntent> =>
  verifyIntent(account, await account.client.paymentIntents.retrieve(stored.ref, withMethod), stored);

export const findStoredIntent = (
  { databaseOf }: StripeAccount,
  payment: { readonly sellerId: string; readonly id: string },
): Promise<StoredIntent | undefined> =>
  findIntent(databaseOf(payment.sellerId), payment.sellerId, { payment_id: payment.id });

export const requireStoredIntent = async (
  account: StripeAccount,
  payment: { readonly sellerId: string; readonly id: string; readonly ref: string },
): Promise<StoredIntent> => {
  const stored = await findStoredIntent(account, payment);
  if (stored?.ref !== payment.ref) throw new Error(`payment ${payment.id} has no such intent at Stripe`);
  return stored;
};

/** Creates and stores an unconfirmed intent. */
export const createIntent = async (account: StripeAccount, charge: Charge): Promise<StoredIntent> => {
  const { client, keys, databaseOf } = account;
  const { id: payment_id, sellerId: seller_id, cartId: cart_id, amount, currency } = charge;
  const methodParams = await savedMethodParams(client, charge);
  const created = await retryWhileBusy(() =>
    client.paymentIntents.create(
      {
        amount: toStripeAmount(amount, currency),
        currency: currency.toLowerCase(),
        automatic_payment_methods: { enabled: true },
        payment_method_options: captureOptions(methodParams ? "card" : "all"),
        ...(!methodParams && { excluded_payment_method_types: [...excludedStripeMethods] }),
        ...(keys.payment_method_configuration !== undefined && {
          payment_method_configuration: keys.payment_method_configuration,
        }),
        ...methodParams,
        metadata: { payment_id, cart_id, seller_id },
      },
      { idempotencyKey: payment_id },
    ),
  );
  const stored = { payment_id, ref: created.id, amount, currency };
  verifyIntent(account, created, stored);
  return insertIntent(databaseOf(seller_id), seller_id, { ...stored, is_live: isLive(keys) });
};

/** Cancels the intent unless its status has changed. */
export const cancelIntent = async ({ client }: StripeAccount, { ref }: StoredIntent): Promise<void> => {
  try {
    await retryWhileBusy(() => client.paymentIntents.cancel(ref));
  } catch (error) {
    if (!isUnexpectedState(error)) throw translateStripeError(error);
  }
};

/** Cancels an intent that has already failed, only to tidy up; errors are ignored. */
export const cancelQuietly = (account: StripeAccount, stored: StoredIntent): Promise<void> =>
  cancelIntent(account, stored).catch(() => undefined);

/** Returns the intent after making sure that an unconfirmed one can never be confirmed. */
export const settleIntent = async (account: StripeAccount, stored: StoredIntent): Promise<Stripe.PaymentIntent> => {
  const intent = await retrieveIntent(account, stored);
  if (!isUnconfirmed(intent)) return intent;
  await cancelIntent(account, stored);
  const after = await retrieveIntent(account, stored);
  if (isUnconfirmed(after)) throw new Refused({ code: "unavailable", context: "payment" });
  return after;
};

/** Runs a call on an intent whose status may have changed. */
export const changeIntent = async (
  account: StripeAccount,
  stored: StoredIntent,
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<ProviderStatus> => {
  try {
    return intentStatus(verifyIntent(account, await retryWhileBusy(call), stored));
  } catch (error) {
    if (isUnexpectedState(error)) return intentStatus(await retrieveIntent(account, stored));
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    await cancelQuietly(account, stored);
    return failedStatus(stored.ref, error);
  }
};
