import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { createGiftCard, type TestGiftCard } from "../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
  paymentOutcome,
} from "../../../test/payments/splitPayments.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const payments = (shop: TestShop) =>
  server.db.selectFrom("payment").selectAll().where("seller_id", "=", shop.seller_id).execute();

describe("tenders have to add up to the amount due", () => {
  let shop: TestShop;
  let gift: TestGiftCard;
  beforeAll(async () => {
    shop = await createGiftCardShop(server);
    gift = await createGiftCard(server, shop, 100_000);
  });
  const card = (amount: string) => ({ ...cardTender(0), amount });
  const ofGift = (amount: string) => ({ ...giftCardTender(gift, 0), amount });
  const free = (amount: string) => ({ gateway_id: "free", amount });

  test.each<[string, () => object[], string]>([
    ["a cent too little", () => [card("39.99")], "payment: payment_incorrect_amount"],
    ["a cent too much", () => [card("40.01")], "payment: payment_incorrect_amount"],
    ["nothing", () => [card("0")], "payment: payment_incorrect_amount"],
    ["three decimals", () => [card("40.000")], "payment: payment_incorrect_amount"],
    ["a tenth of a cent", () => [card("39.999")], "payment: payment_incorrect_amount"],
    ["below zero", () => [card("-40.00")], "general: validation_failed"],
    ["below zero on one side", () => [ofGift("-10.00"), card("50.00")], "general: validation_failed"],
    ["an exponent", () => [card("4e1")], "general: validation_failed"],
    ["another currency", () => [card("40.00 EUR")], "general: validation_failed"],
    ["a number", () => [{ ...cardTender(0), amount: 40 }], "general: validation_failed"],
    ["tenders a cent short", () => [ofGift("10.00"), card("29.99")], "payment: payment_incorrect_amount"],
    ["tenders a cent over", () => [ofGift("10.00"), card("30.01")], "payment: payment_incorrect_amount"],
    ["a gift card for nothing", () => [ofGift("0"), card("40.00")], "payment: payment_incorrect_amount"],
    ["a card for nothing", () => [ofGift("40.00"), card("0")], "payment: payment_incorrect_amount"],
    ["too little left for a card", () => [ofGift("39.51"), card("0.49")], "payment: payment_not_supported"],
    ["for free", () => [free("0")], "payment: payment_incorrect_amount"],
    ["for free, with the amount due", () => [free("40.00")], "payment: payment_incorrect_amount"],
    ["for free beside a gift card", () => [ofGift("40.00"), free("0")], "payment: payment_incorrect_amount"],
    ["a card before a gift card", () => [card("30.00"), ofGift("10.00")], "payment: gateway_not_available"],
    ["two cards", () => [card("30.00"), card("10.00")], "payment: gateway_not_available"],
    ["one gift card twice", () => [ofGift("10.00"), ofGift("10.00"), card("20.00")], "ledger: validation_failed"],
    ["no tender", () => [], "general: validation_failed"],
  ])("tenders that do not add up to the amount due are refused: %s", async (_, offers, expected) => {
    const buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(2);
    expect(paymentOutcome(await buyer.payWith(cart, ...offers()))).toBe(expected);
    expect(paymentOutcome(await buyer.checkOut(cart))).toBe("payment: payment_incomplete");
    expect(await payments(shop)).toEqual([]);
    expect(await readGiftCard(server, gift)).toEqual({ balance: 100_000, entries: [] });
  });

  test("authorizes what is due, whatever amounts are offered", async () => {
    const amount = fc.oneof(
      fc.constantFrom("40.00", "40", "40.0", "20.00", "0.50"),
      fc.integer({ min: 0, max: 8000 }).map((cents) => (cents / 100).toFixed(2)),
      fc.string({ maxLength: 12 }),
    );
    const own = await createGiftCardShop(server, { event: { sessions: [{ capacity: -1 }] } });
    const number = await createGiftCard(server, own, 10_000_000);
    await fc.assert(
      fc.asyncProperty(amount, fc.option(amount), async (one, other) => {
        const buyer = new SplitPaymentBuyer(server, own);
        const cart = await buyer.hold(2);
        const list = other === null ? [card(one)] : [{ ...giftCardTender(number, 0), amount: one }, card(other)];
        const { status } = await buyer.payWith(cart, ...list);
        const sum = [one, other ?? "0"].reduce((all, text) => all + (fromDecimal(text, "USD") ?? Number.NaN), 0);
        if (status === 200) expect(sum).toBe(4000);
        const rows = (await payments(own)).filter(({ cart_id }) => cart_id === cart.id);
        expect(rows.reduce((all, row) => all + row.amount, 0)).toBe(status === 200 ? 4000 : 0);
      }),
      { numRuns: 40 },
    );
  });
});

test("a gift card cannot be bought with a gift card", async () => {
  const shop = await createGiftCardShop(server, {
    event: {
      groups: [
        { types: [{}] },
        { name: "Gift cards", handler: "ledger", types: [{ name: "25", currency_amount: 2500 }] },
      ],
    },
  });
  const gift = await createGiftCard(server, shop, 10_000);
  const buyer = new SplitPaymentBuyer(server, shop);
  const { body } = await buyer.post("/my/cart/modify", {
    add: [
      {
        event_template_id: shop.event.id,
        ticket_types_required: [{ ticket_type_id: shop.event.groups[1]?.types[0]?.id, quantity: 1 }],
      },
      ticketLine(shop.event, 1),
    ],
  });
  const cart = body.cart._data[0];
  expect(paymentOutcome(await buyer.payWith(cart, giftCardTender(gift, 4500)))).toBe("ledger: ledger_not_allowed");
  expect(paymentOutcome(await buyer.payWith(cart, giftCardTender(gift, 2000), cardTender(2500)))).toBe(
    "ledger: ledger_not_allowed",
  );
  expect(await payments(shop)).toEqual([]);
  expect(paymentOutcome(await buyer.payWith(cart, cardTender(4500)))).toBe("200");
});

