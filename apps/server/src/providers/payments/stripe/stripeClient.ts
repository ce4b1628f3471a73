import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { Refused } from "../../../errors/refused.ts";
import type { StripeKeys } from "./stripeKeys.ts";

export type StripeOptions = {
  readonly keysOf: (sellerId: string) => Promise<StripeKeys | undefined>;
  /** Where Stripe is, for tests: scheme, host and port. */
  readonly baseUrl?: string | undefined;
  /** Milliseconds for one call, from the first byte to the last. */
  readonly timeoutMs?: number;
};

/** The version that the library's types and our tests speak of; an account's own default has no say. */
const apiVersion = "2026-10-28.endive";

const clients = new Map<string, Stripe>();

/** One client for each key and place. Repeats nothing by itself: whoever calls knows what may be said again. */
export const stripeClient = ({ baseUrl, timeoutMs = 20_000 }: StripeOptions, { secret_key }: StripeKeys): Stripe => {
  const cacheKey = `${secret_key} ${baseUrl ?? ""} ${timeoutMs}`;
  const cached = clients.get(cacheKey);
  if (cached) return cached;
  const url = baseUrl === undefined ? undefined : new URL(baseUrl);
  const client = new Stripe(secret_key, {
    apiVersion,
    httpClient: Stripe.createFetchHttpClient(),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === "https:" ? 443 : 80),
      protocol: url.protocol === "https:" ? "https" : "http",
    }),
  });
  if (clients.size > 1000) clients.clear();
  clients.set(cacheKey, client);
  return client;
};

/** The provider says that somebody else is saying the same at this moment. */
const isBusy = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode === 409 || error.code === "lock_timeout" || error.code === "idempotency_key_in_use");

/** Says it again, some times, while the same is under way: the answer is then the one that the other got. */
export const retryWhileBusy = async <R>(call: () => Promise<R>): Promise<R> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= 8 || !isBusy(error)) throw error;
      await sleep(100 * attempt);
    }
  }
};

/**
 * What a failure of a call means to us. Never the library's own error: that can hold what was sent. A refused card and
 * a call that does not fit the state are the caller's to understand, and come through.
 */
export const translateStripeError = (error: unknown): Error => {
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return new Refused({ code: "not_configured", context: "stripe_gateway" });
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (error.code === "amount_too_small" || error.code === "amount_too_large")
      return new Refused({ code: "payment_not_supported", context: "payment" });
    return new Error(`Stripe did not understand: ${error.code ?? "invalid request"} ${error.param ?? ""}`.trim());
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError) return new Error("Stripe knows this key for another call");
  // Too many at once, its own trouble, no answer in time: nobody knows what was done, and asking again is safe.
  if (error instanceof Stripe.errors.StripeError) return new Refused({ code: "unavailable", context: "payment" });
  return error instanceof Error ? error : new Error("Stripe's answer was lost");
};
