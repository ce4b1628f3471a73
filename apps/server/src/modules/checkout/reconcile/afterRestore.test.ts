import { expect, inject, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { cloneDatabase, ownerOf } from "../../../../test/database/cloneDatabase.ts";
import { copySnapshot } from "../../../../test/database/copySnapshot.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { setUpStripeTestApp } from "../../../../test/payments/setUpStripeTestApp.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { readPayouts } from "../payouts/readPayouts.ts";

let app: StripeTestApp;
setUpStripeTestApp((opened) => void (app = opened));

const account = "sk_test_ofTheRestoredShop";
const newestIntent = () => {
  const intent = [...app.double.state.intents.values()].at(-1);
  if (!intent) throw new Error("no intent");
  return intent;
};
const buy = async (shop: TestShop): Promise<string> => {
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(1);
  await buyer.payCard(cart, "visa");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  return newestIntent().id;
};
/** The payer is at their bank, which takes the money when they confirm. */
const leaveAtBank = async (shop: TestShop) => {
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await buyer.payWith(cart, { payment_method_id: "pm_ideal" });
  return { cart, intent: newestIntent().id };
};

// The backup is of one database: its rows are copied without foreign keys, and a cluster has those on each node.
test.skipIf(inject("nodes"))(
  "a restored backup learns from the provider what happened since: money taken, money given back, and payments it does not know",
  async () => {
    const shop = await app.createShop({ currency: "EUR", secret_key: account });
    const kept = await buy(shop);
    const givenBack = await buy(shop);
    const atBank = await leaveAtBank(shop);

    const { app: restoredDatabase } = await cloneDatabase();
    await copySnapshot(ownerOf(app.server.databaseConfig), ownerOf(restoredDatabase));
    app.double.state.refundInDashboard(givenBack, 500);
    app.double.state.completeChallenge(atBank.intent, true);
    const unknown = await buy(shop);
    const capture = (about: string, amount = 2000) =>
      ({ category: "charge", amount, fee: 60, about, currency: "eur" }) as const;
    const payout = app.double.state.payouts.pay(account, [
      capture(kept),
      capture(givenBack),
      capture(atBank.intent, 4000),
      capture(unknown),
    ]);

    const restored = await openStripeTestApp({ databaseConfig: restoredDatabase }, { sharedDouble: app.double });
    await restored.settle();
    await restored.reconcile();
    await readPayouts(await restored.checkoutShop(shop), 0);

    const orders = await restored.server.db
      .selectFrom("ticket_order")
      .select("cart_id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(orders).toHaveLength(3);
    expect(orders).toContainEqual({ cart_id: atBank.cart.id });
    const payments = await restored.server.db
      .selectFrom("payment")
      .select(["state", "amount", "refunded"])
      .where("seller_id", "=", shop.seller_id)
      .orderBy("created_at")
      .execute();
    expect(payments).toEqual([
      { state: "captured", amount: 2000, refunded: 0 },
      { state: "captured", amount: 2000, refunded: 500 },
      { state: "captured", amount: 4000, refunded: 0 },
    ]);
    const finance = await signedIn(restored.server, shop, ["finance"]);
    const { rows } = (await finance.get(`/payouts/stripe/${payout.id}`)).body;
    expect(rows.map((row: { outcome: string }) => row.outcome).toSorted()).toEqual([
      "matched",
      "matched",
      "matched",
      "missing_here",
    ]);
    expect(await checkInvariants(restored.server.db)).toEqual([]);
    await restored.close();
  },
  60_000,
);