test("refuses another seller's gift card", async () => {
  const [shop, other] = [await createGiftCardShop(server), await createGiftCardShop(server)];
  const theirs = await createGiftCard(server, other, 10_000);
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(1);
  expect(paymentOutcome(await buyer.payWith(cart, giftCardTender(theirs, 2000)))).toBe("ledger: not_found");
  expect((await readGiftCard(server, theirs)).balance).toBe(10_000);
});

test("refuses to continue another cart's payment, with and without gift cards", async () => {
  const shop = await createGiftCardShop(server);
  const gift = await createGiftCard(server, shop, 10_000);
  const [buyer, eve] = [new SplitPaymentBuyer(server, shop), new SplitPaymentBuyer(server, shop)];
  const [cart, theirs] = [await buyer.hold(2), await eve.hold(2)];
  const answer = await buyer.payWith(cart, giftCardTender(gift, 1000), cardTender(3000, cards.requiresAction));
  const rows = await payments(shop);
  for (const { id } of rows) {
    const named = { gateway_id: "test", amount: "30.00", gateway_data: { payment_id: id } };
    expect(paymentOutcome(await eve.payWith(theirs, named))).toBe("payment: payment_incomplete");
    // Only the card payment of the buyer's own cart can be continued.
    const isCard = id === answer.body._data[0]._extra.payment_id;
    expect(paymentOutcome(await buyer.payWith(cart, named))).toBe(
      isCard ? "payment: intent_requires_action" : "payment: payment_incomplete",
    );
  }
});

test("a held ticket is paid at its held price after the price has changed", async () => {
  const shop = await createGiftCardShop(server, {
    event: { groups: [{ types: [{ name: "Adult", fee_fixed_outside: 150, fee_percent_outside: 250 }] }] },
  });
  const gift = await createGiftCard(server, shop, 1000);
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(2);
  await server.db
    .updateTable("ticket_type")
    .set({ currency_amount: 9900, fee_fixed_outside: 0, fee_percent_outside: 1000 })
    .where("id", "=", shop.type.id)
    .execute();
  await recordPrices(server, shop);
  expect(cart.outstanding_balance).toBe("44.00");
  expect((await buyer.readCart(cart)).outstanding_balance).toBe("44.00");
  expect(paymentOutcome(await buyer.payWith(cart, giftCardTender(gift, 1000), cardTender(3400)))).toBe("200");
  const { body } = await buyer.checkOut(cart);
  expect(body.ticket_order._data[0].ticket_order_fees[0].total_after_fees_price).toBe("44.00");
});

test("lines with fees, total and payments of any cart add up", async () => {
  const type = fc.record({
    currency_amount: fc.integer({ min: 50, max: 20_000 }),
    fee_fixed_outside: fc.integer({ min: 0, max: 500 }),
    fee_percent_outside: fc.integer({ min: 0, max: 2500 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(type, fc.integer({ min: 1, max: 7 })), { minLength: 1, maxLength: 4 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (drawn, share) => {
        const shop = await createGiftCardShop(server, {
          event: { groups: [{ types: drawn.map(([one], place) => ({ ...one, name: `Type ${place}` })) }] },
        });
        const buyer = new SplitPaymentBuyer(server, shop);
        const types = shop.group.types;
        const { body } = await buyer.post("/my/cart/modify", {
          add: [
            {
              event_template_id: shop.event.id,
              event_session_id: shop.session.id,
              ticket_types_required: drawn.map(([, quantity], place) => ({
                ticket_type_id: types[place]?.id,
                quantity,
              })),
            },
          ],
        });
        const cart = body.cart._data[0] as Awaited<ReturnType<SplitPaymentBuyer["hold"]>>;
        const money = (text: string | undefined) => fromDecimal(text ?? "", "USD") ?? Number.NaN;
        const [fee] = cart.cart_fees;
        const lines = cart.lines.flatMap((line) => line.types).reduce((all, one) => all + money(one.price), 0);
        const total = money(cart.outstanding_balance);
        expect(lines + money(fee?.face_value)).toBe(total);
        expect(money(fee?.grand_totals.total_outstanding)).toBe(total);

        const gift = Math.max(1, Math.min(total - 50, Math.floor(total * share)));
        const number = await createGiftCard(server, shop, gift);
        const offers =
          total - gift >= 50 ? [giftCardTender(number, gift), cardTender(total - gift)] : [cardTender(total)];
        expect(paymentOutcome(await buyer.payWith(cart, ...offers))).toBe("200");
        const done = (await buyer.checkOut(cart)).body;
        expect(money(done.ticket_order._data[0].ticket_order_fees[0].total_after_fees_price)).toBe(total);
        const paid = done.cart._data[0].completed_payments as { amount: string }[];
        expect(paid.reduce((all, { amount }) => all + money(amount), 0)).toBe(total);
      },
    ),
    { numRuns: 25 },
  );
});
