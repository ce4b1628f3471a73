import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cart } from "@foyer/contract/cart.ts";
import type { AppDeps } from "./app.ts";
import type { Database } from "./db/connect.ts";
import { makeShop, type EventWishes, type Shop } from "./db/testShop.ts";
import { sellerFinder } from "./http/sellers.ts";
import { hearAll } from "./jobs/hearAll.ts";
import { settleAll, watchAll, type SettleDeps } from "./jobs/settleAll.ts";
import type { Shop as Paying } from "./modules/checkout/checkout.sql.ts";
import { gateways } from "./outside/gateways.ts";
import type { Outside } from "./outside/outside.ts";
import type { BreakerBounds } from "./outside/payments/breaker.ts";
import { StripeDouble } from "./outside/payments/stripeDouble.testing.ts";
import { keepStripeKeys, readStripeKeys } from "./outside/payments/stripeKeys.ts";
import { sealerOf, type Sealer } from "./outside/secrets.ts";
import { openTestApp, type Said, type TestApp } from "./testApp.ts";
import { Buyer, logPrices } from "./testBuyer.ts";
import { noKeysKept } from "./testOutside.ts";

export const webhookSecret = "whsec_ofThisShop1";

/** The whole server with Stripe's double beside it, and sellers whose keys are kept as the command line keeps them. */
export type StripeApp = {
  readonly server: TestApp;
  readonly double: StripeDouble;
  readonly outside: Outside;
  readonly secretsKey: string;
  /** What was logged as a warning or an error, by its event. */
  readonly logged: object[];
  makeShop(wishes?: {
    keys?: boolean;
    webhook_secret?: string;
    secret_key?: string;
    payment_method_configuration?: string;
    event?: EventWishes;
  }): Promise<Shop>;
  /** The jobs, for everything however young. */
  settle(): Promise<number>;
  hear(): Promise<number>;
  watch(): Promise<number>;
  /** What a use case needs of a shop. */
  paying(shop: Shop): Promise<Paying>;
  close(): Promise<void>;
};

/** Tests make trouble on purpose: by default no breaker opens over it. */
export const openStripeApp = async (
  login?: Pick<TestApp, "login">,
  {
    breaker = { most: 1000, seconds: 1 },
    deadline = 1500,
    ...more
  }: Partial<AppDeps> & { breaker?: BreakerBounds; deadline?: number } = {},
): Promise<StripeApp> => {
  const double = await StripeDouble.open();
  const folder = await mkdtemp(join(tmpdir(), "foyer-stripe-"));
  const secretsKey = "5a".repeat(32);
  const sealer: Sealer = sealerOf({ DATA_DIR: folder, SECRETS_KEY: secretsKey });
  const base = await openTestApp({}, login);
  const databaseOf = (id: string): Database => base.connections.of(id);
  const origin = "http://localhost";
  const stripe = {
    keysOf: (id: string) => readStripeKeys(databaseOf(id), sealer, id),
    base: double.base,
    deadline,
  };
  const outside: Outside = {
    sign: (text) => Buffer.from(text.padEnd(43)).toString("base64url").slice(0, 43),
    gatewayOf: gateways({ databaseOf, origin, stripe, breaker }, { test: true }),
    ...noKeysKept,
    mail: undefined,
    origin,
  };
  const logged: object[] = [];
  const note = (fields: object) => void logged.push(fields);
  const server = await openTestApp({ outside, stripe, ...more }, base);
  const jobs: SettleDeps = {
    connections: server.connections,
    outside,
    findSeller: sellerFinder(server.db, 0),
    log: { info: () => undefined, warn: note, error: note },
  };
  return {
    server,
    double,
    outside,
    secretsKey,
    logged,
    makeShop: async ({
      keys = true,
      webhook_secret = webhookSecret,
      secret_key = "sk_test_ofThisShop",
      event = {},
      ...more
    } = {}) => {
      const shop = await makeShop(server.db, {
        seller: { configuration: JSON.stringify({ gateway: "stripe" }) },
        event,
      });
      await logPrices(server, shop);
      const given = { publishable_key: "pk_test_ofThisShop", secret_key, webhook_secret, ...more };
      if (keys) await keepStripeKeys(databaseOf(shop.seller_id), sealer, shop.seller_id, given);
      return shop;
    },
    settle: () => settleAll(jobs, -1),
    hear: () => hearAll(jobs),
    watch: () => watchAll(jobs, 0),
    paying: async ({ slug, seller_id }) => {
      const seller = await jobs.findSeller(slug);
      if (!seller) throw new Error(`no seller ${slug}`);
      return { db: databaseOf(seller_id), seller, outside };
    },
    close: async () => {
      await double.close();
      await server.close();
      await base.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** A buyer at a shop that takes cards with Stripe. */
export class StripeBuyer extends Buyer {
  payWith(cart: Cart, gateway_data: object, amount = cart.outstanding_balance): Promise<Said> {
    return this.post(`/my/cart/${cart.id}/pay`, [{ gateway_id: "stripe", amount, gateway_data }]);
  }
  payCard(cart: Cart, card: string): Promise<Said> {
    return this.payWith(cart, { payment_method_id: card.startsWith("pm_") ? card : `pm_card_${card}` });
  }
}
