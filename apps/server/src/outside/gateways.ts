import { Breaker, guarded, type BreakerBounds } from "./payments/breaker.ts";
import { ledgerGateway } from "./payments/ledger.ts";
import type { GatewayDeps, GatewayFinder } from "./payments/payments.ts";
import { stripeGateway } from "./payments/stripe.ts";
import type { StripeSetup } from "./payments/stripeClient.ts";
import { testGateway } from "./payments/test.ts";

/**
 * The gateways that are set up. Gift cards need nothing but the database; the test gateway moves no money, so production
 * has it only when told to; Stripe is there for the sellers whose keys are kept. What can be out of reach stands behind a
 * breaker, one for each seller.
 */
export const gateways = (
  deps: GatewayDeps & { readonly stripe?: StripeSetup; readonly breaker?: BreakerBounds },
  allowed: { test: boolean },
): GatewayFinder => {
  const test = testGateway(deps);
  const ledger = ledgerGateway(deps);
  const breakers = new Map<string, Breaker>();
  const breakerOf = (sellerId: string): Breaker => {
    const known = breakers.get(sellerId) ?? new Breaker(deps.breaker);
    breakers.set(sellerId, known);
    return known;
  };
  return async (id, sellerId) => {
    if (id === "ledger") return ledger;
    if (id === "test" && allowed.test) return test;
    if (id !== "stripe" || !deps.stripe) return undefined;
    const keys = await deps.stripe.keysOf(sellerId);
    return keys && guarded(stripeGateway(deps, deps.stripe, keys), breakerOf(sellerId));
  };
};
