import { expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  buyInChangeShop,
  cancelTickets,
  everyChange,
  fetchOrder,
  shopRows,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { venueContext, venueNote } from "../../../../test/orders/venueChanges.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cancelForVenue } from "./cancelForVenue.ts";
import { findOrder } from "../../orders/readOrders.ts";
import { recordRefunds } from "../../checkout/refund/recordRefunds.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** The provider reports the state of a refund: of ours, by its key, or of one made at the provider. */
const report = async (
  shop: TestShop,
  refund: {
    readonly key?: string;
    readonly ref?: string;
    readonly amount: number;
    readonly status: "succeeded" | "failed";
  },
): Promise<void> => {
  const [payment] = await shopRows(server, "payment", shop);
  await recordRefunds(await venueContext(server, shop), String(payment?.["id"]), [
    { key: null, ref: "re_dashboard", currency: "USD", occurred_on: Temporal.Now.instant().toString(), ...refund },
  ]);
};
const settledOf = async (shop: TestShop, order: TestOrder): Promise<unknown> => {
  const { status, body } = await fetchOrder(withLink(server, shop), order);
  expect(status).toBe(200);
  return body.settled[order.id];
};

test("a refund made at the provider while ours is being sent is counted once", async () => {
  const { shop, order } = await buyInChangeShop(server);
  const ctx = await venueContext(server, shop);
  const row = await findOrder(ctx, order.id);
  if (!row) throw new Error("there is no order");
  const silent = { ...ctx.providers, findGateway: async () => undefined };
  const log = { ...ctx.log, error: () => undefined };
  const [first = ""] = order.tickets;
  await cancelForVenue({ ...ctx, providers: silent, log }, row, {
    now: Temporal.Now.instant(),
    ticket_ids: [first],
    refund_to: "same_means",
    waivesFee: false,
    note: venueNote,
  });
  expect(await shopRows(server, "payment", shop)).toMatchObject([{ refunded: 0, refunding: 2000 }]);

  await report(shop, { amount: 4000, status: "succeeded" });
  expect(await shopRows(server, "payment", shop)).toMatchObject([{ state: "refunded", refunded: 4000, refunding: 0 }]);
  expect(await settledOf(shop, order)).toMatchObject({ bought: "40.00", refunded: "40.00", total: "0" });

  const [ours] = (await shopRows(server, "refund", shop)).filter(({ reason }) => reason === "change");
  await report(shop, { key: String(ours?.["id"]), ref: "", amount: 2000, status: "failed" });
  expect(await shopRows(server, "payment", shop)).toMatchObject([{ state: "refunded", refunded: 4000, refunding: 0 }]);
});

test("an order with more refunded than paid is shown with a negative total", async () => {
  const { shop, order } = await buyInChangeShop(server, { self_edit: { ...everyChange, refund_to: "gift_card" } });
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
  await report(shop, { amount: 4000, status: "succeeded" });
  expect(await settledOf(shop, order)).toMatchObject({ refunded: "40.00", gift_card: "20.00", total: "-20.00" });
});
