import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, cards } from "../../../../test/shop/testBuyer.ts";
import {
  cardTender,
  returnTender,
  createGiftCardShop,
  SplitPaymentBuyer,
  paymentOutcome,
} from "../../../../test/payments/splitPayments.ts";

/** Covers every refusal between a buyer's request and the money. Mutants show that each test fails without its check. */
let server: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const stream = { write: (line: string) => void logged.push(line) };
  server = await openTestApp({ logger: { level: "warn", stream } });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const incorrectAmount = "payment: payment_incorrect_amount";
const paymentPlan = JSON.stringify([
  { basis_points: 3000, due_days: 0 },
  { basis_points: 7000, due_days: 30 },
]);
const holdTickets = async (options: Parameters<typeof createGiftCardShop>[1] = {}) => {
  const shop = await createGiftCardShop(server, options);
  const buyer = new SplitPaymentBuyer(server, shop);
  return { shop, buyer, cart: await buyer.hold(2) };
};

describe("somebody else's cart", () => {
  test.each<[string, (cart_id: string) => (stranger: SplitPaymentBuyer) => Promise<{ status: number }>]>([
    ["read", (id) => (stranger) => stranger.get(`/my/cart/${id}`)],
    ["extended", (id) => (stranger) => stranger.post(`/my/cart/${id}/modify`, { add: [] })],
    ["given a purchaser", (id) => (stranger) => stranger.post(`/my/cart/${id}/purchaser`, { identity: ada })],
    ["paid for", (id) => (stranger) => stranger.payWith({ id }, cardTender(4000))],
  ])("somebody else's cart cannot be %s", async (_, action) => {
    const { shop, cart } = await holdTickets();
    const stranger = new SplitPaymentBuyer(server, shop);
    await stranger.hold(1);
    expect((await action(cart.id)(stranger)).status).toBe(404);
  });
});

describe("a payment", () => {
  test("below the amount due is refused", async () => {
    const { buyer, cart } = await holdTickets();
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(3999)))).toBe(incorrectAmount);
  });

  test("below the first instalment of a payment plan is refused", async () => {
    const { buyer, cart } = await holdTickets({
      event: { sessions: [{ inDays: 60 }], groups: [{ payment_plan: paymentPlan }] },
    });
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(1199)))).toBe(incorrectAmount);
  });

  test("a payment of nothing is refused while an amount is due, and so is the checkout", async () => {
    const { buyer, cart } = await holdTickets();
    await buyer.savePurchaser(cart);
    expect(paymentOutcome(await buyer.payFree(cart))).toBe(incorrectAmount);
    expect(paymentOutcome(await buyer.checkOut(cart, {}))).toBe("payment: payment_incomplete");
  });

  test("below the smallest amount of a card is refused", async () => {
    const { buyer, cart } = await holdTickets({
      event: { groups: [{ types: [{ name: "Sticker", currency_amount: 20 }] }] },
    });
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(40)))).toBe("payment: payment_not_supported");
  });

  test("a payment that names another cart's payment is refused", async () => {
    const { shop, buyer, cart } = await holdTickets();
    const stranger = new SplitPaymentBuyer(server, shop);
    const strangersCart = await stranger.hold(1);
    const startPayment = async (who: SplitPaymentBuyer, of: typeof cart, amount: number) =>
      String((await who.payWith(of, cardTender(amount, cards.requiresAction))).body._data[0]._extra.payment_id);
    await startPayment(buyer, cart, 4000);
    const strangersPayment = await startPayment(stranger, strangersCart, 2000);
    expect(paymentOutcome(await buyer.payWith(cart, returnTender(strangersPayment, 4000)))).toBe(
      "payment: payment_incomplete",
    );
  });
});

test("checkout is refused until the terms are accepted", async () => {
  const { buyer, cart } = await holdTickets({
    seller: { web: JSON.stringify({ terms: { html: "<p>No refunds.</p>", version: "2" } }) },
  });
  await buyer.payWith(cart, cardTender(4000));
  const reply = await buyer.checkOut(cart, { identity: ada });
  expect(reply.body._data[0]._code).toBe("terms_not_accepted");
});

test("guessing many codes is logged once, without the codes", async () => {
  const { buyer, cart } = await holdTickets();
  for (let guess = 0; guess < 23; guess++) await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: `NO${guess}` });
  const alarms = logged.filter((line) => line.includes("too_many_code_guesses"));
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).not.toMatch(/NO\d/);
});
