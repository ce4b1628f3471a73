import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { lookUpCode } from "@foyer/contract/shop/codes.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { settleOpenPayments } from "../../../jobs/settleOpenPayments.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { ada, cards } from "../../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  setTermEnd,
  membershipRequest,
  buyMembership,
  holdMembership,
  daysFromNow,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { refundPayment } from "../../checkout/refund/refundPayment.ts";
import { issueMemberships } from "./issueMemberships.ts";
import { setUpLevels } from "../../../../test/accounts/setUpLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpLevels((opened) => void ({ server, shop, levels } = opened));

const serverContext = async () => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("The seller is missing.");
  return { db: server.connections.forSeller(shop.seller_id), seller, providers: testProviders(server) };
};
const settlePayments = () =>
  settleOpenPayments(
    {
      connections: server.connections,
      providers: testProviders(server),
      findSeller: sellerFinder(server.db, 0),
      log: { info: () => undefined, warn: () => undefined, error: (fields) => expect(fields).toBeUndefined() },
    },
    -1,
  );
const membershipsOfCart = (cart: Pick<Cart, "id">) =>
  server.db
    .selectFrom("membership as m")
    .innerJoin("ticket as t", (join) => join.onRef("t.seller_id", "=", "m.seller_id").onRef("t.id", "=", "m.ticket_id"))
    .select(["m.id", "m.state"])
    .where("t.cart_id", "=", cart.id)
    .execute();

describe("a membership is issued", () => {
  test("when a pending payment clears", async () => {
    const { buyer, cart } = await holdMembership(server, shop, membershipRequest(levels, levels.individual));
    await buyer.savePurchaser(cart);
    await buyer.pay(cart, cards.clearsLater);
    const response = await buyer.checkOut(cart);
    expect(response.body.outcome).toBe("pending");
    expect(await membershipsOfCart(cart)).toEqual([]);
    await sql`update test_gateway_intent set created_at = (created_at at time zone 'utc' - interval '1 hour') at time zone 'utc' where seller_id = ${shop.seller_id}`.execute(
      server.db,
    );
    await settlePayments();
    expect(await membershipsOfCart(cart)).toMatchObject([{ state: "active" }]);
  });

  test("a membership is issued with the last instalment", async () => {
    const slow = await createTestShop(server.db);
    const plan = JSON.stringify([
      { basis_points: 5000, due_days: 0 },
      { basis_points: 5000, due_days: 30 },
    ]);
    const of = await createLevels(server, slow, {
      individual: { payment_plan: plan, types: [{ name: "Member", currency_amount: 8000 }] },
    });
    const { buyer, cart } = await holdMembership(server, slow, membershipRequest(of, of.individual));
    await buyer.pay(cart, cards.good, "40.00");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("partial");
    expect(await membershipsOfCart(cart)).toEqual([]);
    await buyer.pay(cart, cards.good, "40.00");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await membershipsOfCart(cart)).toMatchObject([{ state: "active" }]);
  });

  test("when a payment arrives after the cart expired", async () => {
    const { buyer, cart } = await holdMembership(server, shop, membershipRequest(levels, levels.individual));
    await buyer.savePurchaser(cart, ada);
    const { action_url } = (await buyer.pay(cart, cards.requiresAction)).body._data[0]._extra;
    await sql`update cart set expires_at = app_now() - interval '1 hour', leased_until = app_now() - interval '1 hour' where id = ${cart.id}`.execute(
      server.db,
    );
    await releaseExpiredHolds(server.db);
    await server.app.inject({
      method: "POST",
      url: String(action_url).replace("http://localhost", ""),
      payload: "decision=agree",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(await membershipsOfCart(cart)).toEqual([]);
    await settlePayments();
    expect(await membershipsOfCart(cart)).toMatchObject([{ state: "active" }]);
  });

  test("once, even if the call is repeated", async () => {
    const { cart, order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    await issueMemberships(await serverContext(), order_id);
    expect(await membershipsOfCart(cart)).toHaveLength(1);
    const wanted = membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" });
    const gift = await buyMembership(server, shop, wanted);
    await issueMemberships(await serverContext(), gift.order_id);
    expect(
      await server.db.selectFrom("membership_gift").select("id").where("ticket_order_id", "=", gift.order_id).execute(),
    ).toHaveLength(1);
  });
});

describe("a full refund", () => {
  const refund = async (order_id: string) => {
    const [payment] = await server.db
      .selectFrom("payment")
      .select("id")
      .where("ticket_order_id", "=", order_id)
      .execute();
    await refundPayment(await serverContext(), { payment_id: payment?.id ?? "", reason: "requested" });
  };

  test("cancels the paid term only", async () => {
    const user = await createTestUser(server.db, shop);
    const first = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
      cookie: user.cookie,
    });
    const [made] = await readMemberships(server, first.order_id);
    await setTermEnd(server, made?.id ?? "", daysFromNow(4));
    const wanted = membershipRequest(levels, levels.individual, { action: "renew", renews_id: made?.id ?? "" });
    const renewed = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    await refund(renewed.order_id);
    expect(await readMemberships(server, renewed.order_id)).toMatchObject([{ state: "cancelled" }]);
    expect(await readMemberships(server, first.order_id)).toMatchObject([{ state: "active" }]);
    // The membership can be renewed again.
    const again = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    expect((await readMemberships(server, again.order_id))[0]?.renews_id).toBe(made?.id);
  });

  test("revokes a gift that was not redeemed", async () => {
    const wanted = membershipRequest(levels, levels.individual, { people: [{ type: 0 }], action: "gift" });
    const { order_id } = await buyMembership(server, shop, wanted);
    const { code } = await server.db
      .selectFrom("membership_gift as g")
      .innerJoin("code as k", (join) => join.onRef("k.seller_id", "=", "g.seller_id").onRef("k.id", "=", "g.code_id"))
      .select("k.code")
      .where("g.ticket_order_id", "=", order_id)
      .executeTakeFirstOrThrow();
    const look = async () => (await new TestBrowser(server, shop).call(lookUpCode, { code })).code;
    expect(await look()).toBeUndefined();
    await refund(order_id);
    expect(await look()).toBe("code_not_found:code");
  });
});

test("a renewal starts when it is paid if its membership was cancelled meanwhile", async () => {
  const user = await createTestUser(server.db, shop);
  const first = await buyMembership(server, shop, membershipRequest(levels, levels.individual), {
    cookie: user.cookie,
  });
  const [made] = await readMemberships(server, first.order_id);
  await setTermEnd(server, made?.id ?? "", daysFromNow(4));
  const wanted = membershipRequest(levels, levels.individual, { action: "renew", renews_id: made?.id ?? newId() });
  const { buyer, cart } = await holdMembership(server, shop, wanted, user.cookie);
  const [payment] = await server.db
    .selectFrom("payment")
    .select("id")
    .where("ticket_order_id", "=", first.order_id)
    .execute();
  await refundPayment(await serverContext(), { payment_id: payment?.id ?? "", reason: "requested" });
  await buyer.pay(cart, cards.good);
  const response = await buyer.checkOut(cart);
  const [next] = await readMemberships(server, response.body.ticket_order._data[0].id);
  expect(next?.renews_id).toBeNull();
  expect(Math.abs(Temporal.Instant.from(next?.valid_from ?? "").epochMilliseconds - Date.now())).toBeLessThan(20_000);
});
