import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { deletePaymentMethods } from "../../../jobs/deletePaymentMethods.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { recordPrices } from "../../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  membershipRequest,
  holdMembership,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import {
  setPartyTermEnd,
  makeTermDue,
  joinAsMember,
  createRenewalShop,
  readRenewal,
  capturedAmounts,
  runRenewalJob,
  makeRenewalDue,
} from "../../../../test/accounts/renewals.ts";
import { openStripeTestApp, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";

let at: StripeTestApp;
const warned: object[] = [];
beforeAll(async () => {
  at = await openStripeTestApp();
});
afterEach(() => {
  expect(at.double.violations).toEqual([]);
  at.double.clearFailures();
  warned.length = 0;
});
afterAll(async () => {
  await expectInvariants(at.server.db);
  await at.close();
});

const log = { info: () => undefined, warn: (fields: object) => void warned.push(fields), error: () => undefined };
const job = () => runRenewalJob(at.server, { providers: at.providers, log });
const forget = () =>
  deletePaymentMethods({
    connections: at.server.connections,
    providers: at.providers,
    findSeller: sellerFinder(at.server.db, 0),
    log,
  });
/** Makes the next attempt due. */
const makeDueAgain = () =>
  at.server.db.updateTable("payment_method_removal").set({ next_at: "2020-01-01T00:00:00Z" }).execute();

type Renewing = { readonly shop: TestShop; readonly levels: TestLevels };
const open = async (): Promise<Renewing> => {
  const shop = await at.createShop();
  const configuration = JSON.stringify({ gateway: "stripe", renewal: { allowed_period: 30, automatic: "prompt" } });
  await at.server.db.updateTable("seller").set({ configuration }).where("id", "=", shop.seller_id).execute();
  const levels = await createLevels(at.server, shop);
  await recordPrices(at.server, shop);
  return { shop, levels };
};
const offer = (amount: string, auto_renew = true, payment_method_id = "pm_card_visa") => [
  { gateway_id: "stripe", amount, auto_renew, gateway_data: { payment_method_id } },
];
const joined = async () => {
  const where = await open();
  const user = await createTestUser(at.server.db, where.shop);
  const wanted = membershipRequest(where.levels, where.levels.individual);
  const { buyer, cart } = await holdMembership(at.server, where.shop, wanted, user.cookie);
  expect((await buyer.post(`/my/cart/${cart.id}/pay`, offer(cart.outstanding_balance))).status).toBe(200);
  const order_id: string = (await buyer.checkOut(cart)).body.ticket_order._data[0].id;
  const [made] = await readMemberships(at.server, order_id);
  if (!made) throw new Error("There is a membership.");
  const cancel = () =>
    at.server.app.inject({
      method: "DELETE",
      url: `/api/ticket_order/${order_id}/auto_renew?_seller=${where.shop.slug}`,
      headers: { cookie: buyer.cookie, "x-application": "ecomm" },
    });
  return { ...where, user, buyer, order_id, membership_id: made.id, cancel };
};
/** Customers with a saved card in a seller's account; each payment that saves a card creates one. */
const keptOf = ({ shop }: Pick<Renewing, "shop">): readonly string[] => {
  const ours = [...at.double.state.intents.values()].filter(({ metadata }) => metadata.seller_id === shop.seller_id);
  const customers = ours.flatMap(({ card }) => {
    const kept = card === null ? undefined : at.double.state.cards.get(card);
    return kept?.customer ? [kept.customer] : [];
  });
  return [...new Set(customers)];
};

describe("a saved method is deleted at its provider", () => {
  test("once after its owner has cancelled", async () => {
    const one = await joined();
    await job();
    await forget();
    expect(keptOf(one)).toHaveLength(1);
    expect((await one.cancel()).statusCode).toBe(200);
    const before = at.double.callCount("detach");
    expect(await forget()).toBe(1);
    expect(keptOf(one)).toEqual([]);
    await makeDueAgain();
    expect(await forget()).toBe(0);
    expect(at.double.callCount("detach")).toBe(before + 1);
  });
  test("when the renewal was cancelled before the method was recorded", async () => {
    const one = await joined();
    expect((await one.cancel()).statusCode).toBe(200);
    await job();
    expect(keptOf(one)).toHaveLength(1);
    expect(await forget()).toBe(1);
    expect(keptOf(one)).toEqual([]);
  });
  test("when its authorization was voided", async () => {
    const where = await open();
    const wanted = membershipRequest(where.levels, where.levels.individual);
    const { buyer, cart } = await holdMembership(at.server, where.shop, wanted);
    expect((await buyer.post(`/my/cart/${cart.id}/pay`, offer(cart.outstanding_balance))).status).toBe(200);
    await forget();
    expect(keptOf(where)).toHaveLength(1);
    await at.settle();
    expect(await forget()).toBe(1);
    expect(keptOf(where)).toEqual([]);
  });
  test("when the answer was lost and the payment failed", async () => {
    const where = await open();
    const wanted = membershipRequest(where.levels, where.levels.individual);
    const { buyer, cart } = await holdMembership(at.server, where.shop, wanted);
    at.double.failNext("confirm", "loses");
    expect((await buyer.post(`/my/cart/${cart.id}/pay`, offer(cart.outstanding_balance))).status).toBe(503);
    expect(keptOf(where)).toHaveLength(1);
    await at.settle();
    await at.settle();
    await forget();
    expect(keptOf(where)).toEqual([]);
  });
  test("when the provider had saved a card that it then declined, and the intent was not cancelled", async () => {
    const where = await open();
    const wanted = membershipRequest(where.levels, where.levels.individual);
    const { buyer, cart } = await holdMembership(at.server, where.shop, wanted);
    const declined = offer(cart.outstanding_balance, true, "pm_card_incorrectCvc");
    at.double.failNext("cancel", "fails", 3);
    expect((await buyer.post(`/my/cart/${cart.id}/pay`, declined)).status).toBe(402);
    expect(keptOf(where)).toHaveLength(1);
    expect(await forget()).toBe(1);
    at.double.clearFailures();
    expect(keptOf(where)).toEqual([]);
  });
  test("a saved method is deleted at its provider but not while a renewal uses it", async () => {
    const one = await joined();
    await job();
    await makeTermDue(at.server, one.membership_id);
    await job();
    await makeRenewalDue(at.server, one.membership_id);
    await job();
    expect(await readRenewal(at.server, one.membership_id)).toMatchObject({ state: "renewed" });
    await forget();
    expect(keptOf(one)).toHaveLength(1);
  });
});

describe("an unreachable provider", () => {
  test.each(["fails", "hangs", "busy", "corrupts"] as const)(
    "(%s) keeps nobody waiting, and is asked again",
    async (what) => {
      const one = await joined();
      await job();
      at.double.failNext("detach", what, 20);
      expect((await one.cancel()).statusCode).toBe(200);
      expect((await one.buyer.get("/my/identity/saved_payment_method")).body.saved_payment_method._data).toEqual([]);
      expect(await forget()).toBe(0);
      expect(warned).toMatchObject([{ event: "method_not_forgotten" }]);
      // It is not repeated at once.
      at.double.clearFailures();
      expect(await forget()).toBe(0);
      await makeDueAgain();
      expect(await forget()).toBe(1);
      expect(keptOf(one)).toEqual([]);
    },
  );
  test("an unreachable provider that lost its answer has deleted it: repeating succeeds", async () => {
    const one = await joined();
    await job();
    await one.cancel();
    at.double.failNext("detach", "loses");
    expect(await forget()).toBe(0);
    expect(keptOf(one)).toEqual([]);
    await makeDueAgain();
    expect(await forget()).toBe(1);
  });
  test("an unreachable provider that finds it already deleted succeeds", async () => {
    const one = await joined();
    await job();
    await one.cancel();
    const [card] = [...at.double.state.cards.values()].filter(({ customer }) => customer === keptOf(one)[0]);
    at.double.failNext("detach", "delays");
    const before = at.double.callCount("detach");
    const forgetting = forget();
    await vi.waitFor(() => expect(at.double.callCount("detach")).toBe(before + 1));
    if (card) at.double.state.cards.set(card.id, { ...card, customer: null });
    expect(await forgetting).toBe(1);
  });
});

test("the test gateway deletes methods and no longer charges them", async () => {
  const where = await createRenewalShop(at.server);
  const { membership_id } = await joinAsMember(at.server, where);
  await runRenewalJob(at.server);
  const kept = () =>
    at.server.db
      .selectFrom("test_gateway_method")
      .select("detached_at")
      .where("seller_id", "=", where.shop.seller_id)
      .executeTakeFirst();
  const gateway = await at.providers.findGateway("test", where.shop.seller_id);
  const method = await at.server.db
    .selectFrom("saved_payment_method")
    .select(["provider_ref as ref", "customer_ref as customer"])
    .where("seller_id", "=", where.shop.seller_id)
    .executeTakeFirstOrThrow();
  await forget();
  expect((await kept())?.detached_at).toBeNull();

  // Deleted at the provider without this application's knowledge.
  await gateway?.deleteSavedMethod?.({
    sellerId: where.shop.seller_id,
    ref: method.ref,
    customer: method.customer ?? "",
  });
  await setPartyTermEnd(at.server, membership_id, 5);
  await makeTermDue(at.server, membership_id);
  await runRenewalJob(at.server);
  expect(await capturedAmounts(at.server, where.shop)).toEqual([8000]);
  expect(await readRenewal(at.server, membership_id)).toMatchObject({ state: "failed", last_error: "declined" });
  expect(await forget()).toBe(1);
  expect((await kept())?.detached_at).not.toBeNull();
});
