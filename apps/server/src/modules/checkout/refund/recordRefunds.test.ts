import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampledDaily } from "../../../../../../scripts/sampling.ts";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import { sql } from "kysely";
import { rewriteJournal } from "../../../../test/orders/rewriteJournal.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { holdGiftCards, createGiftCardEvent } from "../../../../test/payments/giftCards.ts";
import { StripeTestBuyer, webhookSecret, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import { refundPayment } from "./refundPayment.ts";
import { setUpStripeTestApp } from "../../../../test/payments/setUpStripeTestApp.ts";

let app: StripeTestApp;
let shop: TestShop;
let buyer: StripeTestBuyer;

setUpStripeTestApp((opened) => void (app = opened));
beforeEach(async () => {
  shop = await app.createShop();
  buyer = new StripeTestBuyer(app.server, shop);
  app.double.state.delaysRefunds = false;
});
afterEach(() => {
  expect(app.logged.splice(0)).toEqual([]);
});

const rowsOf = async (table: "payment" | "refund" | "payment_audit" | "ticket" | "ticket_order", at = shop) =>
  (await app.server.db
    .selectFrom(table as "payment")
    .selectAll()
    .where("seller_id", "=", at.seller_id)
    .execute()) as unknown as Record<string, unknown>[];
const statesOf = async (table: "payment" | "refund" | "ticket", at = shop) =>
  (await rowsOf(table, at)).map(({ state }) => state);
const audits = async (at = shop) =>
  (await rowsOf("payment_audit", at))
    .map(({ audit_action, amount }) => `${String(audit_action)} ${String(amount)}`)
    .toSorted();
const refsOf = (at = shop): string[] =>
  [...app.double.state.intents.values()]
    .filter(({ metadata }) => metadata.seller_id === at.seller_id)
    .map(({ id }) => id);
const bought = async (quantity = 2, who = buyer): Promise<string> => {
  const cart = await who.hold(quantity);
  await who.payCard(cart, "visa");
  expect((await who.checkOut(cart)).body.outcome).toBe("completed");
  return refsOf(who.shop).at(-1) ?? "";
};
const sendWebhook = async (type: string, object: object, at = shop): Promise<void> => {
  const { payload, header } = app.double.webhook(type, object, webhookSecret);
  const { statusCode } = await app.server.app.inject({
    method: "POST",
    url: `/_hooks/stripe/${at.slug}`,
    payload,
    headers: { "content-type": "application/json", "stripe-signature": header },
  });
  expect(statusCode).toBe(200);
};
const sendRefundWebhook = (refund: string) => sendWebhook("refund.created", app.double.state.refundObject(refund));
const usedCapacity = async () =>
  (
    await app.server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow()
  ).used_capacity;

/** The ways in which a refund becomes known. */
const reportPaths: [string, (refund: string) => Promise<unknown>][] = [
  ["reported by a webhook", sendRefundWebhook],
  ["found without a webhook", () => app.reconcile()],
];

describe.each(reportPaths)("a refund in the Stripe dashboard, %s", (_, learn) => {
  test("in part is recorded; order and tickets stay", async () => {
    const ref = await bought();
    await learn(app.double.state.refundInDashboard(ref, 1500));
    expect(await rowsOf("payment")).toMatchObject([{ state: "captured", refunded: 1500, refunding: 0 }]);
    expect(await rowsOf("refund")).toMatchObject([{ reason: "external", state: "succeeded", amount: 1500 }]);
    expect(await audits()).toEqual(["capture 4000", "refund 1500"]);
    expect(await statesOf("ticket")).toEqual(["booked", "booked"]);
  });

  test("in full, in two steps, cancels the tickets and frees their capacity; the order and other orders stay", async () => {
    const other = new StripeTestBuyer(app.server, shop);
    const ref = await bought();
    await bought(1, other);
    await learn(app.double.state.refundInDashboard(ref, 1500));
    await learn(app.double.state.refundInDashboard(ref, 2500));
    expect((await statesOf("payment")).toSorted()).toEqual(["captured", "refunded"]);
    expect((await statesOf("ticket")).toSorted()).toEqual(["booked", "cancelled", "cancelled"]);
    expect(await usedCapacity()).toBe(1);
    expect(await rowsOf("ticket_order")).toHaveLength(2);
    expect(await checkInvariants(app.server.db)).toEqual([]);
  });

  test("leaves redeemed tickets redeemed", async () => {
    const ref = await bought();
    const [ticket] = await app.server.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    await redeemTicket(app.server.db, ticket?.id);
    await learn(app.double.state.refundInDashboard(ref, 4000));
    expect((await statesOf("ticket")).toSorted()).toEqual(["cancelled", "redeemed"]);
  });

  test("deactivates gift cards of the order; a partly spent one is left for manual review", async () => {
    await app.server.runAsOwner(
      `set app.seller = '*'; update seller set configuration = configuration || '{"ledger_id": "cards"}' where id = '${shop.seller_id}'`,
    );
    const event = await createGiftCardEvent(app.server, shop);
    const buy = async () => {
      const held = await holdGiftCards(app.server, shop, event);
      const who = new StripeTestBuyer(app.server, shop, held.buyer.cookie);
      await who.payCard(held.cart, "visa");
      const { body } = await who.checkOut(held.cart);
      expect(body.outcome).toBe("completed");
      const [card] = (await who.get(`/ticket_order/${body.ticket_order._data[0].id}`)).body.gift_card._data;
      return { ref: refsOf().at(-1) ?? "", number: String(card.number) };
    };
    const [whole, spent] = [await buy(), await buy()];
    const shopper = new StripeTestBuyer(app.server, shop);
    const cart = await shopper.hold(1);
    const byGift = ({ number }: { number: string }) => ({
      gateway_id: "ledger",
      amount: "20.00",
      gateway_data: { number, ledger_id: "cards" },
    });
    expect((await shopper.post(`/my/cart/${cart.id}/pay`, [byGift(spent)])).status).toBe(200);
    expect((await shopper.checkOut(cart)).body.outcome).toBe("completed");

    for (const { ref } of [whole, spent]) await learn(app.double.state.refundInDashboard(ref, 5000));
    const accounts = await app.server.db
      .selectFrom("ledger_account")
      .select(["number", "state", "balance"])
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(accounts.toSorted((one, other) => one.balance - other.balance)).toEqual([
      { number: whole.number, state: "inactive", balance: 0 },
      { number: spent.number, state: "inactive", balance: 3000 },
    ]);
    const late = new StripeTestBuyer(app.server, shop);
    const again = await late.hold(1);
    const { status, body } = await late.post(`/my/cart/${again.id}/pay`, [byGift(spent)]);
    expect([status, body._data[0]._code]).toEqual([409, "insufficient_balance"]);
    expect(await checkInvariants(app.server.db)).toEqual([]);
  });

  test("beside one of ours is counted once, as ours is", async () => {
    const ref = await bought();
    app.double.state.delaysRefunds = true;
    const [payment] = await rowsOf("payment");
    const requested = await refundPayment(await app.checkoutShop(shop), {
      payment_id: String(payment?.id),
      amount: 1000,
      reason: "requested",
    });
    expect(requested).toMatchObject({ state: "pending" });
    expect(await rowsOf("payment")).toMatchObject([{ refunded: 0, refunding: 1000 }]);
    await learn(app.double.state.refundInDashboard(ref, 500));
    const ours = app.double.state.refunds.get(requested?.provider_ref ?? "");
    if (ours) ours.status = "succeeded";
    await learn(requested?.provider_ref ?? "");
    expect(await rowsOf("payment")).toMatchObject([{ refunded: 1500, refunding: 0 }]);
    expect((await rowsOf("refund")).map(({ reason }) => reason).toSorted()).toEqual(["external", "requested"]);
  });

  test("that fails afterwards makes the payment captured again, with an audit entry", async () => {
    const refund = app.double.state.refundInDashboard(await bought(), 4000);
    await learn(refund);
    const kept = app.double.state.refunds.get(refund);
    if (kept) kept.status = "failed";
    await learn(refund);
    expect(await rowsOf("payment")).toMatchObject([{ state: "captured", refunded: 0 }]);
    expect(await audits()).toEqual(["capture 4000", "refund 4000", "refund_failed 4000"]);
  });
});

test("an order with two payments stays until both are refunded", async () => {
  const first = await bought();
  const [payment] = await rowsOf("payment");
  // Half of the order is paid by another payment, as with a gift card and a card.
  await sql`update payment set amount = 2000 where id = ${payment?.id}`.execute(app.server.db);
  await sql`update stripe_intent set amount = 2000 where ref = ${first}`.execute(app.server.db).catch(() => undefined);
  await sql`insert into payment (seller_id, id, cart_id, cart_version, ticket_order_id, gateway_id, state, amount, currency, provider_ref)
    select seller_id, gen_random_uuid(), cart_id, 99, ticket_order_id, 'test', 'captured', 2000, currency, 'ti_other' from payment where id = ${payment?.id} returning seller_id`.execute(
    app.server.db,
  );
  await rewriteJournal(app.server, shop);
  await sendRefundWebhook(app.double.state.refundInDashboard(first, 2000));
  expect((await statesOf("payment")).toSorted()).toEqual(["captured", "refunded"]);
  expect(await statesOf("ticket")).toEqual(["booked", "booked"]);
});

describe("a dispute without a webhook", () => {
  test("a dispute without a webhook is recorded when it is opened and when it is closed", async () => {
    const dispute = app.double.state.openDispute(await bought());
    await app.reconcile();
    expect(await audits()).toEqual(["capture 4000", "dispute_fee 1500", "dispute_opened 4000"]);
    // Long before the reconciled period.
    const kept = app.double.state.disputes.get(dispute);
    if (kept) kept.created -= 100 * 24 * 3600;
    app.double.state.closeDispute(dispute, "lost");
    await app.reconcile();
    await app.reconcile();
    expect(await audits()).toEqual(["capture 4000", "dispute_closed 4000", "dispute_fee 1500", "dispute_opened 4000"]);
    expect(await statesOf("ticket")).toEqual(["booked", "booked"]);
  });
});

describe("reconciliation", () => {
  test("reads every page of the provider's lists", async () => {
    app.double.state.pageSize = 2;
    const ref = await bought();
    for (const amount of [100, 200, 300, 400, 500]) app.double.state.refundInDashboard(ref, amount);
    await app.reconcile();
    app.double.state.pageSize = 100;
    expect(await rowsOf("payment")).toMatchObject([{ refunded: 1500 }]);
  });

  test("reads two lists per seller with payments, however many, and none for other sellers", async () => {
    await bought(1);
    await bought(1, new StripeTestBuyer(app.server, shop));
    await app.createShop({ secret_key: "sk_test_withoutPayments" });
    await app.reconcile();
    const before = app.double.calls.length;
    await app.reconcile();
    const sellers = await app.server.db.selectFrom("payment_reconciliation").select("seller_id").execute();
    const lists = app.double.calls
      .slice(before)
      .filter((call) => call === "get /v1/refunds" || call === "get /v1/disputes");
    expect(lists).toHaveLength(2 * sellers.length);
  });

  test("requests the same period again after a failure", async () => {
    const ref = await bought();
    await app.reconcile();
    app.double.state.refundInDashboard(ref, 700);
    app.double.failNext("disputes", "busy", 100);
    await app.reconcile();
    app.double.clearFailures();
    app.logged.length = 0;
    await app.reconcile();
    expect(await rowsOf("payment")).toMatchObject([{ refunded: 700 }]);
  });
});

/** All permutations of five items. */
const permutations = <T>(of: readonly T[]): T[][] =>
  of.length === 0
    ? [[]]
    : of.flatMap((one, place) => permutations(of.toSpliced(place, 1)).map((rest) => [one, ...rest]));

test("five webhooks have the same result in whatever order they arrive", { timeout: 180_000 }, async () => {
  const ends = new Set<string>();
  const run = async (ordering: readonly number[]): Promise<void> => {
    const at = await app.createShop();
    const who = new StripeTestBuyer(app.server, at);
    const cart = await who.hold(2);
    await who.savePurchaser(cart);
    await who.payCard(cart, "pm_usBankAccount");
    const [ref = ""] = refsOf(at);
    const { state: books } = app.double;
    books.settleDebit(ref, true);
    const refund = books.refundInDashboard(ref, 1500);
    const dispute = books.openDispute(ref);
    books.closeDispute(dispute, "lost");
    const hooks: [string, object][] = [
      ["payment_intent.succeeded", books.intentObject(ref)],
      ["refund.created", { ...books.refundObject(refund), status: "pending" }],
      ["refund.updated", books.refundObject(refund)],
      ["charge.dispute.created", { ...books.disputeObject(dispute), status: "needs_response" }],
      ["charge.dispute.closed", books.disputeObject(dispute)],
    ];
    for (const place of ordering) {
      const [type, object] = hooks[place] ?? ["", {}];
      await sendWebhook(type, object, at);
    }
    const [payment] = await rowsOf("payment", at);
    const { state, refunded, refunding, amount } = payment ?? {};
    ends.add(
      JSON.stringify([
        { state, refunded, refunding, amount },
        await audits(at),
        await statesOf("ticket", at),
        await statesOf("refund", at),
        (await rowsOf("ticket_order", at)).length,
      ]),
    );
  };
  const all = permutations([0, 1, 2, 3, 4]);
  expect(all).toHaveLength(120);
  const quarters = [0, 1, 2, 3].map((quarter) => all.filter((_, index) => index % 4 === quarter));
  const sampled = sampledDaily(quarters, 1).flat();
  for (let from = 0; from < sampled.length; from += 6) await Promise.all(sampled.slice(from, from + 6).map(run));
  expect([...ends]).toEqual([
    JSON.stringify([
      { state: "captured", refunded: 1500, refunding: 0, amount: 4000 },
      ["capture 4000", "dispute_closed 4000", "dispute_fee 1500", "dispute_opened 4000", "refund 1500"],
      ["booked", "booked"],
      ["succeeded"],
      1,
    ]),
  ]);
});
