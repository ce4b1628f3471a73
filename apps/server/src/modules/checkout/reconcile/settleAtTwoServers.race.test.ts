import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, testProviders, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { settleOpenPayments, staleAfterSeconds } from "../../../jobs/settleOpenPayments.ts";
import type { Providers } from "../../../providers/providers.ts";

let server: TestApp;
let other: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  other = await openTestApp({}, server);
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
});
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await other.close();
  await server.close();
});

/** By payment: the servers that asked its provider. */
const askedBy = new Map<string, Set<TestApp>>();
/** Notes which payments the provider is asked about, and answers slowly. */
const countingProviders = (app: TestApp): Providers => {
  const providers = testProviders(app.connections);
  return {
    ...providers,
    findGateway: async (id, sellerId) => {
      const gateway = await providers.findGateway(id, sellerId);
      return (
        gateway && {
          ...gateway,
          findStatus: async (payment) => {
            askedBy.set(payment.id, (askedBy.get(payment.id) ?? new Set()).add(app));
            await new Promise((resolve) => setTimeout(resolve, 20));
            return gateway.findStatus(payment);
          },
        }
      );
    },
  };
};
const settleAt = (app: TestApp) =>
  settleOpenPayments({
    connections: app.connections,
    providers: countingProviders(app),
    findSeller: sellerFinder(app.db, 0),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });

test("of two servers that settle at the same time, one asks the provider about each payment", async () => {
  for (let index = 0; index < 6; index++) {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
  }
  await sql`update payment set updated_at = updated_at - make_interval(secs => ${2 * staleAfterSeconds})`.execute(
    server.db,
  );
  await Promise.all([settleAt(server), settleAt(other)]);
  expect([...askedBy.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1, 1]);
});
