import { newId } from "../../src/db/newId.ts";
import { expect } from "vitest";
import { StripeTestBuyer, type StripeTestApp } from "../payments/stripeApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";

/** Buys two tickets with a card; returns the id of the payment. */
export const payTwoTickets = async ({ server }: StripeTestApp, shop: TestShop): Promise<string> => {
  const buyer = new StripeTestBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.payCard(cart, "visa");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const payment = await server.db
    .selectFrom("payment")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return payment.id;
};

/** Adds a refund of 10.00 that the provider refused, now or at a given time. */
export const insertFailedRefund = async (
  { server }: StripeTestApp,
  shop: TestShop,
  { payment_id, at }: { readonly payment_id: string; readonly at?: string },
): Promise<void> => {
  await server.db
    .insertInto("refund")
    .values({
      seller_id: shop.seller_id,
      id: newId(),
      payment_id,
      amount: 1000,
      currency: "USD",
      reason: "requested",
      state: "failed",
      provider_ref: null,
      failure: "insufficient_funds",
      ...(at !== undefined && { created_at: at, updated_at: at }),
    })
    .execute();
};
