import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { cardGatewayContext } from "@foyer/contract/errors.ts";
import { Refused } from "../../../errors/refused.ts";
import { BoundedCache } from "../../../cache/boundedCache.ts";
import type { GatewayEndpoint } from "../gatewayDefinition.ts";
import { TooManyCalls } from "../refundPace.ts";
import type { StripeKeys } from "./stripeKeys.ts";

/** The version that the library's types and our tests are written for, whatever the account's default. */
const apiVersion = "2026-10-28.endive";

/** A client has one object per resource of the API. */
const clients = new BoundedCache<Stripe>({
  maxEntries: 1000,
  maxBytes: 32 * 1024 * 1024,
  bytesOf: () => 32 * 1024,
});

/** One client per key and endpoint. It does not retry by itself: only the caller knows what is safe to repeat. */
export const stripeClient = ({ baseUrl, timeoutMs = 20_000 }: GatewayEndpoint, { secret_key }: StripeKeys): Stripe => {
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
  clients.set(cacheKey, client);
  return client;
};

/** Whether another call with the same key is in progress. */
const isBusy = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode === 409 || error.code === "lock_timeout" || error.code === "idempotency_key_in_use");

/** Repeats a call while another one with its key is in progress; both finally get the same response. */
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
 * Whether the failure is at Stripe itself. The same idempotency key returns the same failure, so repeating the call does
 * not help.
 */
export const isStripeFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && error.statusCode !== undefined && error.statusCode >= 500;

/** Whether the intent has been confirmed, captured or cancelled in the meantime, which its status shows. */
export const isUnexpectedState = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "payment_intent_unexpected_state";

/** Stripe counts seconds since 1970. */
export const toInstant = (seconds: number): string => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();

/** How long Stripe asks to wait. Undefined if it does not say, or names a date instead of seconds. */
const secondsIn = ({ headers }: InstanceType<typeof Stripe.errors.StripeError>): number | undefined => {
  const seconds = headers?.["retry-after"];
  return seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
};

/**
 * Translates a failed call into an error for our callers. The library's own error could contain what was sent. Callers
 * handle card errors and unexpected states before this.
 */
export const translateStripeError = (error: unknown): Error => {
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return new Refused({ code: "not_configured", context: cardGatewayContext });
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (error.code === "amount_too_small" || error.code === "amount_too_large")
      return new Refused({ code: "payment_not_supported", context: "payment" });
    return new Error(`Stripe rejected the request: ${error.code ?? "invalid request"} ${error.param ?? ""}`.trim());
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return new Error("Stripe has another call with this idempotency key");
  if (error instanceof Stripe.errors.StripeRateLimitError) return new TooManyCalls(secondsIn(error));
  // Failure at Stripe or timeout: the outcome is unknown, and repeating is safe.
  if (error instanceof Stripe.errors.StripeError) return new Refused({ code: "unavailable", context: "payment" });
  return error instanceof Error ? error : new Error("Stripe's response was lost");
};
