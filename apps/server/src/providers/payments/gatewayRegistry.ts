import type { CardGatewayId, GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { defaultCardGateway, isCardPayment } from "@foyer/rules/checkout/gateways.ts";
import { BoundedCache } from "../../cache/boundedCache.ts";
import { CircuitBreaker, defaultBreaker, withCircuitBreaker } from "./circuitBreaker.ts";
import type { GatewayDefinition, GatewayDeps, PaymentPageSources, WebhookReader } from "./gatewayDefinition.ts";
import type { GatewayKeys } from "./gatewayKeys.ts";
import { cashDefinition, terminalDefinition } from "./counter/counterGateways.ts";
import type { KeyTrial } from "./keyTrial.ts";
import { giftCardGatewayDefinition } from "./giftcard/giftCardGateway.ts";
import type { GatewayFinder, PaymentGateway } from "./paymentGateway.ts";
import { RefundPace } from "./refundPace.ts";
import { stripeDefinition } from "./stripe/stripeDefinition.ts";
import { testGatewayDefinition } from "./test/testGateway.ts";

/** Every payment gateway. A new one is an entry here, an id in the contract, and its fields on the page. */
export const gatewayRegistry = {
  test: testGatewayDefinition,
  stripe: stripeDefinition,
  ledger: giftCardGatewayDefinition,
  cash: cashDefinition,
  terminal: terminalDefinition,
} as const satisfies Record<GatewayId, GatewayDefinition>;

const definitions: Readonly<Record<GatewayId, GatewayDefinition>> = gatewayRegistry;

const isGatewayId = (id: string): id is GatewayId => Object.hasOwn(gatewayRegistry, id);
const isCardGatewayId = (id: string): id is CardGatewayId => isGatewayId(id) && isCardPayment({ gateway_id: id });

/** The gateway for a seller's card payments. */
export const cardGatewayOf = ({ configuration }: Pick<Seller, "configuration">): CardGatewayId =>
  configuration.gateway ?? defaultCardGateway;

const withBreakers = (
  id: string,
  find: (sellerId: string) => Promise<PaymentGateway | undefined>,
  { breaker, pace }: GatewayDeps,
): typeof find => {
  // An evicted breaker forgets its failures; the seller's next calls detect them again.
  const breakers = new BoundedCache<{ readonly breaker: CircuitBreaker; readonly pace: RefundPace }>({
    maxEntries: 10_000,
    maxBytes: 8 * 1024 * 1024,
    bytesOf: () => 300,
  });
  return async (sellerId) => {
    const gateway = await find(sellerId);
    if (!gateway) return undefined;
    const existing = breakers.get(sellerId);
    const known = existing ?? {
      breaker: new CircuitBreaker({ ...(breaker ?? defaultBreaker), gateway: id }),
      pace: new RefundPace(pace),
    };
    if (!existing) breakers.set(sellerId, known);
    return withCircuitBreaker(gateway, known.breaker, known.pace);
  };
};

/** Finds a gateway by its id, opened for one seller. `test` includes those that move no money. */
export const gatewayFinder = (deps: GatewayDeps, enabled: { readonly test: boolean }): GatewayFinder => {
  const finders = new Map(
    Object.entries(definitions)
      .filter(([, { isForTests }]) => enabled.test || !isForTests)
      .map(([id, definition]) => {
        const find = definition.open(deps);
        return [id, definition.isRemote ? withBreakers(id, find, deps) : find];
      }),
  );
  return async (id, sellerId) => finders.get(id)?.(sellerId);
};

/** Finds the gateways of a preview: those that move no money, and gift cards, whose ledger is in our own database. */
export const previewGatewayFinder = (deps: GatewayDeps): GatewayFinder => {
  const finders = new Map(
    Object.entries(definitions)
      .filter(([id, { isForTests }]) => isForTests || id === "ledger")
      .map(([id, definition]) => [id, definition.open(deps)]),
  );
  return async (id, sellerId) => finders.get(id)?.(sellerId);
};

/** SQL: whether the payment `p` of the seller `$1` moved no money. */
export const isTestPayment = `(${Object.entries(definitions)
  .flatMap(([id, { isForTests, testPaymentCondition }]) =>
    isForTests ? [`p.gateway_id = '${id}'`] : (testPaymentCondition ?? []),
  )
  .join(" or ")})`;

export type GatewayWebhook = { readonly gateway_id: CardGatewayId; readonly read: WebhookReader };

export const listWebhooks = (deps: GatewayDeps): readonly GatewayWebhook[] =>
  Object.entries(definitions).flatMap(([gateway_id, { webhook }]) =>
    webhook && isCardGatewayId(gateway_id) ? [{ gateway_id, read: webhook(deps) }] : [],
  );

export type KeyedGateway = { readonly gateway_id: CardGatewayId; readonly keys: GatewayKeys };

/** The gateways for which sellers have keys. */
export const keyedGateways: readonly KeyedGateway[] = Object.entries(definitions).flatMap(([gateway_id, { keys }]) =>
  keys && isCardGatewayId(gateway_id) ? [{ gateway_id, keys }] : [],
);

/** Tries keys with their provider, using the gateway's own check. */
export const keyTrial =
  (deps: GatewayDeps): KeyTrial =>
  async (gateway_id, keys, subject) =>
    definitions[gateway_id].tryKeys?.(deps, keys, subject);

/** The events that the webhook of a gateway needs. */
export const webhookEventsOf = (id: CardGatewayId): readonly string[] => definitions[id].webhookEvents ?? [];

/** The gateways whose refunds and disputes are listed from time to time. */
export const reconciledGateways: readonly CardGatewayId[] = Object.entries(definitions).flatMap(
  ([id, { isReconciled }]) => (isReconciled && isCardGatewayId(id) ? [id] : []),
);

/** The gateways that pay out to the seller's bank. */
export const payoutGateways: readonly CardGatewayId[] = Object.entries(definitions).flatMap(([id, { hasPayouts }]) =>
  hasPayouts && isCardGatewayId(id) ? [id] : [],
);

/** Whether this gateway can charge a saved card. */
export const savesMethods = (id: string): id is CardGatewayId => isCardGatewayId(id) && definitions[id].savesMethods;

/** The context of `not_configured` for a gateway; an unknown id counts as a card gateway. */
export const refusalContextOf = (id: string): GatewayDefinition["refusalContext"] =>
  definitions[isGatewayId(id) ? id : defaultCardGateway].refusalContext;

/** What the seller's payment page may load besides our own files, or undefined if nothing. */
export const paymentPageSources = (seller: Seller): PaymentPageSources | undefined =>
  definitions[cardGatewayOf(seller)].pageSources;

/** The provider's id of the saved method in a payer's data. */
export const sentMethodRef = (id: string, data: Readonly<Record<string, unknown>>): string | undefined =>
  isGatewayId(id) ? definitions[id].sentMethodRef?.(data) : undefined;

/** The URL of a payment at its provider, or null if it has none. */
export const paymentUrlOf = (gateway_id: string, ref: string | null): string | null =>
  ref !== null && isGatewayId(gateway_id) ? (definitions[gateway_id].paymentUrl?.(ref) ?? null) : null;

/** The URL of a payout at its provider, or null if it has none. */
export const payoutUrlOf = (gateway_id: string, ref: string): string | null =>
  isGatewayId(gateway_id) ? (definitions[gateway_id].payoutUrl?.(ref) ?? null) : null;
