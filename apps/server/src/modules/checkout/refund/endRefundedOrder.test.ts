import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  createRenewalShop,
  joinAsMember,
  makeRenewalDue,
  makeTermDue,
  readRenewal,
  readTermChain,
  runRenewalJob,
} from "../../../../test/accounts/renewals.ts";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import {
  buyInChangeShop,
  createChangeShop,
  fetchActions,
  orderOf,
  shopRows,
  shopStates,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { needsVouchers, openChangeShop, withVouchers } from "../../../../test/orders/cityPass.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { venueContext } from "../../../../test/orders/venueChanges.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { recordRefunds } from "./recordRefunds.ts";
import { refundPayment } from "./refundPayment.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** Refunds money of an order's only payment; without an amount, all that is left. */
const refund = async (shop: TestShop, amount?: number): Promise<void> => {
  const [payment] = await shopRows(server, "payment", shop);
  const of = { payment_id: String(payment?.["id"]), reason: "requested" as const, ...(amount && { amount }) };
  expect(await refundPayment(await venueContext(server, shop), of)).toMatchObject({ state: "succeeded" });
};
/** The provider reports a shop's refunds again. */
const reportAgain = async (shop: TestShop): Promise<void> => {
  for (const { id, payment_id, provider_ref, amount } of await shopRows(server, "refund", shop))
    await recordRefunds(await venueContext(server, shop), String(payment_id), [
      {
        ref: String(provider_ref),
        key: String(id),
        amount: Number(amount),
        currency: "USD",
        status: "succeeded",
        occurred_on: Temporal.Now.instant().toString(),
      },
    ]);
};
const buyTwo = async () => {
  return buyInChangeShop(server);
};
const textsOf = async (shop: TestShop): Promise<readonly string[]> =>
  (await emailsOf(server, shop, "order_cancelled")).map(({ text }) => text);
const historyOf = async (shop: TestShop, order: TestOrder) =>
  (await fetchActions(withLink(server, shop), order)).body.history;

describe("a fully refunded order", () => {
  test("has its tickets cancelled by the venue, and its history and calendar say so", async () => {
    const { shop, order } = await buyTwo();
    await refund(shop);
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
    expect(await historyOf(shop, order)).toMatchObject([
      { kind: "bought", tickets: 2, amount: "40.00" },
      { kind: "refunded", amount: "40.00", state: "succeeded" },
      { kind: "cancelled", tickets: 2, amount: "40.00", by_venue: true },
    ]);
    const path = `/api/ticket_order/${order.id}/calendar.ics?_seller=${shop.slug}&token=${order.token}`;
    const { body } = await server.app.inject({ url: path });
    expect(body).toMatch(/SEQUENCE:1\r\n/);
    expect(body).toMatch(/STATUS:CANCELLED\r\n/);
  });

  test("tells its purchaser once what is no longer valid, with the calendar", async () => {
    const { shop, order } = await buyTwo();
    await refund(shop);
    await reportAgain(shop);
    const [text = "", ...others] = await textsOf(shop);
    expect(others).toEqual([]);
    for (const part of [
      "has been refunded, so its tickets are no longer valid.",
      "2 × Adult",
      `/manage/${order.id}?token=`,
    ])
      expect(text).toContain(part);
    const rows = await shopRows(server, "outbox", shop);
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
      "order_cancelled",
      "order_confirmation",
      "payment_returned",
    ]);
    expect(rows.find(({ kind }) => kind === "order_cancelled")?.["message"]).toMatchObject({
      enclosed: expect.arrayContaining([{ make: "calendar", ticket_order_id: order.id }]),
    });
  });

  test("keeps a ticket that has admitted somebody, and ends the others", async () => {
    const { shop, order } = await buyTwo();
    await redeemTicket(server.db, order.tickets[0]);
    await refund(shop);
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "redeemed"]);
    expect((await textsOf(shop))[0]).toContain("1 × Adult");
  });

  test("ends its membership, which is no longer renewed or charged", async () => {
    const renewalShop = await createRenewalShop(server);
    const member = await joinAsMember(server, renewalShop);
    await makeTermDue(server, member.membership_id);
    await refund(renewalShop.shop);
    expect(await readRenewal(server, member.membership_id)).toMatchObject({ state: "cancelled" });
    await makeRenewalDue(server, member.membership_id);
    await runRenewalJob(server);
    expect(await readTermChain(server, member.membership_id)).toHaveLength(1);
    expect((await textsOf(renewalShop.shop))[0]).toContain("so what you bought can no longer be used.");
  });

  test("names the city passes that can be used again", async () => {
    const shop = await openChangeShop(server, needsVouchers);
    const buyer = new TestBuyer(server, shop);
    const held = { add: [ticketLine(shop.event, 1)], ...withVouchers(shop, ["CP111111"]) };
    const [cart] = (await buyer.post("/my/cart/modify", held)).body.cart._data;
    await buyer.pay(cart, cards.good);
    await buyer.checkOut(cart);
    await refund(shop);
    expect((await textsOf(shop))[0]).toContain("City pass …1111 can be used again.");
    expect((await new TestBuyer(server, shop).post("/my/cart/modify", held)).status).toBe(200);
  });
});

test("a partly refunded order keeps its tickets, and nobody is told that they end", async () => {
  const { shop, order } = await buyTwo();
  await refund(shop, 3999);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
  expect(await textsOf(shop)).toEqual([]);
  expect((await historyOf(shop, order)).map(({ kind }: { kind: string }) => kind)).toEqual(["bought", "refunded"]);
});

describe("a code that was used up", () => {
  const hold = (shop: TestShop, who = new TestBuyer(server, shop)) =>
    who.post("/my/cart/modify", {
      add: [ticketLine(shop.event, 2)],
      preReservePromoCodes: { codes: ["FRIEND"] },
    });
  const buyWithCode = async () => {
    const shop = await createChangeShop(server);
    const { id } = await createCodes(server.db, shop, { FRIEND: { max_uses: 1 } }, { max_uses: 1 });
    await createDiscount(server.db, shop, { benefit: { percent: 5000 }, code_group_ids: [id] });
    const buyer = new TestBuyer(server, shop);
    const [cart] = (await hold(shop, buyer)).body.cart._data;
    await buyer.pay(cart, cards.good);
    return { shop, order: orderOf(await buyer.checkOut(cart)) };
  };

  test("can be used again once its order is refunded in full, and not before", async () => {
    const { shop } = await buyWithCode();
    await refund(shop, 1000);
    expect((await hold(shop)).status).toBe(409);
    await refund(shop);
    expect((await hold(shop)).status).toBe(200);
  });

  test("stays used where a ticket of its order has admitted somebody", async () => {
    const { shop, order } = await buyWithCode();
    await redeemTicket(server.db, order.tickets[0]);
    await refund(shop);
    expect((await hold(shop)).status).toBe(409);
  });
});
