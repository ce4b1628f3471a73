import { describe, expect, test } from "vitest";
import { createTestMember } from "../../../../test/accounts/members.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyLines, buyVisit, openVisitShop } from "../../../../test/orders/boughtLines.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  fetchOrder,
  orderOf,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { changeCartOf, changeStates, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  createGiftCardShop,
  giftCardTender,
  readGiftCard,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("an add-on of an admission that is moved", () => {
  test("to another day is given up with it, and refunded", async () => {
    const { shop, tour, order, admission, addOn } = await buyVisit(server);
    const who = withLink(server, shop);
    const change = { remove: [admission], add: newTickets(shop, { session: 2 }) };
    const cart = changeCartOf(await requestChange(who, order, change));
    expect((await who.checkOut(cart, {})).body.outcome).toBe("completed");
    const tickets = await shopRows(server, "ticket", shop);
    expect(tickets.find(({ id }) => id === addOn)).toMatchObject({ state: "cancelled" });
    expect(tickets.map(({ state }) => state).toSorted()).toEqual(["booked", "cancelled", "cancelled"]);
    expect(await shopRows(server, "order_change", shop)).toMatchObject([
      { tickets: 2, value: 4000, added: 2000, refund: 2000, paid: 0 },
    ]);
    expect(await shopRows(server, "payment", shop)).toMatchObject([{ amount: 4000, refunded: 2000 }]);
    const [first] = await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", tour.sessions[0]?.id ?? "")
      .execute();
    expect(first).toEqual({ used_capacity: 0 });
  });

  test("on the same day stays with it", async () => {
    const { shop, order, admission, addOn } = await buyVisit(server);
    const who = withLink(server, shop);
    const cart = changeCartOf(await requestChange(who, order, { remove: [admission], add: newTickets(shop) }));
    expect((await who.checkOut(cart, {})).body.outcome).toBe("completed");
    const tickets = await shopRows(server, "ticket", shop);
    expect(tickets.find(({ id }) => id === addOn)).toMatchObject({ state: "booked", ticket_order_id: order.id });
    expect(tickets.map(({ state }) => state).toSorted()).toEqual(["booked", "booked", "cancelled"]);
    expect(await shopRows(server, "refund", shop)).toEqual([]);
  });
});

test("a member's allowance follows the day: the new one is used and the old one free again", async () => {
  const shop = await openVisitShop(server, {
    groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 500 }] }],
  });
  const member = await createTestMember(server.db, shop, { benefits: { Adult: 2 } });
  const buyer = new TestBuyer(server, shop, member.cookie);
  const { order } = await buyLines(buyer, [ticketLine(shop.event, 2)]);
  const change = { remove: order.tickets, add: newTickets(shop, { session: 2, quantity: 2 }) };
  const cart = changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change));
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  const uses = await server.db
    .selectFrom("allowance_use as u")
    .innerJoin("ticket as t", (join) => join.onRef("t.seller_id", "=", "u.seller_id").onRef("t.id", "=", "u.ticket_id"))
    .select(["t.state", "u.visit_index"])
    .where("u.seller_id", "=", shop.seller_id)
    .orderBy("u.visit_index")
    .execute();
  expect(uses).toEqual([
    { state: "booked", visit_index: 1 },
    { state: "booked", visit_index: 2 },
  ]);
  const request = async (session: number) =>
    refusalOf(await buyer.post("/my/cart/modify", { add: [ticketLine(shop.event, 2, { session })] }));
  expect(await request(2)).toBe("422 member_limit_exceeded");
  expect(await request(0)).toBe("200");
});

test("a code's discount follows the ticket that moves, and the receipt adds up", async () => {
  const shop = await openVisitShop(server);
  const group = await createCodes(server.db, shop, { TIDE: { max_uses: 1 } });
  await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [group.id] });
  const buyer = new TestBuyer(server, shop);
  const { order } = await buyLines(buyer, [ticketLine(shop.event, 2)], ["TIDE"]);
  const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop, { session: 2 }) };
  const cart = changeCartOf(await requestChange(buyer, order, change));
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  const { body } = await fetchOrder(buyer, order);
  const cents = (text: unknown) => Math.round(Number(text) * 100);
  const booked = body.ticket._data.reduce(
    (sum: number, { adjusted_value }: { adjusted_value: string }) => sum + cents(adjusted_value),
    0,
  );
  const total = cents(body.ticket_order._data[0].ticket_order_fees[0].total_after_fees_price);
  const taken = body.sums[order.id].reduce((sum: number, { amount }: { amount: string }) => sum + cents(amount), 0);
  // Two tickets at 20.00 minus the receipt's discount.
  expect([booked, 4000 + taken]).toEqual([total, total]);
  expect(body.sums[order.id]).toEqual([
    { kind: "discount", name: "Less", amount: "-4.00" },
    { kind: "cancelled", name: null, amount: "18.00" },
    { kind: "changed", name: null, amount: "-18.00" },
  ]);
  const codes = await server.db.selectFrom("code").select("used").where("seller_id", "=", shop.seller_id).execute();
  expect(codes).toEqual([{ used: 1 }]);
  await buyer.post(`/ticket_order/${order.id}/email?token=${order.token}`, {});
  const emails = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "order_confirmation");
  const text = (emails.at(-1)?.["message"] as { text: string } | undefined)?.text;
  expect(text).toContain("Less: −$4.00");
  expect(text).not.toContain("Discount:");
});

