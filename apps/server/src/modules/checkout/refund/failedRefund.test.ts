import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelTickets, everyChange, orderOf, shopRows } from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { StripeTestBuyer, webhookSecret, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { recordRefunds } from "./recordRefunds.ts";
import { refundPayment } from "./refundPayment.ts";
import { setUpStripeTestApp } from "../../../../test/payments/setUpStripeTestApp.ts";

let app: StripeTestApp;
let shop: TestShop;
let buyer: StripeTestBuyer;

setUpStripeTestApp((opened) => void (app = opened));
beforeEach(async () => {
  shop = await app.createShop();
  await sql`update seller set configuration = configuration || ${JSON.stringify({ self_edit: everyChange })}::jsonb where id = ${shop.seller_id}`.execute(
    app.server.db,
  );
  buyer = new StripeTestBuyer(app.server, shop);
  app.double.state.failsRefunds = false;
  app.double.state.delaysRefunds = false;
});

const buyTwo = async () => {
  const cart = await buyer.hold(2);
  await buyer.payCard(cart, "visa");
  return orderOf(await buyer.checkOut(cart));
};
const refunds = () => shopRows(app.server, "refund", shop);
/** The texts of the e-mails about failed refunds. */
const failureTexts = async (): Promise<readonly string[]> =>
  (await emailsOf(app.server, shop, "payment_returned"))
    .map(({ text }) => text)
    .filter((text) => text.includes("We could not send your refund"));
/** Changes the provider's status of a refund and sends a webhook about it, twice. */
const report = async (refund: string, status: string): Promise<void> => {
  const kept = app.double.state.refunds.get(refund);
  if (!kept) throw new Error("There is a refund.");
  kept.status = status;
  for (const _ of [1, 2]) {
    const { payload, header } = app.double.webhook(
      "refund.updated",
      app.double.state.refundObject(refund),
      webhookSecret,
    );
    await app.server.app.inject({
      method: "POST",
      url: `/_hooks/stripe/${shop.slug}`,
      payload,
      headers: { "content-type": "application/json", "stripe-signature": header },
    });
  }
};
const paymentId = async (): Promise<string> => String((await shopRows(app.server, "payment", shop))[0]?.["id"]);

describe("a refund that Stripe refuses", () => {
  test("a refund that Stripe refuses for a cancellation sends the purchaser one e-mail, and the ticket stays cancelled", async () => {
    const order = await buyTwo();
    app.double.state.failsRefunds = true;
    expect((await cancelTickets(buyer, order, order.tickets.slice(0, 1))).status).toBe(200);
    await app.settle();
    expect(await refunds()).toMatchObject([{ reason: "change", state: "failed", amount: 2000 }]);
    expect(await failureTexts()).toHaveLength(1);
    expect((await failureTexts())[0]).toContain(
      "We could not send your refund of $20.00 to your original payment method.",
    );
    expect((await failureTexts())[0]).toContain(
      "We will contact you about another way to refund it, or you can contact us.",
    );
  });

  test("a refund that Stripe refuses after it had succeeded sends the purchaser one e-mail", async () => {
    const order = await buyTwo();
    await cancelTickets(buyer, order, order.tickets.slice(0, 1));
    expect(await failureTexts()).toEqual([]);
    const [refund] = await refunds();
    expect(refund).toMatchObject({ state: "succeeded" });
    await report(String(refund?.["provider_ref"]), "failed");
    expect(await refunds()).toMatchObject([{ state: "failed" }]);
    expect(await failureTexts()).toHaveLength(1);
  });

  test("a refund that Stripe refuses for the seller sends an e-mail for each attempt", async () => {
    await buyTwo();
    app.double.state.failsRefunds = true;
    const ctx = await app.checkoutShop(shop);
    const payment_id = await paymentId();
    await refundPayment(ctx, { payment_id, amount: 1000, reason: "requested" });
    await refundPayment(ctx, { payment_id, amount: 1500, reason: "requested" });
    expect((await failureTexts()).map((text) => /\$\d+\.\d+/.exec(text)?.[0]).toSorted()).toEqual(["$10.00", "$15.00"]);
  });
});

test("a refund of a late payment that is tried again sends one e-mail", async () => {
  await buyTwo();
  await sql`insert into refund (seller_id, id, payment_id, amount, currency, reason, state, created_at, updated_at)
    select seller_id, gen_random_uuid(), id, 500, currency, 'late', 'created', now(), now() from payment, generate_series(1, 2)
    where seller_id = ${shop.seller_id} returning seller_id`.execute(app.server.db);
  const ctx = await app.checkoutShop(shop);
  const payment_id = await paymentId();
  for (const { id } of await refunds())
    await recordRefunds(ctx, payment_id, [
      {
        ref: "",
        key: String(id),
        amount: 500,
        currency: "USD",
        status: "failed",
        code: "declined",
        occurred_on: Temporal.Now.instant().toString(),
      },
    ]);
  expect((await refunds()).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(await failureTexts()).toHaveLength(1);
});

test("a refund that fails because it was made already sends no e-mail", async () => {
  const order = await buyTwo();
  const [intent = ""] = [...app.double.state.intents.values()]
    .filter(({ metadata }) => metadata["seller_id"] === shop.seller_id)
    .map(({ id }) => id);
  app.double.state.refundInDashboard(intent, 4000);
  await cancelTickets(buyer, order, order.tickets);
  expect(await refunds()).toMatchObject([{ state: "failed", failure: "charge_already_refunded" }]);
  expect(await failureTexts()).toEqual([]);
});
