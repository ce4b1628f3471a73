import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { guardStands } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import { findIntent, insertIntent, type StoredIntent } from "./intents.sql.ts";
import { retryWhileBusy, stripeClient, translateStripeError, type StripeOptions } from "./stripeClient.ts";
import { isLive, type StripeKeys } from "./stripeKeys.ts";
import { fetchUpdate, fetchUpdatesSince, listIntentRefunds } from "./providerUpdates.ts";
import { otherMethodDeclineCode } from "@foyer/contract/shop/checkout.ts";
import { failedStatus, isUnconfirmed, intentStatus } from "./intentStatus.ts";
import { toStripeAmount } from "@foyer/rules/checkout/stripeAmount.ts";
import { detachMethod, detachIntentMethod, findSavedMethod, savedMethodParams } from "./savedMethods.ts";
import type { Charge, GatewayDeps, PaymentGateway, RefundResult, ProviderStatus } from "../paymentGateway.ts";

const { StripeAPIError, StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;

/** Stripe's own trouble, which by its rule the same key gets again: nothing comes of saying it once more. */
const isStripeFailure = (error: unknown): boolean =>
  error instanceof StripeAPIError && error.statusCode !== undefined && error.statusCode >= 500;

/** It was confirmed, taken or cancelled in the meantime: how it stands says all. */
const isUnexpectedState = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === "payment_intent_unexpected_state";

const optionalString = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/**
 * Stripe, for one seller. An intent is made, written into our own book, and only then confirmed: a payment that is not
 * in the book was never charged, and one that is can be asked after, whatever answer was lost. Each intent is confirmed
 * once at most; one that came to nothing is cancelled, so that nobody can go on with it.
 */
export const stripeGateway = (deps: GatewayDeps, setup: StripeOptions, keys: StripeKeys): PaymentGateway => {
  const client = stripeClient(setup, keys);

  /** Is this the intent that we made, and nobody else's (T58)? */
  const verifyIntent = (intent: Stripe.PaymentIntent, stored: StoredIntent): Stripe.PaymentIntent => {
    // The library takes an answer without an error in it for a good one, whoever gave it.
    if (intent.object !== "payment_intent") throw new Refused({ code: "unavailable", context: "payment" });
    const isOurs =
      intent.id === stored.ref &&
      intent.amount === toStripeAmount(stored.amount, stored.currency) &&
      intent.currency.toUpperCase() === stored.currency &&
      intent.metadata.payment_id === stored.payment_id &&
      intent.livemode === isLive(keys);
    if (!isOurs && guardStands("stripe_intent_matches"))
      throw new Error(`Stripe shows another intent for payment ${stored.payment_id}`);
    return intent;
  };
  const retrieveIntent = async (stored: StoredIntent): Promise<Stripe.PaymentIntent> =>
    verifyIntent(await client.paymentIntents.retrieve(stored.ref), stored);

  const requireIntent = async (sellerId: string, payment_id: string, ref?: string): Promise<StoredIntent> => {
    const stored = await findIntent(deps.databaseOf(sellerId), sellerId, { payment_id });
    if (!stored || (ref !== undefined && stored.ref !== ref))
      throw new Error(`payment ${payment_id} has no such intent at Stripe`);
    return stored;
  };

  const createIntent = async (charge: Charge): Promise<StoredIntent> => {
    const { id: payment_id, sellerId: seller_id, cartId: cart_id, amount, currency } = charge;
    const methodParams = await savedMethodParams(client, charge);
    const created = await retryWhileBusy(() =>
      client.paymentIntents.create(
        {
          amount: toStripeAmount(amount, currency),
          currency: currency.toLowerCase(),
          capture_method: "manual",
          automatic_payment_methods: { enabled: true },
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
    verifyIntent(created, stored);
    return insertIntent(deps.databaseOf(seller_id), seller_id, stored);
  };

  /** Nobody goes on with it. Whether that came in time is said by how it stands. */
  const cancelIntent = async ({ ref }: StoredIntent): Promise<void> => {
    try {
      await retryWhileBusy(() => client.paymentIntents.cancel(ref));
    } catch (error) {
      if (!isUnexpectedState(error)) throw translateStripeError(error);
    }
  };
  /** The same where it is only tidiness: the intent is as good as dead. */
  const cancelQuietly = (stored: StoredIntent): Promise<void> => cancelIntent(stored).catch(() => undefined);

  const sendConfirm = (charge: Charge, { ref }: StoredIntent): Promise<Stripe.PaymentIntent> => {
    const payment_method = charge.savedMethod?.ref ?? optionalString(charge.data.payment_method_id);
    const confirmation_token = optionalString(charge.data.confirmation_token_id);
    return retryWhileBusy(() =>
      client.paymentIntents.confirm(
        ref,
        {
          ...(payment_method !== undefined ? { payment_method } : { confirmation_token: confirmation_token ?? "" }),
          ...(charge.data.use_stripe_sdk === true && { use_stripe_sdk: true }),
          ...(charge.savedMethod ? { off_session: true } : { return_url: charge.returnUrl }),
        },
        { idempotencyKey: `${charge.id}:confirm` },
      ),
    );
  };

  const confirmIntent = async (charge: Charge, stored: StoredIntent): Promise<ProviderStatus> => {
    try {
      return intentStatus(verifyIntent(await sendConfirm(charge, stored), stored));
    } catch (error) {
      if (error instanceof StripeCardError) {
        await cancelQuietly(stored);
        return failedStatus(stored.ref, error);
      }
      // Somebody else confirms it with another card: theirs counts.
      if (error instanceof StripeIdempotencyError) return intentStatus(await waitForConfirm(stored));
      // It went on without us, or nobody knows; in that case it is decided now.
      if (isUnexpectedState(error) || isStripeFailure(error)) return intentStatus(await settleIntent(stored));
      if (!(error instanceof StripeInvalidRequestError)) throw error;
      await cancelQuietly(stored);
      return failedStatus(stored.ref, { code: error.code ?? "invalid_request" });
    }
  };

  /**
   * Whoever was to go to their bank, came back without and pays with something else: the first attempt is over. Said
   * again with the same key, the same means get the same answer, and other means are told that they are others.
   */
  const confirmSameMethod = async (
    charge: Charge,
    stored: StoredIntent,
    intent: Stripe.PaymentIntent,
  ): Promise<ProviderStatus> => {
    try {
      await sendConfirm(charge, stored);
      return intentStatus(intent);
    } catch (error) {
      if (isUnexpectedState(error)) return intentStatus(await retrieveIntent(stored));
      if (!(error instanceof StripeIdempotencyError)) throw error;
      await cancelIntent(stored);
      const after = await retrieveIntent(stored);
      return after.status === "canceled"
        ? failedStatus(stored.ref, { code: otherMethodDeclineCode, message: "Please try again." })
        : intentStatus(after);
    }
  };

  /** The intent, when another call with it has been answered. */
  const waitForConfirm = async (stored: StoredIntent): Promise<Stripe.PaymentIntent> => {
    for (let attempt = 1; attempt <= 8; attempt++) {
      const intent = await retrieveIntent(stored);
      if (!isUnconfirmed(intent)) return intent;
      await sleep(100 * attempt);
    }
    throw new Refused({ code: "unavailable", context: "payment" });
  };

  /** The intent, once it is decided whether it is ever confirmed. */
  const settleIntent = async (stored: StoredIntent): Promise<Stripe.PaymentIntent> => {
    const intent = await retrieveIntent(stored);
    if (!isUnconfirmed(intent)) return intent;
    await cancelIntent(stored);
    const after = await retrieveIntent(stored);
    if (isUnconfirmed(after)) throw new Refused({ code: "unavailable", context: "payment" });
    return after;
  };

  /** A call that may meet an intent which has moved on already. */
  const changeIntent = async (
    stored: StoredIntent,
    call: () => Promise<Stripe.PaymentIntent>,
  ): Promise<ProviderStatus> => {
    try {
      return intentStatus(verifyIntent(await retryWhileBusy(call), stored));
    } catch (error) {
      if (isUnexpectedState(error)) return intentStatus(await retrieveIntent(stored));
      if (!(error instanceof StripeCardError)) throw error;
      await cancelQuietly(stored);
      return failedStatus(stored.ref, error);
    }
  };

  const createRefund = async (request: Parameters<PaymentGateway["refund"]>[0]): Promise<RefundResult> => {
    const stored = await requireIntent(request.sellerId, request.id, request.ref);
    try {
      const refund = await retryWhileBusy(() =>
        client.refunds.create(
          {
            payment_intent: stored.ref,
            amount: toStripeAmount(request.amount, stored.currency),
            metadata: { payment_id: request.id, refund_id: request.key },
          },
          { idempotencyKey: request.key },
        ),
      );
      if (refund.object !== "refund") throw new Refused({ code: "unavailable", context: "payment" });
      if (refund.status === "failed" || refund.status === "canceled")
        return { status: "failed", ref: refund.id, code: refund.failure_reason ?? refund.status };
      return { status: refund.status === "succeeded" ? "succeeded" : "pending", ref: refund.id };
    } catch (error) {
      // The same key gets the same trouble again: what is not in its books by now is for another key to ask.
      if (isStripeFailure(error)) {
        const [done] = (await listIntentRefunds(client, stored.ref)).filter(({ key }) => key === request.key);
        if (!done) return { status: "failed", ref: null, code: "api_error" };
        const { status, ref, code = "failed" } = done;
        return status === "failed" ? { status, ref, code } : { status, ref };
      }
      if (!(error instanceof StripeInvalidRequestError)) throw error;
      return { status: "failed", ref: null, code: error.code ?? "invalid_request" };
    }
  };

  /** Nothing of the library's own errors leaves this file: they can hold what was sent. */
  const translateErrors = async <R>(result: Promise<R>): Promise<R> => {
    try {
      return await result;
    } catch (error) {
      throw error instanceof Stripe.errors.StripeError ? translateStripeError(error) : error;
    }
  };

  const authorize = async (charge: Charge): Promise<ProviderStatus> => {
    const methodIds = [charge.savedMethod?.ref, charge.data.payment_method_id, charge.data.confirmation_token_id];
    if (methodIds.every((name) => optionalString(name) === undefined))
      return failedStatus(null, { code: "payment_method_missing" });
    const { sellerId, id } = charge;
    const stored = await findIntent(deps.databaseOf(sellerId), sellerId, { payment_id: id });
    if (!stored) {
      const createdIntent = await createIntent(charge).catch((error: unknown) => {
        if (isStripeFailure(error)) return undefined;
        throw error;
      });
      // Without an intent in the book nothing is ever charged: the next attempt is a new payment.
      return createdIntent
        ? confirmIntent(charge, createdIntent)
        : failedStatus(null, { code: "api_error", message: "Please try again." });
    }
    const intent = await retrieveIntent(stored);
    if (isUnconfirmed(intent)) return confirmIntent(charge, stored);
    return intent.status === "requires_action" ? confirmSameMethod(charge, stored, intent) : intentStatus(intent);
  };
  const findStatus = async (sellerId: string, payment_id: string): Promise<ProviderStatus> => {
    const stored = await findIntent(deps.databaseOf(sellerId), sellerId, { payment_id });
    if (!stored) return { status: "unknown" };
    const intent = await settleIntent(stored);
    const current = intentStatus(intent);
    if (current.status === "failed" && intent.status !== "canceled") await cancelQuietly(stored);
    return current;
  };

  return {
    id: "stripe",
    authorize: (charge) => translateErrors(authorize(charge)),
    capture: async ({ sellerId, id, ref }) => {
      const stored = await requireIntent(sellerId, id, ref);
      return translateErrors(changeIntent(stored, () => client.paymentIntents.capture(ref)));
    },
    void: async ({ sellerId, id, ref }) => {
      const stored = await requireIntent(sellerId, id, ref);
      return translateErrors(changeIntent(stored, () => client.paymentIntents.cancel(ref)));
    },
    findStatus: ({ sellerId, id }) => translateErrors(findStatus(sellerId, id)),
    findSavedMethod: async ({ sellerId, id, ref }) => {
      const stored = await requireIntent(sellerId, id, ref);
      return translateErrors(retrieveIntent(stored).then((intent) => findSavedMethod(client, intent)));
    },
    deleteSavedMethod: (method) => translateErrors(detachMethod(client, method)),
    deleteMethodOfPayment: async ({ sellerId, id }) => {
      const stored = await findIntent(deps.databaseOf(sellerId), sellerId, { payment_id: id });
      if (stored) await translateErrors(retrieveIntent(stored).then((intent) => detachIntentMethod(client, intent)));
    },
    refund: (request) => translateErrors(createRefund(request)),
    fetchUpdate: (sellerId, event) => translateErrors(fetchUpdate(client, deps.databaseOf(sellerId), sellerId, event)),
    listRefunds: async ({ sellerId, id, ref }) => {
      await requireIntent(sellerId, id, ref);
      return translateErrors(listIntentRefunds(client, ref));
    },
    fetchUpdatesSince: (sellerId, since) =>
      translateErrors(fetchUpdatesSince(client, deps.databaseOf(sellerId), sellerId, since)),
  };
};
