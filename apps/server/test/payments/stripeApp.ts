import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { AppDeps } from "../../src/app.ts";
import type { Database } from "../../src/db/connections.ts";
import { createTestShop, type EventOverrides, type TestShop } from "../shop/createTestShop.ts";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { processWebhookEvents } from "../../src/jobs/processWebhookEvents.ts";
import { settleOpenPayments, reconcileProviders } from "../../src/jobs/settleOpenPayments.ts";
import type { JobContext } from "../../src/http/requestContext.ts";
import type { CheckoutContext as Paying } from "../../src/modules/checkout/context.ts";
import type { GatewayDeps } from "../../src/providers/payments/gatewayDefinition.ts";
import { gatewayFinder, previewGatewayFinder, keyTrial } from "../../src/providers/payments/gatewayRegistry.ts";
import type { Providers } from "../../src/providers/providers.ts";
import type { CircuitBreakerOptions } from "../../src/providers/payments/circuitBreaker.ts";
import type { RefundPaceOptions } from "../../src/providers/payments/refundPace.ts";
import { StripeDouble } from "./stripeDouble.ts";
import { paymentKeysOf, saveStoredKeys } from "../../src/providers/storedKeys.sql.ts";
import { createSealer, type Sealer } from "../../src/providers/sealer.ts";
import { openTestApp, type TestResponse, type TestApp } from "../app/testApp.ts";
import { TestBuyer, recordPrices } from "../shop/testBuyer.ts";
import { keylessProviders } from "../app/testProviders.ts";

export const webhookSecret = "whsec_ofThisShop1";

/** The whole server with a double of Stripe, and sellers whose keys are stored as the command line stores them. */
export type StripeTestApp = {
  readonly server: TestApp;
  readonly double: StripeDouble;
  readonly providers: Providers;
  readonly secretsKey: string;
  readonly sealer: Sealer;
  /** Events of logged warnings and errors. */
  readonly logged: object[];
  createShop(options?: {
    keys?: boolean;
    webhook_secret?: string;
    secret_key?: string;
    payment_method_configuration?: string;
    event?: EventOverrides;
    currency?: string;
  }): Promise<TestShop>;
  /** The jobs, for payments of any age. */
  settle(): Promise<number>;
  processWebhooks(): Promise<number>;
  reconcile(): Promise<number>;
  /** The context of a use case. */
  checkoutShop(shop: TestShop): Promise<Paying>;
  close(): Promise<void>;
};

/** Tests provoke failures, so by default no circuit breaker opens. */
export const openStripeTestApp = async (
  login?: Pick<TestApp, "databaseConfig">,
  {
    breaker = { failureThreshold: 1000, openSeconds: 1 },
    pace,
    deadline = 1500,
    sharedDouble,
    ...extra
  }: Partial<AppDeps> & {
    breaker?: CircuitBreakerOptions;
    pace?: RefundPaceOptions;
    deadline?: number;
    /** The double of another server, which stays open. */
    sharedDouble?: StripeDouble;
  } = {},
): Promise<StripeTestApp> => {
  const double = sharedDouble ?? (await StripeDouble.open());
  const folder = await mkdtemp(join(tmpdir(), "foyer-stripe-"));
  const secretsKey = "5a".repeat(32);
  const sealer: Sealer = createSealer({ DATA_DIR: folder, SECRETS_KEY: secretsKey });
  const base = await openTestApp({}, login);
  const databaseOf = (id: string): Database => base.connections.forSeller(id);
  const gateways: GatewayDeps = {
    databaseOf,
    sealer,
    endpoints: { stripe: { baseUrl: double.baseUrl, timeoutMs: deadline } },
    breaker,
    ...(pace && { pace }),
  };
  const providers: Providers = {
    sign: (text) => Buffer.from(text.padEnd(43)).toString("base64url").slice(0, 43),
    findGateway: gatewayFinder(gateways, { test: true }),
    ...keylessProviders,
    findPreviewGateway: previewGatewayFinder(gateways),
    tryGatewayKeys: keyTrial(gateways),
    mail: undefined,
    origin: "http://localhost",
  };
  const logged: object[] = [];
  const logEvent = (fields: object) => void logged.push(fields);
  const server = await openTestApp(
    { providers, gateways, office: { origin: "http://localhost", sealer }, ...extra },
    base,
  );
  const jobs: JobContext = {
    connections: server.connections,
    providers,
    findSeller: sellerFinder(server.db, 0),
    log: { info: () => undefined, warn: logEvent, error: logEvent },
  };
  return {
    server,
    double,
    providers,
    secretsKey,
    sealer,
    logged,
    createShop: async ({
      keys = true,
      webhook_secret = webhookSecret,
      secret_key = "sk_test_ofThisShop",
      event = {},
      currency = "USD",
      ...extra
    } = {}) => {
      const shop = await createTestShop(server.db, {
        seller: { configuration: JSON.stringify({ gateway: "stripe" }), currency },
        event,
      });
      await recordPrices(server, shop);
      const given = { publishable_key: "pk_test_ofThisShop", secret_key, webhook_secret, ...extra };
      if (keys)
        await saveStoredKeys(databaseOf(shop.seller_id), sealer, paymentKeysOf(shop.seller_id, "stripe"), given);
      return shop;
    },
    settle: () => settleOpenPayments(jobs, -1),
    processWebhooks: () => processWebhookEvents(jobs),
    reconcile: () => reconcileProviders(jobs, 0),
    checkoutShop: async ({ slug, seller_id }) => {
      const seller = await jobs.findSeller(slug);
      if (!seller) throw new Error(`no seller ${slug}`);
      return { db: databaseOf(seller_id), seller, providers };
    },
    close: async () => {
      if (!sharedDouble) await double.close();
      await server.close();
      await base.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** A buyer at a shop that takes card payments with Stripe. */
export class StripeTestBuyer extends TestBuyer {
  payWith(cart: Cart, gateway_data: object, amount = cart.outstanding_balance): Promise<TestResponse> {
    return this.post(`/my/cart/${cart.id}/pay`, [{ gateway_id: "stripe", amount, gateway_data }]);
  }
  payCard(cart: Cart, card: string): Promise<TestResponse> {
    return this.payWith(cart, { payment_method_id: card.startsWith("pm_") ? card : `pm_card_${card}` });
  }
}
