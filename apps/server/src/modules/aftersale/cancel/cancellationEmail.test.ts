import { expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  buyInChangeShop,
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const textOf = async (shop: TestShop, kind: string): Promise<string> =>
  String((await emailsOf(server, shop, kind)).at(-1)?.text);

test("the e-mail of a cancellation names the ticket, fee and refund, and leads to the order", async () => {
  const { shop, order } = await buyInChangeShop(server, { self_edit: { ...everyChange, cancel_fee: { percent: 10 } } });
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
  const text = await textOf(shop, "order_cancelled");
  for (const part of [
    "A ticket in your order has been cancelled.",
    "is no longer valid. The rest of your order still is.",
    "Whales of the Harbor",
    "1 × Adult",
    "Cancelled ticket: $20.00",
    "Cancellation fee: $2.00",
    "Refund to Visa ending in 4242: $18.00",
    `/manage/${order.id}?token=${order.token}`,
  ])
    expect(text).toContain(part);
});

test("the e-mail of several cancelled tickets speaks of tickets", async () => {
  const shop = await createChangeShop(server);
  const order = orderOf(await new TestBuyer(server, shop).buy(3));
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 2));
  const text = await textOf(shop, "order_cancelled");
  for (const part of [
    "Tickets in your order have been cancelled.",
    "These tickets in order",
    "Cancelled tickets: $40.00",
  ])
    expect(text).toContain(part);
});

test("the e-mail of a whole order's cancellation says so and names no other tickets", async () => {
  const { shop, order } = await buyInChangeShop(server);
  await cancelTickets(withLink(server, shop), order, order.tickets);
  const text = await textOf(shop, "order_cancelled");
  expect(text).toContain("Your order has been cancelled.");
  expect(text).toContain("2 × Adult");
  expect(text).not.toContain("The rest of your order");
});

test("the e-mail about a refund to a gift card says that it can be used at once, one to a card that it takes days", async () => {
  const shop = await createChangeShop(server);
  const giftCard = await createGiftCard(server, shop, 1500);
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.payWith(cart, giftCardTender(giftCard, 1500), cardTender(500));
  const order = orderOf(await buyer.checkOut(cart));
  await cancelTickets(withLink(server, shop), order, order.tickets);
  const texts = (await emailsOf(server, shop, "payment_returned")).map(({ text }) => text.split("\n\n")[1] ?? "");
  expect(texts.toSorted()).toEqual([
    "We have refunded $15.00 to your gift card, which you can use at once.",
    "We have refunded $5.00 to your original payment method. This can take a few days to arrive.",
  ]);
});

test("a resent confirmation says what was cancelled, and its sums add up", async () => {
  const shop = await createChangeShop(server);
  const buyer = new TestBuyer(server, shop);
  const order = orderOf(await buyer.buy(2));
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
  await buyer.post(`/ticket_order/${order.id}/email?token=${order.token}`, {});
  const text = await textOf(shop, "order_confirmation");
  for (const part of [
    "1 × Adult: $20.00",
    "Total: $20.00",
    "Paid at the time of purchase: $40.00",
    "Refunded: −$20.00",
  ])
    expect(text).toContain(part);
});

test.each([
  { what: "links to the changes where guests can make them", rules: everyChange, links: true },
  { what: "has no such link where they cannot", rules: { ...everyChange, anon_editing: false }, links: false },
])("the confirmation $what", async ({ rules, links }) => {
  const { shop, order } = await buyInChangeShop(server, { self_edit: rules, quantity: 1 });
  expect((await textOf(shop, "order_confirmation")).includes(`/manage/${order.id}?token=`)).toBe(links);
});
