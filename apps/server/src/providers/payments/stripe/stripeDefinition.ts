import { cardGatewayContext } from "@foyer/contract/errors.ts";
import type { GatewayDefinition, GatewayDeps, SellerGatewayFinder } from "../gatewayDefinition.ts";
import { optionalString } from "./confirmIntent.ts";
import { isTestIntent } from "./isTestIntent.sql.ts";
import { stripeGateway } from "./stripeGateway.ts";
import { paymentKeysOf, readStoredKeys } from "../../storedKeys.sql.ts";
import { stripeKeys, StripeKeys } from "./stripeKeys.ts";
import { tryStripeKeys } from "./tryStripeKeys.ts";
import { parseWebhookEvent } from "./webhookEvents.ts";

const findKeys = async ({ databaseOf, sealer }: GatewayDeps, seller_id: string): Promise<StripeKeys | undefined> => {
  if (!sealer) return undefined;
  const keys = await readStoredKeys(databaseOf(seller_id), sealer, paymentKeysOf(seller_id, "stripe"));
  return keys === undefined ? undefined : StripeKeys.parse(keys);
};

const open =
  (deps: GatewayDeps): SellerGatewayFinder =>
  async (sellerId) => {
    const keys = await findKeys(deps, sellerId);
    return keys && stripeGateway(deps, deps.endpoints?.stripe ?? {}, keys);
  };

export const stripeDefinition = {
  open,
  isRemote: true,
  isForTests: false,
  testPaymentCondition: isTestIntent,
  savesMethods: true,
  isReconciled: true,
  hasPayouts: true,
  refusalContext: cardGatewayContext,
  keys: stripeKeys,
  tryKeys: (deps, keys, subject) => tryStripeKeys(deps, StripeKeys.parse(keys), subject),
  webhookEvents: [
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "refund.created",
    "refund.updated",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.closed",
  ],
  webhook: (deps) => async (sellerId, body, headers) => {
    const keys = await findKeys(deps, sellerId);
    return keys && parseWebhookEvent(body, headers["stripe-signature"], keys);
  },
  publicConfig: async (deps, sellerId) => {
    const keys = await findKeys(deps, sellerId);
    return keys && { publishable_key: keys.publishable_key, pmc_id: keys.payment_method_configuration ?? null };
  },
  // Only what docs.stripe.com/security/guide requires: Stripe's script, and Link, whose sheet and pictures are at
  // link.com. Card fields, Apple Pay and Google Pay are in Stripe's frames, which have a policy of their own.
  pageSources: {
    scriptOwner: "Stripe",
    frame: [
      "https://js.stripe.com",
      "https://*.js.stripe.com",
      "https://hooks.stripe.com",
      "https://link.com",
      "https://*.link.com",
    ],
    connect: ["https://api.stripe.com", "https://link.com", "https://*.link.com"],
    img: ["https://*.stripe.com", "https://*.link.com"],
    paymentRequest: ["https://js.stripe.com"],
  },
  paymentUrl: (ref) => `https://dashboard.stripe.com/payments/${encodeURIComponent(ref)}`,
  payoutUrl: (ref) => `https://dashboard.stripe.com/payouts/${encodeURIComponent(ref)}`,
  sentMethodRef: ({ payment_method_id }) => optionalString(payment_method_id),
} as const satisfies GatewayDefinition;
