import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import {
  buyInChangeShop,
  cancelTickets,
  createChangeShop,
  everyChange,
  fetchActions,
  orderOf,
  quoteCancellation,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../../test/orders/requestChange.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  createGiftCardShop,
  giftCardTender,
  readGiftCard,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("cancelling one of two tickets by the order's link", () => {
  test("frees its place, gives its money back, says so by e-mail and keeps the other", async () => {
    const { shop, order } = await buyInChangeShop(server);
    const reply = await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
    expect(reply.status).toBe(200);
    expect(reply.body.cancellation).toMatchObject({
      tickets: [{ ticket_id: order.tickets[0] }],
      value: "20.00",
      fee: "0",
      refund: "20.00",
      refunds: [{ means: "Visa ending in 4242", amount: "20.00" }],
      gift_card: "0",
    });
    expect(reply.body.ticket._data.map(({ id }: { id: string }) => id)).toEqual(order.tickets.slice(1));
    expect(reply.body.sums[order.id]).toEqual([{ kind: "cancelled", name: null, amount: "20.00" }]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "cancelled"]);
    expect(await usedPlaces(server, shop)).toEqual([1]);
    expect(await shopRows(server, "payment", shop)).toMatchObject([
      { state: "captured", refunded: 2000, refunding: 0 },
    ]);
    expect(await shopRows(server, "refund", shop)).toMatchObject([
      { reason: "change", state: "succeeded", amount: 2000 },
    ]);
    const emails = (await shopRows(server, "outbox", shop)).map(({ kind, message }) => [
      kind,
      String((message as { subject: string }).subject),
    ]);
    expect(emails).toContainEqual(["order_cancelled", "Cancelled: your order with Harbor Museum"]);
    expect(emails.map(([kind]) => kind)).toContain("payment_returned");
  });

  test("is part of the order's history", async () => {
    const { shop, order } = await buyInChangeShop(server);
    await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
    const { body } = await fetchActions(withLink(server, shop), order);
    expect(body.history).toMatchObject([
      { kind: "bought", tickets: 2, amount: "40.00" },
      { kind: "cancelled", tickets: 1, amount: "20.00" },
      { kind: "refunded", tickets: 0, amount: "20.00", state: "succeeded" },
    ]);
    expect(body.ticket._data).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ ticket_id: order.tickets[0], actions: [], obstacle: "cancelled" }),
        expect.objectContaining({
          ticket_id: order.tickets[1],
          actions: ["cancel", "reschedule", "exchange"],
        }),
      ]),
    );
  });
});

test("a quote returns the amounts of a cancellation and changes nothing", async () => {
  const { shop, order } = await buyInChangeShop(server, {
    self_edit: { ...everyChange, cancel_fee: { fixed: "1.00", percent: 10 } },
  });
  const { body } = await quoteCancellation(withLink(server, shop), order, order.tickets);
  expect(body).toMatchObject({ value: "40.00", fee: "6.00", refund: "34.00" });
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
  expect(await shopRows(server, "order_change", shop)).toEqual([]);
});

test("a fee of the policy is kept", async () => {
  const { shop, order } = await buyInChangeShop(server, {
    self_edit: { ...everyChange, cancel_fee: { fixed: "1.00", percent: 10 } },
  });
  expect((await cancelTickets(withLink(server, shop), order, order.tickets)).body.cancellation).toMatchObject({
    refund: "34.00",
  });
  expect(await shopRows(server, "payment", shop)).toMatchObject([{ state: "captured", refunded: 3400 }]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
});

test("refunds go to the card first, then to the gift card that paid", async () => {
  const shop = await createChangeShop(server);
  const giftCard = await createGiftCard(server, shop, 1500);
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, giftCardTender(giftCard, 1500), cardTender(2500));
  const order = orderOf(await buyer.checkOut(cart));
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
  expect((await readGiftCard(server, giftCard)).balance).toBe(0);
  const { body } = await cancelTickets(withLink(server, shop), order, order.tickets.slice(1));
  expect(body.cancellation.refunds).toEqual([
    { means: "Visa ending in 4242", amount: "5.00" },
    { means: `…${giftCard.number.slice(-4)}`, amount: "15.00" },
  ]);
  expect((await readGiftCard(server, giftCard)).balance).toBe(1500);
});

