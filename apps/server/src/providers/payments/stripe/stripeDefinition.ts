import { cardGatewayContext } from "@foyer/contract/errors.ts";
import type { GatewayDefinition, GatewayDeps, SellerGatewayFinder } from "../gatewayDefinition.ts";
import { optionalString } from "./confirmIntent.ts";
import { stripeGateway } from "./stripeGateway.ts";
import { readGatewayKeys } from "../gatewayKeys.sql.ts";
import { stripeKeys, StripeKeys } from "./stripeKeys.ts";
import { parseWebhookEvent } from "./webhookEvents.ts";

const findKeys = async ({ databaseOf, sealer }: GatewayDeps, seller_id: string): Promise<StripeKeys | undefined> => {
  if (!sealer) return undefined;
  const keys = await readGatewayKeys(databaseOf(seller_id), sealer, { seller_id, gateway_id: "stripe" });
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
  savesMethods: true,
  isReconciled: true,
  refusalContext: cardGatewayContext,
  keys: stripeKeys,
  webhook: (deps) => async (sellerId, body, headers) => {
    const keys = await findKeys(deps, sellerId);
    return keys && parseWebhookEvent(body, headers["stripe-signature"], keys);
  },
  publicConfig: async (deps, sellerId) => {
    const keys = await findKeys(deps, sellerId);
    return keys && { publishable_key: keys.publishable_key, pmc_id: keys.payment_method_configuration ?? null };
  },
  // No more than docs.stripe.com/security/guide asks for. The card fields are in frames with a policy of their own.
  pageSources: {
    scriptOwner: "Stripe",
    frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
    connect: ["https://api.stripe.com"],
    img: ["https://*.stripe.com"],
    paymentRequest: ["https://js.stripe.com"],
  },
  sentMethodRef: ({ payment_method_id }) => optionalString(payment_method_id),
} as const satisfies GatewayDefinition;
