import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import type { Mishap } from "../../outside/payments/stripeDouble.testing.ts";
import { makeLevels, askFor, holdMembership, membershipsOf } from "../../testMemberships.ts";
import { makeUser } from "../../testMembers.ts";
import { logPrices } from "../../testBuyer.ts";
import { comesDue, renewalOf, termsFrom, turn, wake } from "../../testRenewals.ts";
import { openStripeApp, type StripeApp } from "../../testStripe.ts";

let at: StripeApp;
beforeAll(async () => {
  at = await openStripeApp();
});
afterEach(() => {
  expect(at.double.faults).toEqual([]);
  at.double.forget();
});
afterAll(async () => {
  expect(await checkInvariants(at.server.db)).toEqual([]);
  await at.close();
});

const joined = async (card = "visa") => {
  const { server } = at;
  const shop = await at.makeShop();
  const configuration = JSON.stringify({ gateway: "stripe", renewal: { allowed_period: 30, automatic: "prompt" } });
  await server.db.updateTable("seller").set({ configuration }).where("id", "=", shop.seller_id).execute();
  const levels = await makeLevels(server, shop);
  await logPrices(server, shop);
  const user = await makeUser(server.db, shop);
  const { buyer, cart } = await holdMembership(server, shop, askFor(levels, levels.individual), user.cookie);
  const offer = { gateway_id: "stripe", amount: cart.outstanding_balance, auto_renew: true };
  const paid = await buyer.post(`/my/cart/${cart.id}/pay`, [
    { ...offer, gateway_data: { payment_method_id: `pm_card_${card}` } },
  ]);
  expect(paid.status).toBe(200);
  const said = await buyer.checkOut(cart);
  const [made] = await membershipsOf(server, said.body.ticket_order._data[0].id);
  if (!made) throw new Error("There is a membership.");
  return { shop, buyer, levels, membership_id: made.id, offer };
};
const job = () =>
  turn(at.server, {
    outside: at.outside,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
const due = async (membership_id: string): Promise<void> => {
  await job();
  await comesDue({ ...at.server, connections: at.server.connections }, membership_id);
};
const taken = async (seller_id: string) =>
  [...at.double.books.intents.values()].filter(
    ({ status, metadata }) => status === "succeeded" && metadata.seller_id === seller_id,
  ).length;

test.each<[string, Parameters<StripeApp["double"]["next"]>[0], Mishap]>([
  ["made", "create", "loses"],
  ["confirmed", "confirm", "loses"],
  ["captured", "capture", "loses"],
  ["confirmed, and nothing was done", "confirm", "hangs"],
  ["confirmed, at its provider's own trouble", "confirm", "fails"],
])("a charge whose answer was lost when it was %s is taken once", async (_, call, what) => {
  const { membership_id, shop } = await joined();
  await due(membership_id);
  at.double.next(call, what);
  for (let round = 0; round < 4; round++) {
    await wake(at.server, membership_id);
    await job();
    await at.settle();
    at.double.forget();
    // A try that failed at its provider has its next day.
    await at.server.db
      .updateTable("auto_renewal")
      .set({ tried_at: "2026-01-01T00:00:00Z" })
      .where("membership_id", "=", membership_id)
      .where("tried_at", "is not", null)
      .execute();
  }
  expect(await renewalOf(at.server, membership_id)).toMatchObject({ state: "renewed" });
  expect(await termsFrom(at.server, membership_id)).toHaveLength(2);
  expect(await taken(shop.seller_id)).toBe(2);
});

test("what is kept is charged for renewals alone: named at the till it is not there, whoever names it (T68)", async () => {
  const { membership_id, shop, buyer, levels, offer } = await joined();
  await job();
  const kept = await at.server.db
    .selectFrom("saved_payment_method as s")
    .innerJoin("auto_renewal as a", "a.saved_payment_method_id", "s.id")
    .select(["s.provider_ref", "s.brand", "s.last4"])
    .where("a.membership_id", "=", membership_id)
    .executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ brand: "visa", last4: "4242" });
  const stranger = await makeUser(at.server.db, shop);
  for (const cookie of [buyer.cookie, stranger.cookie, undefined]) {
    const held = await holdMembership(at.server, shop, askFor(levels, levels.individual), cookie);
    const { auto_renew: _, ...plain } = offer;
    const said = await held.buyer.post(`/my/cart/${held.cart.id}/pay`, [
      { ...plain, gateway_data: { payment_method_id: kept.provider_ref } },
    ]);
    expect([said.status, said.body._data[0]._code]).toEqual([404, "not_found"]);
  }
  const { body } = await buyer.get("/my/identity/saved_payment_method");
  expect(JSON.stringify(body)).not.toContain(kept.provider_ref);
});