test("free tickets of an order stay when its paid ones are cancelled and all money is back", async () => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [
      {
        types: [
          { name: "Adult", currency_amount: 2000 },
          { name: "Child", currency_amount: 0 },
        ],
      },
    ],
  });
  const lines = [ticketLine(shop.event, 1), ticketLine(shop.event, 1, { type: 1 })];
  const { order } = await buyLines(new TestBuyer(server, shop), lines);
  const paid = (await shopRows(server, "ticket", shop)).find(({ adjusted_value }) => adjusted_value === 2000);
  await cancelTickets(withLink(server, shop), order, [String(paid?.id)]);
  expect(await shopStates(server, "payment", shop)).toEqual(["refunded"]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "cancelled"]);
});

describe("a seller that gives gift cards", () => {
  test("issues one with its bonus, keeps the payment and e-mails the card", async () => {
    const { shop, order } = await buyInChangeShop(server, {
      self_edit: { ...everyChange, refund_to: "gift_card", gift_card_bonus: 10 },
    });
    const { body } = await cancelTickets(withLink(server, shop), order, order.tickets, { refund_to: "same_means" });
    expect(body.cancellation).toMatchObject({ refund: "0", gift_card: "44.00", bonus: "4.00" });
    expect(await shopRows(server, "payment", shop)).toMatchObject([{ state: "captured", refunded: 0 }]);
    const [account] = await server.db
      .selectFrom("ledger_account")
      .selectAll()
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(account).toMatchObject({ balance: 4400, state: "active" });
    const email = (await shopRows(server, "outbox", shop)).find(({ kind }) => kind === "gift_card");
    expect(JSON.stringify(email?.message)).toContain(account?.number);
  });
  test.each([
    { choice: "gift_card", gift_card: "20.00", refund: "0" },
    { choice: "same_means", gift_card: "0", refund: "20.00" },
  ])("lets the buyer choose $choice where it offers a choice", async ({ choice, ...expected }) => {
    const { shop, order } = await buyInChangeShop(server, {
      self_edit: { ...everyChange, refund_to: "choice" },
      quantity: 1,
    });
    const { body } = await cancelTickets(withLink(server, shop), order, order.tickets, { refund_to: choice });
    expect(body.cancellation).toMatchObject(expected);
  });
});

test("a seller that accepts no gift cards refunds to the original payment, whatever its rules", async () => {
  const shop = await createGiftCardShop(server, {
    seller: { configuration: JSON.stringify({ self_edit: { ...everyChange, refund_to: "gift_card" } }) },
  });
  const order = orderOf(await new TestBuyer(server, shop).buy(1));
  const { body } = await cancelTickets(withLink(server, shop), order, order.tickets);
  expect(body.cancellation).toMatchObject({ refund: "20.00", gift_card: "0" });
});

describe("a cancellation is refused", () => {
  test.each([
    { what: "past the policy's hours", rules: { ...everyChange, horizon_hours: 24 * 30 }, code: "422 tickets_too_old" },
    {
      what: "where the policy does not cancel",
      rules: { ...everyChange, allow: ["reschedule" as const] },
      code: "403 access_denied",
    },
    {
      what: "for guests without anonymous editing",
      rules: { ...everyChange, anon_editing: false },
      code: "403 access_denied",
    },
    { what: "where the seller has no rules", rules: undefined, code: "403 access_denied" },
  ])("$what, and nothing is changed", async ({ rules, code }) => {
    const shop = await createGiftCardShop(server, {
      seller: { configuration: JSON.stringify({ ledger_id: "cards", ...(rules && { self_edit: rules }) }) },
    });
    const order = orderOf(await new TestBuyer(server, shop).buy(1));
    const reply = await cancelTickets(withLink(server, shop), order, order.tickets);
    expect(refusalOf(reply)).toBe(code);
    if (code.startsWith("403"))
      expect(reply.body._data[0]._description).toBe("You must contact us to cancel this order.");
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
  });

  test("without a selection, for another order's ticket, a cancelled one and a redeemed one", async () => {
    const { shop, order } = await buyInChangeShop(server);
    const other = orderOf(await new TestBuyer(server, shop).buy(1));
    expect((await cancelTickets(withLink(server, shop), order, [])).status).toBe(422);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, other.tickets))).toBe("404 ticket_not_found");
    await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets))).toBe(
      "409 ticket_state_incorrect",
    );
    await redeemTicket(server.db, order.tickets[1]);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(1)))).toBe(
      "409 ticket_state_incorrect",
    );
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "cancelled", "redeemed"]);
  });

  test("without the order's token, as if there were no order", async () => {
    const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
    const stranger = { ...order, token: "x".repeat(43) };
    for (const path of ["cancel", "cancel_quote"])
      expect(
        refusalOf(
          await withLink(server, shop).post(`/ticket_order/${order.id}/${path}?token=${stranger.token}`, {
            tickets: [{ ticket_id: order.tickets[0] }],
          }),
        ),
      ).toBe("404 not_found");
    expect((await withLink(server, shop).get(`/ticket_order/${order.id}/actions`)).status).toBe(404);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
  });
});

