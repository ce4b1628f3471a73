import { ledgerGateway } from "./payments/ledger.ts";
import type { GatewayDeps, GatewayFinder } from "./payments/payments.ts";
import { stripeGateway } from "./payments/stripe.ts";
import type { StripeSetup } from "./payments/stripeClient.ts";
import { testGateway } from "./payments/test.ts";

/**
 * The gateways that are set up. Gift cards need nothing but the database; the test gateway moves no money, so production has it only when told to; Stripe is there
 * for the sellers whose keys are kept.
 */
export const gateways = (
  deps: GatewayDeps & { readonly stripe?: StripeSetup },
  allowed: { test: boolean },
): GatewayFinder => {
  const test = testGateway(deps);
  const ledger = ledgerGateway(deps);
  return async (id, sellerId) => {
    if (id === "ledger") return ledger;
    if (id === "test" && allowed.test) return test;
    if (id !== "stripe" || !deps.stripe) return undefined;
    const keys = await deps.stripe.keysOf(sellerId);
    return keys && stripeGateway(deps, deps.stripe, keys);
  };
};
