import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import type { Failure } from "../../../../test/payments/stripeDouble.ts";
import {
  createLevels,
  membershipRequest,
  holdMembership,
  readMemberships,
} from "../../../../test/accounts/membershipLevels.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { recordPrices } from "../../../../test/shop/testBuyer.ts";
import {
  makeTermDue,
  readRenewal,
  readTermChain,
  runRenewalJob,
  makeRenewalDue,
} from "../../../../test/accounts/renewals.ts";
import { openStripeTestApp, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";

let at: StripeTestApp;
beforeAll(async () => {
  at = await openStripeTestApp();
});
afterEach(() => {
  expect(at.double.violations).toEqual([]);
  at.double.clearFailures();
});
afterAll(async () => {
  await expectInvariants(at.server.db);
  await at.close();
});

const joined = async (card = "visa") => {
  const { server } = at;
  const shop = await at.createShop();
  const configuration = JSON.stringify({ gateway: "stripe", renewal: { allowed_period: 30, automatic: "prompt" } });
  await server.db.updateTable("seller").set({ configuration }).where("id", "=", shop.seller_id).execute();
  const levels = await createLevels(server, shop);
  await recordPrices(server, shop);
  const user = await createTestUser(server.db, shop);
  const { buyer, cart } = await holdMembership(server, shop, membershipRequest(levels, levels.individual), user.cookie);
  const offer = { gateway_id: "stripe", amount: cart.outstanding_balance, auto_renew: true };
  const paid = await buyer.post(`/my/cart/${cart.id}/pay`, [
    { ...offer, gateway_data: { payment_method_id: `pm_card_${card}` } },
  ]);
  expect(paid.status).toBe(200);
  const response = await buyer.checkOut(cart);
  const [made] = await readMemberships(server, response.body.ticket_order._data[0].id);
  if (!made) throw new Error("There is a membership.");
  return { shop, buyer, levels, membership_id: made.id, offer };
};
const job = () =>
  runRenewalJob(at.server, {
    providers: at.providers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
const due = async (membership_id: string): Promise<void> => {
  await job();
  await makeTermDue({ ...at.server, connections: at.server.connections }, membership_id);
};
const taken = async (seller_id: string) =>
  [...at.double.state.intents.values()].filter(
    ({ status, metadata }) => status === "succeeded" && metadata.seller_id === seller_id,
  ).length;

test.each<[string, Parameters<StripeTestApp["double"]["failNext"]>[0], Failure]>([
  ["created", "create", "loses"],
  ["confirmed", "confirm", "loses"],
  ["captured", "capture", "loses"],
  ["confirmed without effect", "confirm", "hangs"],
  ["confirmed during an outage", "confirm", "fails"],
])("a charge whose answer was lost when it was %s is captured once", async (_, call, what) => {
  const { membership_id, shop } = await joined();
  await due(membership_id);
  at.double.failNext(call, what);
  for (let round = 0; round < 4; round++) {
    await makeRenewalDue(at.server, membership_id);
    await job();
    await at.settle();
    at.double.clearFailures();
    // Makes the failed attempt due again, as on its next day.
    await at.server.db
      .updateTable("auto_renewal")
      .set({ attempted_at: "2026-01-01T00:00:00Z" })
      .where("membership_id", "=", membership_id)
      .where("attempted_at", "is not", null)
      .execute();
  }
  expect(await readRenewal(at.server, membership_id)).toMatchObject({ state: "renewed" });
  expect(await readTermChain(at.server, membership_id)).toHaveLength(2);
  expect(await taken(shop.seller_id)).toBe(2);
});

test("a saved method is refused for any payer who names it as the provider does", async () => {
  const { membership_id, shop, buyer, levels, offer } = await joined();
  await job();
  const kept = await at.server.db
    .selectFrom("saved_payment_method as s")
    .innerJoin("auto_renewal as a", (join) =>
      join.onRef("a.seller_id", "=", "s.seller_id").onRef("a.saved_payment_method_id", "=", "s.id"),
    )
    .select(["s.provider_ref", "s.brand", "s.last4"])
    .where("a.membership_id", "=", membership_id)
    .executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ brand: "visa", last4: "4242" });
  const stranger = await createTestUser(at.server.db, shop);
  for (const cookie of [buyer.cookie, stranger.cookie, undefined]) {
    const held = await holdMembership(at.server, shop, membershipRequest(levels, levels.individual), cookie);
    const { auto_renew: _, ...plain } = offer;
    const response = await held.buyer.post(`/my/cart/${held.cart.id}/pay`, [
      { ...plain, gateway_data: { payment_method_id: kept.provider_ref } },
    ]);
    expect([response.status, response.body._data[0]._code]).toEqual([404, "not_found"]);
  }
  const { body } = await buyer.get("/my/identity/saved_payment_method");
  expect(JSON.stringify(body)).not.toContain(kept.provider_ref);
});
