import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { guardStands } from "../../db/faults.ts";
import { Refused } from "../../http/refused.ts";
import { bookedIntent, bookIntent, type Booked } from "./stripeBook.ts";
import { inTurn, stripeClient, understood, type StripeSetup } from "./stripeClient.ts";
import { isLive, type StripeKeys } from "./stripeKeys.ts";
import { newsOf, newsSince, refundsOfIntent } from "./stripeNews.ts";
import { otherMeans } from "@foyer/contract/checkout.ts";
import { failedWith, isUnconfirmed, standingOf } from "./stripeStanding.ts";
import { asStripe } from "@foyer/rules/stripeAmount.ts";
import { forgetMethod, forgetMethodOf, keptOf, vaultTerms } from "./stripeVault.ts";
import type { Charge, GatewayDeps, PaymentGateway, Refund, Standing } from "./payments.ts";

const { StripeAPIError, StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;

/** Stripe's own trouble, which by its rule the same key gets again: nothing comes of saying it once more. */
const isBroken = (error: unknown): boolean =>
  error instanceof StripeAPIError && error.statusCode !== undefined && error.statusCode >= 500;

/** It was confirmed, taken or cancelled in the meantime: how it stands says all. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === "payment_intent_unexpected_state";

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/**
 * Stripe, for one seller. An intent is made, written into our own book, and only then confirmed: a payment that is not
 * in the book was never charged, and one that is can be asked after, whatever answer was lost. Each intent is confirmed
 * once at most; one that came to nothing is cancelled, so that nobody can go on with it.
 */
export const stripeGateway = (deps: GatewayDeps, setup: StripeSetup, keys: StripeKeys): PaymentGateway => {
  const client = stripeClient(setup, keys);

  /** Is this the intent that we made, and nobody else's (T58)? */
  const checked = (intent: Stripe.PaymentIntent, booked: Booked): Stripe.PaymentIntent => {
    // The library takes an answer without an error in it for a good one, whoever gave it.
    if (intent.object !== "payment_intent") throw new Refused({ code: "unavailable", context: "payment" });
    const ours =
      intent.id === booked.ref &&
      intent.amount === asStripe(booked.amount, booked.currency) &&
      intent.currency.toUpperCase() === booked.currency &&
      intent.metadata.payment_id === booked.payment_id &&
      intent.livemode === isLive(keys);
    if (!ours && guardStands("intent_as_booked"))
      throw new Error(`Stripe shows another intent for payment ${booked.payment_id}`);
    return intent;
  };
  const look = async (booked: Booked): Promise<Stripe.PaymentIntent> =>
    checked(await client.paymentIntents.retrieve(booked.ref), booked);

  const inBook = async (sellerId: string, payment_id: string, ref?: string): Promise<Booked> => {
    const booked = await bookedIntent(deps.databaseOf(sellerId), sellerId, { payment_id });
    if (!booked || (ref !== undefined && booked.ref !== ref))
      throw new Error(`payment ${payment_id} has no such intent at Stripe`);
    return booked;
  };

  const open = async (charge: Charge): Promise<Booked> => {
    const { id: payment_id, sellerId: seller_id, cartId: cart_id, amount, currency } = charge;
    const vault = await vaultTerms(client, charge);
    const made = await inTurn(() =>
      client.paymentIntents.create(
        {
          amount: asStripe(amount, currency),
          currency: currency.toLowerCase(),
          capture_method: "manual",
          automatic_payment_methods: { enabled: true },
          ...(keys.payment_method_configuration !== undefined && {
            payment_method_configuration: keys.payment_method_configuration,
          }),
          ...vault,
          metadata: { payment_id, cart_id, seller_id },
        },
        { idempotencyKey: payment_id },
      ),
    );
    const booked = { payment_id, ref: made.id, amount, currency };
    checked(made, booked);
    return bookIntent(deps.databaseOf(seller_id), seller_id, booked);
  };

  /** Nobody goes on with it. Whether that came in time is said by how it stands. */
  const letGo = async ({ ref }: Booked): Promise<void> => {
    try {
      await inTurn(() => client.paymentIntents.cancel(ref));
    } catch (error) {
      if (!isElsewhere(error)) throw understood(error);
    }
  };
  /** The same where it is only tidiness: the intent is as good as dead. */
  const tidy = (booked: Booked): Promise<void> => letGo(booked).catch(() => undefined);

  const sayConfirm = (charge: Charge, { ref }: Booked): Promise<Stripe.PaymentIntent> => {
    const payment_method = charge.by?.ref ?? text(charge.data.payment_method_id);
    const confirmation_token = text(charge.data.confirmation_token_id);
    return inTurn(() =>
      client.paymentIntents.confirm(
        ref,
        {
          ...(payment_method !== undefined ? { payment_method } : { confirmation_token: confirmation_token ?? "" }),
          ...(charge.data.use_stripe_sdk === true && { use_stripe_sdk: true }),
          ...(charge.by ? { off_session: true } : { return_url: charge.returnUrl }),
        },
        { idempotencyKey: `${charge.id}:confirm` },
      ),
    );
  };

  const confirm = async (charge: Charge, booked: Booked): Promise<Standing> => {
    try {
      return standingOf(checked(await sayConfirm(charge, booked), booked));
    } catch (error) {
      if (error instanceof StripeCardError) {
        await tidy(booked);
        return failedWith(booked.ref, error);
      }
      // Somebody else confirms it with another card: theirs counts.
      if (error instanceof StripeIdempotencyError) return standingOf(await otherwise(booked));
      // It went on without us, or nobody knows; in that case it is decided now.
      if (isElsewhere(error) || isBroken(error)) return standingOf(await settled(booked));
      if (!(error instanceof StripeInvalidRequestError)) throw error;
      await tidy(booked);
      return failedWith(booked.ref, { code: error.code ?? "invalid_request" });
    }
  };

  /**
   * Whoever was to go to their bank, came back without and pays with something else: the first attempt is over. Said
   * again with the same key, the same means get the same answer, and other means are told that they are others.
   */
  const unlessOther = async (charge: Charge, booked: Booked, intent: Stripe.PaymentIntent): Promise<Standing> => {
    try {
      await sayConfirm(charge, booked);
      return standingOf(intent);
    } catch (error) {
      if (isElsewhere(error)) return standingOf(await look(booked));
      if (!(error instanceof StripeIdempotencyError)) throw error;
      await letGo(booked);
      const after = await look(booked);
      return after.status === "canceled"
        ? failedWith(booked.ref, { code: otherMeans, message: "Please try again." })
        : standingOf(after);
    }
  };

  /** The intent, when another call with it has been answered. */
  const otherwise = async (booked: Booked): Promise<Stripe.PaymentIntent> => {
    for (let attempt = 1; attempt <= 8; attempt++) {
      const intent = await look(booked);
      if (!isUnconfirmed(intent)) return intent;
      await sleep(100 * attempt);
    }
    throw new Refused({ code: "unavailable", context: "payment" });
  };

  /** The intent, once it is decided whether it is ever confirmed. */
  const settled = async (booked: Booked): Promise<Stripe.PaymentIntent> => {
    const intent = await look(booked);
    if (!isUnconfirmed(intent)) return intent;
    await letGo(booked);
    const after = await look(booked);
    if (isUnconfirmed(after)) throw new Refused({ code: "unavailable", context: "payment" });
    return after;
  };

  /** A call that may meet an intent which has moved on already. */
  const move = async (booked: Booked, say: () => Promise<Stripe.PaymentIntent>): Promise<Standing> => {
    try {
      return standingOf(checked(await inTurn(say), booked));
    } catch (error) {
      if (isElsewhere(error)) return standingOf(await look(booked));
      if (!(error instanceof StripeCardError)) throw error;
      await tidy(booked);
      return failedWith(booked.ref, error);
    }
  };

  const give = async (given: Parameters<PaymentGateway["refund"]>[0]): Promise<Refund> => {
    const booked = await inBook(given.sellerId, given.id, given.ref);
    try {
      const refund = await inTurn(() =>
        client.refunds.create(
          {
            payment_intent: booked.ref,
            amount: asStripe(given.amount, booked.currency),
            metadata: { payment_id: given.id, refund_id: given.key },
          },
          { idempotencyKey: given.key },
        ),
      );
      if (refund.object !== "refund") throw new Refused({ code: "unavailable", context: "payment" });
      if (refund.status === "failed" || refund.status === "canceled")
        return { status: "failed", ref: refund.id, code: refund.failure_reason ?? refund.status };
      return { status: refund.status === "succeeded" ? "succeeded" : "pending", ref: refund.id };
    } catch (error) {
      // The same key gets the same trouble again: what is not in its books by now is for another key to ask.
      if (isBroken(error)) {
        const [done] = (await refundsOfIntent(client, booked.ref)).filter(({ key }) => key === given.key);
        if (!done) return { status: "failed", ref: null, code: "api_error" };
        const { status, ref, code = "failed" } = done;
        return status === "failed" ? { status, ref, code } : { status, ref };
      }
      if (!(error instanceof StripeInvalidRequestError)) throw error;
      return { status: "failed", ref: null, code: error.code ?? "invalid_request" };
    }
  };

  /** Nothing of the library's own errors leaves this file: they can hold what was sent. */
  const asked = async <R>(answer: Promise<R>): Promise<R> => {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof Stripe.errors.StripeError ? understood(error) : error;
    }
  };

  const authorize = async (charge: Charge): Promise<Standing> => {
    const named = [charge.by?.ref, charge.data.payment_method_id, charge.data.confirmation_token_id];
    if (named.every((name) => text(name) === undefined)) return failedWith(null, { code: "payment_method_missing" });
    const { sellerId, id } = charge;
    const booked = await bookedIntent(deps.databaseOf(sellerId), sellerId, { payment_id: id });
    if (!booked) {
      const opened = await open(charge).catch((error: unknown) => {
        if (isBroken(error)) return undefined;
        throw error;
      });
      // Without an intent in the book nothing is ever charged: the next attempt is a new payment.
      return opened ? confirm(charge, opened) : failedWith(null, { code: "api_error", message: "Please try again." });
    }
    const intent = await look(booked);
    if (isUnconfirmed(intent)) return confirm(charge, booked);
    return intent.status === "requires_action" ? unlessOther(charge, booked, intent) : standingOf(intent);
  };
  const find = async (sellerId: string, payment_id: string): Promise<Standing> => {
    const booked = await bookedIntent(deps.databaseOf(sellerId), sellerId, { payment_id });
    if (!booked) return { status: "unknown" };
    const intent = await settled(booked);
    const standing = standingOf(intent);
    if (standing.status === "failed" && intent.status !== "canceled") await tidy(booked);
    return standing;
  };

  return {
    id: "stripe",
    authorize: (charge) => asked(authorize(charge)),
    capture: async ({ sellerId, id, ref }) => {
      const booked = await inBook(sellerId, id, ref);
      return asked(move(booked, () => client.paymentIntents.capture(ref)));
    },
    void: async ({ sellerId, id, ref }) => {
      const booked = await inBook(sellerId, id, ref);
      return asked(move(booked, () => client.paymentIntents.cancel(ref)));
    },
    find: ({ sellerId, id }) => asked(find(sellerId, id)),
    kept: async ({ sellerId, id, ref }) => {
      const booked = await inBook(sellerId, id, ref);
      return asked(look(booked).then((intent) => keptOf(client, intent)));
    },
    forget: (method) => asked(forgetMethod(client, method)),
    forgetKeptOf: async ({ sellerId, id }) => {
      const booked = await bookedIntent(deps.databaseOf(sellerId), sellerId, { payment_id: id });
      if (booked) await asked(look(booked).then((intent) => forgetMethodOf(client, intent)));
    },
    refund: (given) => asked(give(given)),
    news: (sellerId, heard) => asked(newsOf(client, deps.databaseOf(sellerId), sellerId, heard)),
    refundsOf: async ({ sellerId, id, ref }) => {
      await inBook(sellerId, id, ref);
      return asked(refundsOfIntent(client, ref));
    },
    newsSince: (sellerId, since) => asked(newsSince(client, deps.databaseOf(sellerId), sellerId, since)),
  };
};
