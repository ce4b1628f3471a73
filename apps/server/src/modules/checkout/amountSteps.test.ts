import { beforeEach, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { cancelTickets, fetchOrder, orderOf, quoteCancellation } from "../../../test/orders/changedOrders.ts";
import { setUpStripeTestApp } from "../../../test/payments/setUpStripeTestApp.ts";
import { StripeTestBuyer, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import { createDiscount } from "../../../test/shop/codesAndRules.ts";
import type { EventOverrides } from "../../../test/shop/createTestShop.ts";

let app: StripeTestApp;
setUpStripeTestApp((opened) => void (app = opened));
beforeEach(() => void app.logged.splice(0));

/** Stripe takes dinars only in hundredths: 4.750 is fine, 4.755 is refused. */
const type = {
  currency_amount: 4750,
  fee_percent_outside: 250,
  tax: JSON.stringify({ name: "VAT", percent: 5 }),
};
const rules: SelfEdit = { enabled: true, anon_editing: true, cancel_fee: { percent: 12.5 } };

const open = async (event: EventOverrides, discount = 1500) => {
  const shop = await app.createShop({ currency: "KWD", event });
  await app.server.runAsOwner(
    `set app.seller = '*'; update seller set configuration = configuration || '${JSON.stringify({ self_edit: rules })}' where id = '${shop.seller_id}'`,
  );
  await createDiscount(app.server.db, shop, { benefit: { percent: discount } });
  return { shop, buyer: new StripeTestBuyer(app.server, shop) };
};
const intentOf = (cart: Cart) =>
  [...app.double.state.intents.values()].filter(({ metadata }) => metadata.cart_id === cart.id);
const hasThousandths = (amount: string): boolean => !/(?:^0|0)$/.test(amount);

test("percentages in dinars are rounded to what Stripe takes, from the cart to a partial refund", async () => {
  const { buyer } = await open({ groups: [{ types: [type] }] });
  const cart = await buyer.hold(2);
  // 15 % off 4.750 are 0.7125, so 0.710; 2.5 % of 4.040 are 0.101, so 0.100.
  expect(cart.cart_fees[0]?.grand_totals).toMatchObject({
    total_before_cartmod_price: "9.500",
    total_cartmod_amount: "-1.420",
    total_fee_percent_outside: "0.200",
    total_outstanding: "8.280",
  });
  expect((await buyer.payCard(cart, "visa")).status).toBe(200);
  const bought = await buyer.checkOut(cart);
  const order = orderOf(bought);
  const [{ ticket_order_fees }] = bought.body.ticket_order._data;
  expect(ticket_order_fees[0].total_after_fees_price).toBe("8.280");
  expect(intentOf(cart)).toMatchObject([{ amountReceived: 8280 }]);
  // The tax is a part of the price. Nobody pays it by itself, so it is exact.
  const { taxes } = (await fetchOrder(buyer, order)).body;
  expect(taxes[order.id]).toMatchObject([{ percent: 5, gross: "8.280", tax: "0.394", net: "7.886" }]);

  // 12.5 % of 4.140 are 0.5175, so 0.520.
  const one = order.tickets.slice(0, 1);
  const quote = await quoteCancellation(buyer, order, one);
  expect(quote.body).toMatchObject({ value: "4.140", fee: "0.520", refund: "3.620" });
  expect((await cancelTickets(buyer, order, one)).status).toBe(200);
  await app.settle();
  const [intent] = intentOf(cart);
  expect(app.double.state.refundsOf(intent?.id ?? "")).toMatchObject([{ amount: 3620 }]);
});

test("instalments in dinars are rounded to what Stripe takes", async () => {
  const plan = [
    { basis_points: 5000, due_days: 0 },
    { basis_points: 2500, due_days: 30 },
    { basis_points: 2500, due_days: 60 },
  ];
  const { buyer } = await open(
    { sessions: [{ inDays: 90 }], groups: [{ payment_plan: JSON.stringify(plan), types: [type] }] },
    1000,
  );
  // 10 % off 4.750 are 0.475, so 0.480; 2.5 % of 4.270 are 0.107, so 0.110: 4.380 each, 13.140 in all. A quarter of it is 3.285.
  const cart = await buyer.hold(3);
  expect(cart.outstanding_balance).toBe("13.140");
  expect(cart.scheduled_payments.map(({ amount }) => amount)).toEqual(["6.570", "3.290", "3.280"]);
  const one = await new StripeTestBuyer(app.server, buyer.shop).hold(1);
  expect(one.scheduled_payments.map(({ amount }) => amount)).toEqual(["2.190", "1.100", "1.090"]);
  expect(one.scheduled_payments.some(({ amount }) => hasThousandths(amount))).toBe(false);
  expect(
    (await buyer.payWith(cart, { payment_method_id: "pm_card_visa" }, cart.payment_due_by_credit_card)).status,
  ).toBe(200);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect(intentOf(cart)).toMatchObject([{ amountReceived: 6570 }]);
});

test("a gateway that takes thousandths gets exact percentages", async () => {
  const { shop } = await open({ groups: [{ types: [type] }] });
  await app.server.runAsOwner(
    `set app.seller = '*'; update seller set configuration = configuration || '{"gateway":"test"}' where id = '${shop.seller_id}'`,
  );
  const cart = await new StripeTestBuyer(app.server, shop).hold(2);
  // 15 % off 4.750 are 0.713, and 2.5 % of 4.037 are 0.101.
  expect(cart.outstanding_balance).toBe("8.276");
});
