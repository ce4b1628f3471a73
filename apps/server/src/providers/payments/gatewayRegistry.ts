import { CircuitBreaker, withCircuitBreaker, type CircuitBreakerOptions } from "./circuitBreaker.ts";
import { giftCardGateway } from "./giftcard/giftCardGateway.ts";
import type { GatewayDeps, GatewayFinder } from "./paymentGateway.ts";
import { stripeGateway } from "./stripe/stripeGateway.ts";
import type { StripeOptions } from "./stripe/stripeClient.ts";
import { testGateway } from "./test/testGateway.ts";

/**
 * The gateways that are set up. Gift cards need nothing but the database; the test gateway moves no money, so production
 * has it only when told to; Stripe is there for the sellers whose keys are kept. What can be out of reach stands behind a
 * breaker, one for each seller.
 */
export const gatewayRegistry = (
  deps: GatewayDeps & { readonly stripe?: StripeOptions; readonly breaker?: CircuitBreakerOptions },
  enabled: { test: boolean },
): GatewayFinder => {
  const test = testGateway(deps);
  const giftCards = giftCardGateway(deps);
  const breakers = new Map<string, CircuitBreaker>();
  const breakerFor = (sellerId: string): CircuitBreaker => {
    const known = breakers.get(sellerId) ?? new CircuitBreaker(deps.breaker);
    breakers.set(sellerId, known);
    return known;
  };
  return async (id, sellerId) => {
    if (id === "ledger") return giftCards;
    if (id === "test" && enabled.test) return test;
    if (id !== "stripe" || !deps.stripe) return undefined;
    const keys = await deps.stripe.keysOf(sellerId);
    return keys && withCircuitBreaker(stripeGateway(deps, deps.stripe, keys), breakerFor(sellerId));
  };
};