test("an order that a gift card paid moves to a dearer session with the same gift card, and all of it comes back", async () => {
  const shop = await createChangeShop(server, everyChange, {
    sessions: [{ inDays: 7 }, { inDays: 8, prices: { 0: 2500 } }],
  });
  const giftCard = await createGiftCard(server, shop, 3000);
  const buyer = new SplitPaymentBuyer(server, shop);
  const bought = await buyer.hold(1);
  expect(refusalOf(await buyer.payWith(bought, giftCardTender(giftCard, 2000)))).toBe("200");
  const order = orderOf(await buyer.checkOut(bought));
  const change = { remove: order.tickets, add: newTickets(shop) };
  const cart = changeCartOf(await requestChange(buyer, order, change));
  expect(refusalOf(await buyer.payWith(cart, giftCardTender(giftCard, 500)))).toBe("200");
  const reply = await buyer.checkOut(cart, {});
  expect(reply.body.outcome).toBe("completed");
  expect((await readGiftCard(server, giftCard)).balance).toBe(500);
  const tickets = reply.body.ticket._data.map(({ id }: { id: string }) => id);
  expect(refusalOf(await cancelTickets(buyer, order, tickets))).toBe("200");
  expect((await readGiftCard(server, giftCard)).balance).toBe(3000);
});

test("the confirmation that is sent again after a change has the new tickets and codes only", async () => {
  const { shop, buyer, order, admission } = await buyVisit(server);
  const codeOf = async (ticket_id: string) =>
    (await shopRows(server, "ticket", shop)).find(({ id }) => id === ticket_id)?.["scan_code"];
  const old = await codeOf(admission);
  const cart = changeCartOf(await requestChange(buyer, order, { remove: [admission], add: newTickets(shop) }));
  await buyer.checkOut(cart, {});
  const sent = await buyer.post(`/ticket_order/${order.id}/email?token=${order.token}`, {});
  expect(sent.status).toBe(200);
  const mails = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "order_confirmation");
  expect(mails).toHaveLength(2);
  const again = mails.find(({ occasion }) => occasion !== "") ?? {};
  const { text, enclosed } = again["message"] as { text: string; enclosed: { make: string }[] };
  expect(text).not.toContain(String(old));
  expect(text).toContain("2:00");
  expect(text).not.toContain("10:00");
  expect(enclosed.map(({ make }) => make)).toContain("tickets");
  const pdf = await server.app.inject({
    url: `/api/ticket_order/${order.id}/tickets.pdf?token=${order.token}&_seller=${shop.slug}`,
  });
  const booked = (await shopRows(server, "ticket", shop)).filter(({ state }) => state === "booked");
  expect(
    readPdf(pdf.rawPayload)
      .pages.map(({ code }) => code)
      .toSorted(),
  ).toEqual(booked.map(({ scan_code }) => scan_code).toSorted());
});

test("a cart of which an instalment is paid is no order yet, and is not changed", async () => {
  const shop = await createGiftCardShop(server, {
    seller: { configuration: JSON.stringify({ ledger_id: "cards", self_edit: everyChange }) },
    event: {
      sessions: [{ inDays: 60 }, { inDays: 61 }],
      groups: [{ payment_plan: `[{ "basis_points": 5000, "due_days": 0 }, { "basis_points": 5000, "due_days": 30 }]` }],
    },
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, cardTender(2000));
  const partial = await buyer.checkOut(cart);
  expect(partial.body.outcome).toBe("partial");
  const remove = [partial.body.ticket._data[0].id];
  const reply = await buyer.post(`/my/cart/${cart.id}/modify`, { remove, add: newTickets(shop) });
  expect(refusalOf(reply)).toMatch(/^409 /);
  expect(await changeStates(server, { id: cart.id })).toEqual([]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["held", "held"]);
});
