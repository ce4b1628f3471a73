import { expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { payTwoTickets } from "../../../test/office/paidByCard.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { setUpStripeTestApp } from "../../../test/payments/setUpStripeTestApp.ts";
import { StripeTestBuyer, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import type { EventOverrides, TestShop } from "../../../test/shop/createTestShop.ts";
import type { TestResponse } from "../../../test/app/testApp.ts";
import { giftCardsCommand } from "../../cli/commands/payments/giftCards.ts";
import { paymentsCommand } from "../../cli/commands/payments/payments.ts";

/* Stripe takes dinars only in hundredths: 1.230 is fine, 1.234 is refused. */

let app: StripeTestApp;
setUpStripeTestApp((opened) => void (app = opened));

const open = async ({ currency = "KWD", event = {} }: { currency?: string; event?: EventOverrides } = {}) => {
  const shop = await app.createShop({ currency, event });
  await app.server.runAsOwner(
    `set app.seller = '*'; update seller set configuration = configuration || '{"ledger_id":"cards"}' where id = '${shop.seller_id}'`,
  );
  return shop;
};
const isRefusedFor = (step: string, currency = "KWD") => ({
  _code: "validation_failed",
  _description: `Please enter an amount in steps of ${step} ${currency}.`,
  _extra: { fields: ["amount"], reason: "amount_step", step, currency },
});
const refusalIn = ({ body }: TestResponse) => body._data?.[0];
const orderOf = async (shop: TestShop) => {
  const browser = await signedIn(app.server, shop, ["owner"]);
  const { order_number } = await app.server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  const path = `/orders/${order_number}`;
  const refund = async (amount: string, to = "same_means") => {
    const { version } = (await browser.get(path)).body;
    return browser.post(`${path}/refund`, { version, amount, to, reason: "Goodwill" });
  };
  return { browser, path, refund };
};

test("a refund that staff type is refused between the steps of the card that gets it back", async () => {
  const shop = await open();
  const payment_id = await payTwoTickets(app, shop);
  const { browser, path, refund } = await orderOf(shop);
  const preview = await browser.get(`${path}/refund_emails?amount=1.005&to=same_means`);
  expect(refusalIn(preview)).toMatchObject(isRefusedFor("0.010"));
  expect(refusalIn(await refund("1.005"))).toMatchObject(isRefusedFor("0.010"));
  expect(refusalIn(await refund("1.005", "gift_card"))).toMatchObject(isRefusedFor("0.010"));
  expect((await refund("1.010")).status).toBe(200);

  const { version } = (await browser.get(`/money/payments/${payment_id}`)).body;
  const ofPayment = { version, reason: "Promised" };
  const refused = await browser.post(`/money/payments/${payment_id}/refund`, { ...ofPayment, amount: "0.995" });
  expect(refusalIn(refused)).toMatchObject(isRefusedFor("0.010"));
  const done = await browser.post(`/money/payments/${payment_id}/refund`, { ...ofPayment, amount: "0.990" });
  expect(done.body).toMatchObject({ outcome: "succeeded", amount: "0.990" });
  const [intent] = [...app.double.state.intents.values()].filter(({ metadata }) => metadata.payment_id === payment_id);
  expect(app.double.state.refundsOf(intent?.id ?? "").map(({ amount }) => amount)).toEqual([1010, 990]);
});

test("a refund of cents is refused in no other currency", async () => {
  const shop = await open({ currency: "USD" });
  await payTwoTickets(app, shop);
  const { refund } = await orderOf(shop);
  expect((await refund("1.01")).status).toBe(200);
});

test("a refund at the command line is refused between the steps of the card that gets it back", async () => {
  const shop = await open();
  const payment_id = await payTwoTickets(app, shop);
  const lines: string[] = [];
  const context = commandContext({
    connections: app.server.connections,
    lines,
    openProviders: async () => app.providers,
  });
  expect(await paymentsCommand.run(["refund", payment_id, "1.005"], context)).toBe(1);
  expect(lines).toEqual(["Nothing was refunded: Please enter an amount in steps of 0.010 KWD."]);
  expect(await paymentsCommand.run(["refund", payment_id, "1.010"], context)).toBe(0);
});

test("a gift card is issued and adjusted in steps of what the seller's cards pay", async () => {
  const shop = await open();
  const browser = await signedIn(app.server, shop, ["owner"]);
  const issue = (amount: string) => browser.post("/gift_cards", { quantity: 1, amount, reason: "Raffle" });
  expect(refusalIn(await issue("5.005"))).toMatchObject(isRefusedFor("0.010"));
  const { status, body } = await issue("5.010");
  expect(status).toBe(200);
  const adjust = async (id: string, amount: string) => {
    const { version } = (await browser.get(`/gift_cards/${id}`)).body;
    return browser.post(`/gift_cards/${id}/adjust`, { version, amount, reason: "Told on the phone" });
  };
  expect(refusalIn(await adjust(body.gift_card_id, "1.005"))).toMatchObject(isRefusedFor("0.010"));
  expect(refusalIn(await adjust(body.gift_card_id, "-1.005"))).toMatchObject(isRefusedFor("0.010"));
  expect((await adjust(body.gift_card_id, "-1.010")).status).toBe(200);

  // From another system, so it was not refused there.
  const imported = await createGiftCard(app.server, shop, 5005, { currency: "KWD" });
  expect((await adjust(imported.id, "1.000")).status).toBe(200);
  expect((await adjust(imported.id, "-0.005")).status).toBe(200);

  const context = commandContext({ connections: app.server.connections, lines: [] });
  await expect(giftCardsCommand.run([shop.slug, "issue", "5.005"], context)).rejects.toThrow("in steps of 0.010 KWD");
});

test("a part of a payment plan is refused if a card could not pay the rest", async () => {
  const plan = [
    { basis_points: 5000, due_days: 0 },
    { basis_points: 5000, due_days: 30 },
  ];
  const shop = await open({ event: { sessions: [{ inDays: 90 }], groups: [{ payment_plan: JSON.stringify(plan) }] } });
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(2);
  const { number } = await createGiftCard(app.server, shop, 50_000, { currency: "KWD" });
  const total = Number(cart.outstanding_balance);
  const payCard = (amount: string) => buyer.payWith(cart, { payment_method_id: "pm_card_visa" }, amount);
  const payGiftCard = (amount: string) =>
    buyer.post(`/my/cart/${cart.id}/pay`, [
      { gateway_id: "ledger", amount, gateway_data: { number, ledger_id: "cards" } },
    ]);
  const between = (total / 2 + 0.005).toFixed(3);
  for (const pay of [payCard, payGiftCard])
    expect(refusalIn(await pay(between))).toMatchObject({
      _code: "payment_not_supported",
      _description: "Payment is not supported for this amount.",
      _extra: { reason: "amount_step", step: "0.010", currency: "KWD" },
    });
  expect((await payGiftCard((total / 2 + 0.01).toFixed(3))).status).toBe(200);
});

test("a price that buyers choose is refused between the steps, and the refusal names them", async () => {
  const flexible = { currency_amount: 5000, currency_amount_min: 1000, currency_amount_max: 20_000 };
  const shop = await open({ event: { groups: [{ types: [flexible] }] } });
  const buyer = new StripeTestBuyer(app.server, shop);
  const choose = (face_value: string) =>
    buyer.post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1, face_value }],
        },
      ],
    });
  expect(refusalIn(await choose("5.005"))).toMatchObject({
    _code: "price_out_of_range",
    _description: "Please enter an amount in steps of 0.010 KWD.",
    _extra: { reason: "amount_step", step: "0.010", currency: "KWD" },
  });
  expect(refusalIn(await choose("0.995"))).toMatchObject({
    _code: "price_out_of_range",
    _description: "Value entered is outside min/max",
  });
});
