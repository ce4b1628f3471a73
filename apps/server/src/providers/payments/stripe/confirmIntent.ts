import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { otherMethodDeclineCode } from "@foyer/contract/shop/checkout.ts";
import { Refused } from "../../../errors/refused.ts";
import type { Charge, ProviderStatus } from "../paymentGateway.ts";
import {
  cancelIntent,
  cancelQuietly,
  retrieveIntent,
  settleIntent,
  verifyIntent,
  type StripeAccount,
} from "./intents.ts";
import type { StoredIntent } from "./intents.sql.ts";
import { failedStatus, intentStatus, isUnconfirmed } from "./intentStatus.ts";
import { isStripeFailure, isUnexpectedState, retryWhileBusy } from "./stripeClient.ts";

const { StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;

export const optionalString = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const sendConfirm = (
  { client }: StripeAccount,
  charge: Charge,
  { ref }: StoredIntent,
): Promise<Stripe.PaymentIntent> => {
  const payment_method = charge.savedMethod?.ref ?? optionalString(charge.data.payment_method_id);
  const confirmation_token = optionalString(charge.data.confirmation_token_id);
  return retryWhileBusy(() =>
    client.paymentIntents.confirm(
      ref,
      {
        ...(payment_method !== undefined ? { payment_method } : { confirmation_token: confirmation_token ?? "" }),
        ...(charge.data.use_stripe_sdk === true && { use_stripe_sdk: true }),
        ...(charge.savedMethod && !charge.savedMethod.isPayerPresent
          ? { off_session: true }
          : { return_url: charge.returnUrl }),
      },
      { idempotencyKey: `${charge.id}:confirm` },
    ),
  );
};

/** Waits until a concurrent confirmation has been answered. */
const waitForConfirm = async (account: StripeAccount, stored: StoredIntent): Promise<Stripe.PaymentIntent> => {
  for (let attempt = 1; attempt <= 8; attempt++) {
    const intent = await retrieveIntent(account, stored);
    if (!isUnconfirmed(intent)) return intent;
    await sleep(100 * attempt);
  }
  throw new Refused({ code: "unavailable", context: "payment" });
};

/** Confirms an intent with what the payer sent, or with their saved method. */
export const confirmIntent = async (
  account: StripeAccount,
  charge: Charge,
  stored: StoredIntent,
): Promise<ProviderStatus> => {
  try {
    return intentStatus(verifyIntent(account, await sendConfirm(account, charge, stored), stored));
  } catch (error) {
    if (error instanceof StripeCardError) {
      await cancelQuietly(account, stored);
      return failedStatus(stored.ref, error);
    }
    // A concurrent call is confirming it with another card, which counts.
    if (error instanceof StripeIdempotencyError) return intentStatus(await waitForConfirm(account, stored));
    // The intent has changed, or its outcome is unknown and is settled now.
    if (isUnexpectedState(error) || isStripeFailure(error)) return intentStatus(await settleIntent(account, stored));
    if (!(error instanceof StripeInvalidRequestError)) throw error;
    await cancelQuietly(account, stored);
    return failedStatus(stored.ref, { code: error.code ?? "invalid_request" });
  }
};

/**
 * For a payer who left their bank's page and pays again. The same idempotency key with the same payment method returns
 * the first response; with another method it is an error, and the first attempt is given up.
 */
export const confirmSameMethod = async (
  account: StripeAccount,
  charge: Charge,
  { stored, intent }: { readonly stored: StoredIntent; readonly intent: Stripe.PaymentIntent },
): Promise<ProviderStatus> => {
  try {
    await sendConfirm(account, charge, stored);
    return intentStatus(intent);
  } catch (error) {
    if (isUnexpectedState(error)) return intentStatus(await retrieveIntent(account, stored));
    if (!(error instanceof StripeIdempotencyError)) throw error;
    await cancelIntent(account, stored);
    const after = await retrieveIntent(account, stored);
    return after.status === "canceled"
      ? failedStatus(stored.ref, { code: otherMethodDeclineCode, message: "Please try again." })
      : intentStatus(after);
  }
};