test("free tickets are cancelled by anybody with the link, whatever the seller's rules", async () => {
  const shop = await createGiftCardShop(server, {
    event: { groups: [{ types: [{ name: "Neighbor", currency_amount: 0 }] }] },
  });
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.payFree(cart);
  const order = orderOf(await buyer.checkOut(cart));
  expect((await cancelTickets(withLink(server, shop), order, order.tickets)).body.cancellation).toMatchObject({
    refund: "0",
  });
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
  expect(await usedPlaces(server, shop)).toEqual([0]);
});

test("the rules that were kept with the order apply, whatever the seller's are now", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  const [kept] = await server.db
    .selectFrom("ticket_order")
    .select("change_policies")
    .where("id", "=", order.id)
    .execute();
  expect(kept?.change_policies).toMatchObject({
    [shop.event.id]: { enabled: true, allow: expect.arrayContaining(["cancel"]) },
  });
  await sql`update ticket_order set change_policies = jsonb_set(change_policies, ${`{${shop.event.id},allow}`}::text[], '[]') where id = ${order.id}`.execute(
    server.db,
  );
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets))).toBe("403 access_denied");
});

test("the seller's rules of today apply to an order from before rules were kept", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  await sql`update ticket_order set change_policies = null where id = ${order.id}`.execute(server.db);
  expect((await cancelTickets(withLink(server, shop), order, order.tickets)).status).toBe(200);
});

test("one of many simultaneous cancellations of a ticket succeeds, with one refund", async () => {
  const { shop, order } = await buyInChangeShop(server);
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1))),
  );
  expect(replies.map(refusalOf).toSorted()).toEqual([
    "200",
    ...Array.from({ length: 11 }, () => "409 ticket_state_incorrect"),
  ]);
  expect(await shopRows(server, "payment", shop)).toMatchObject([{ refunded: 2000, refunding: 0 }]);
  expect(await usedPlaces(server, shop)).toEqual([1]);
});

test("a cancellation with other amounts than shown is refused, and one with the shown amounts succeeds", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  const shown = { expected: { refund: "20.00", gift_card: "0" } };
  await sql`update payment set refunded = 500 where seller_id = ${shop.seller_id}`.execute(server.db);
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets, shown))).toBe(
    "422 payment_incorrect_amount",
  );
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
  await sql`update payment set refunded = 0 where seller_id = ${shop.seller_id}`.execute(server.db);
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets, shown))).toBe("200");
});

test("a disputed payment is not refunded", async () => {
  const { shop, order } = await buyInChangeShop(server, { quantity: 1 });
  await sql`insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
    select seller_id, gen_random_uuid(), id, 'dispute_opened', amount, currency, 'dp_1' from payment where seller_id = ${shop.seller_id} returning seller_id`.execute(
    server.db,
  );
  expect((await cancelTickets(withLink(server, shop), order, order.tickets)).body.cancellation).toMatchObject({
    value: "20.00",
    refund: "0",
  });
  expect(await shopRows(server, "refund", shop)).toEqual([]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled"]);
});
