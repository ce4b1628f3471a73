import Stripe from "stripe";
import type { GatewayDeps, GatewayEndpoint } from "../gatewayDefinition.ts";
import type { Charge, PaymentGateway, ProviderStatus } from "../paymentGateway.ts";
import { confirmIntent, confirmSameMethod, optionalString } from "./confirmIntent.ts";
import {
  cancelQuietly,
  changeIntent,
  createIntent,
  findStoredIntent,
  requireStoredIntent,
  retrieveIntent,
  settleIntent,
  withMethod,
  type StripeAccount,
} from "./intents.ts";
import { findFingerprint } from "./fingerprints.ts";
import { failedStatus, intentStatus, isUnconfirmed } from "./intentStatus.ts";
import { listStripePayouts, readStripePayoutRows } from "./payouts.ts";
import { fetchDisputeUpdate, fetchUpdate, fetchUpdatesSince } from "./providerUpdates.ts";
import { createRefund, listIntentRefunds } from "./refunds.ts";
import { detachIntentMethod, detachMethod, findSavedMethod } from "./savedMethods.ts";
import { isStripeFailure, stripeClient, translateStripeError } from "./stripeClient.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/** Keeps the library's own errors inside the adapter: they can contain what was sent. */
const translateErrors = async <R>(result: Promise<R>): Promise<R> => {
  try {
    return await result;
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? translateStripeError(error) : error;
  }
};

const authorize = async (account: StripeAccount, charge: Charge): Promise<ProviderStatus> => {
  const methodIds = [charge.savedMethod?.ref, charge.data.payment_method_id, charge.data.confirmation_token_id];
  if (methodIds.every((name) => optionalString(name) === undefined))
    return failedStatus(null, { code: "payment_method_missing" });
  const stored = await findStoredIntent(account, charge);
  if (!stored) {
    const createdIntent = await createIntent(account, charge).catch((error: unknown) => {
      if (isStripeFailure(error)) return undefined;
      throw error;
    });
    // Without a stored intent, nothing is ever charged, so the next attempt can be a new payment.
    return createdIntent
      ? confirmIntent(account, charge, createdIntent)
      : failedStatus(null, { code: "api_error", message: "Please try again." });
  }
  const intent = await retrieveIntent(account, stored);
  if (isUnconfirmed(intent)) return confirmIntent(account, charge, stored);
  return intent.status === "requires_action"
    ? confirmSameMethod(account, charge, { stored, intent })
    : intentStatus(intent);
};

const findStatus = async (
  account: StripeAccount,
  payment: { readonly sellerId: string; readonly id: string },
): Promise<ProviderStatus> => {
  const stored = await findStoredIntent(account, payment);
  if (!stored) return { status: "unknown" };
  const intent = await settleIntent(account, stored);
  const current = intentStatus(intent);
  if (current.status === "failed" && intent.status !== "canceled") await cancelQuietly(account, stored);
  return current;
};

/**
 * Stripe, for one seller. An intent is created, stored in our database, and only then confirmed. So a payment without a
 * stored intent was never charged, and one with it can be looked up, whichever response was lost. Each intent is
 * confirmed at most once; a failed one is cancelled, so that nobody can continue it.
 */
export const stripeGateway = (
  { databaseOf }: Pick<GatewayDeps, "databaseOf">,
  endpoint: GatewayEndpoint,
  keys: StripeKeys,
): PaymentGateway => {
  const client = stripeClient(endpoint, keys);
  const account: StripeAccount = { client, keys, databaseOf };
  return {
    id: "stripe",
    authorize: (charge) => translateErrors(authorize(account, charge)),
    capture: async (payment) => {
      const stored = await requireStoredIntent(account, payment);
      return translateErrors(
        changeIntent(account, stored, () => client.paymentIntents.capture(payment.ref, withMethod)),
      );
    },
    void: async (payment) => {
      const stored = await requireStoredIntent(account, payment);
      return translateErrors(changeIntent(account, stored, () => client.paymentIntents.cancel(payment.ref)));
    },
    findStatus: (payment) => translateErrors(findStatus(account, payment)),
    findFingerprint: (offer) => findFingerprint(client, offer),
    findSavedMethod: async (payment) => {
      const stored = await requireStoredIntent(account, payment);
      return translateErrors(retrieveIntent(account, stored).then((intent) => findSavedMethod(client, intent)));
    },
    deleteSavedMethod: (method) => translateErrors(detachMethod(client, method)),
    deleteMethodOfPayment: async (payment) => {
      const stored = await findStoredIntent(account, payment);
      if (stored)
        await translateErrors(retrieveIntent(account, stored).then((intent) => detachIntentMethod(client, intent)));
    },
    refund: (request) => translateErrors(createRefund(account, request)),
    listRefunds: async (payment) => {
      await requireStoredIntent(account, payment);
      return translateErrors(listIntentRefunds(client, payment.ref));
    },
    fetchUpdate: (sellerId, event) => translateErrors(fetchUpdate(account, sellerId, event)),
    fetchDisputeUpdate: (sellerId, ref) => translateErrors(fetchDisputeUpdate(account, sellerId, ref)),
    fetchUpdatesSince: (sellerId, since) => translateErrors(fetchUpdatesSince(account, sellerId, since)),
    payouts: {
      list: (_, since) => translateErrors(listStripePayouts(account, since)),
      readRows: (sellerId, payout) => translateErrors(readStripePayoutRows(account, sellerId, payout)),
    },
  };
};
