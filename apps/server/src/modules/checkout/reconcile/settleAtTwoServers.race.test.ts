import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, testProviders, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { refundPayment } from "../refund/refundPayment.ts";
import { settleOpenPayments, staleAfterSeconds } from "../../../jobs/settleOpenPayments.ts";
import type { Providers } from "../../../providers/providers.ts";

let server: TestApp;
let other: TestApp;
let shop: TestShop;
beforeEach(() => askedBy.clear());
beforeAll(async () => {
  server = await openTestApp();
  other = await openTestApp({}, server);
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await other.close();
  await server.close();
});

/** The servers that asked the provider, by payment. */
const askedBy = new Map<string, Set<TestApp>>();
const noteSlowly = async (payment_id: string, app: TestApp): Promise<void> => {
  askedBy.set(payment_id, (askedBy.get(payment_id) ?? new Set()).add(app));
  await new Promise((resolve) => setTimeout(resolve, 20));
};
/** Providers that record which payments they are asked about or asked to refund, and answer slowly. */
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
            await noteSlowly(payment.id, app);
            return gateway.findStatus(payment);
          },
          refund: async (request) => {
            await noteSlowly(request.id, app);
            return gateway.refund(request);
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
  await sql`update payment set updated_at = (updated_at at time zone 'utc' - make_interval(secs => ${2 * staleAfterSeconds})) at time zone 'utc'`.execute(
    server.db,
  );
  await Promise.all([settleAt(server), settleAt(other)]);
  expect([...askedBy.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1, 1]);
});

test("of two servers that settle at the same time, one sends each refund that was not sent", async () => {
  const failing: Providers = {
    ...testProviders(server.connections),
    findGateway: async (id, sellerId) => {
      const gateway = await testProviders(server.connections).findGateway(id, sellerId);
      return gateway && { ...gateway, refund: () => Promise.reject(new Error("The provider does not answer.")) };
    },
  };
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  const ctx = { db: server.connections.forSeller(seller.id), seller, providers: failing };
  for (let index = 0; index < 6; index++) {
    const { body } = await new TestBuyer(server, shop).buy(1);
    const payment = await server.db
      .selectFrom("payment")
      .select("id")
      .where("ticket_order_id", "=", body.ticket_order._data[0].id)
      .executeTakeFirstOrThrow();
    await expect(refundPayment(ctx, { payment_id: payment.id, reason: "requested" })).rejects.toThrow("not answer");
  }
  await sql`update refund set updated_at = (updated_at at time zone 'utc' - make_interval(secs => ${2 * staleAfterSeconds})) at time zone 'utc'`.execute(
    server.db,
  );
  askedBy.clear();
  await Promise.all([settleAt(server), settleAt(other)]);
  expect([...askedBy.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1, 1]);
  const states = await server.db.selectFrom("refund").select("state").distinct().execute();
  expect(states).toEqual([{ state: "succeeded" }]);
});
