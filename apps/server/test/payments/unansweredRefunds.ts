import { transact } from "../../src/db/transact.ts";
import { refundForVenue } from "../../src/modules/aftersale/venue/refundForVenue.ts";
import { recordRefunds } from "../../src/modules/checkout/refund/recordRefunds.ts";
import { findOrder } from "../../src/modules/orders/readOrders.ts";
import type { TestApp } from "../app/testApp.ts";
import { shopRows } from "../orders/changedOrders.ts";
import { venueContext } from "../orders/venueChanges.ts";
import type { TestShop } from "../shop/createTestShop.ts";

/** Refunds without cancelling, in minor units, at a provider that does not answer. */
export const refundUnanswered = async (
  server: TestApp,
  shop: TestShop,
  { order_id, amount }: { readonly order_id: string; readonly amount: number },
): Promise<void> => {
  const ctx = await venueContext(server, shop);
  const order = await findOrder(ctx, order_id);
  if (!order) throw new Error("There is no such order.");
  const silent = { ...ctx.providers, findGateway: async () => undefined };
  const log = { ...ctx.log, error: () => undefined };
  const now = Temporal.Now.instant();
  await refundForVenue({ ...ctx, providers: silent, log }, order, {
    now,
    amount,
    toGiftCard: undefined,
    within: transact,
  });
};

/** The provider refuses the shop's refund, whose id is returned. */
export const refuseRefund = async (server: TestApp, shop: TestShop): Promise<string> => {
  const [refund] = await shopRows(server, "refund", shop);
  const id = String(refund?.["id"]);
  await recordRefunds(await venueContext(server, shop), String(refund?.["payment_id"]), [
    {
      ref: "re_refused",
      key: id,
      amount: Number(refund?.["amount"]),
      currency: "USD",
      status: "failed",
      code: "expired_or_canceled_card",
      occurred_on: Temporal.Now.instant().toString(),
    },
  ]);
  return id;
};
