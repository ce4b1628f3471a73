import { describe, expect, test } from "vitest";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("shown, charged and ordered amounts agree in every currency", () => {
  // Price, fixed fee and 2.5 % in minor units, for three tickets. Each ticket's fee is rounded separately, half up.
  test.each([
    ["USD", 1001, 35, { subtotal: "30.03", fixed: "1.05", percent: "0.75", total: "31.83" }],
    ["JPY", 1001, 35, { subtotal: "3003", fixed: "105", percent: "75", total: "3183" }],
    ["KWD", 1001, 35, { subtotal: "3.003", fixed: "0.105", percent: "0.075", total: "3.183" }],
    ["JPY", 20, 0, { subtotal: "60", fixed: "0", percent: "3", total: "63" }],
    ["KWD", 999_999, 1, { subtotal: "2999.997", fixed: "0.003", percent: "75.000", total: "3075.000" }],
  ])("amounts agree from the page to the order: %s %i and a fee of %i", async (currency, price, fee, expected) => {
    const shop = await createTestShop(server.db, {
      seller: { currency },
      event: {
        groups: [{ types: [{ currency_amount: price, fee_fixed_outside: fee, fee_percent_outside: 250 }] }],
      },
    });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    expect(cart.outstanding_balance).toBe(expected.total);
    expect(cart.cart_fees[0]?.grand_totals).toMatchObject({
      total_before_cartmod_price: expected.subtotal,
      total_fee_fixed_outside: expected.fixed,
      total_fee_percent_outside: expected.percent,
      total_outstanding: expected.total,
    });
    const paid = await buyer.pay(cart, cards.good);
    expect(paid.body.payment._data[0].amount).toBe(expected.total);
    const { body } = await buyer.checkOut(cart);
    expect(body.ticket_order._data[0].ticket_order_fees[0].total_after_fees_price).toBe(expected.total);
    expect(body.cart._data[0]).toMatchObject({
      outstanding_balance: "0",
      completed_payments: [{ amount: expected.total, status: "captured" }],
    });
  });

  test.each([
    ["JPY", "3183.0"],
    ["JPY", "31.83"],
    ["KWD", "3.1830"],
    ["USD", "31.830"],
    ["USD", "3183"],
  ])("%s %s is refused as another amount", async (currency, amount) => {
    const shop = await createTestShop(server.db, {
      seller: { currency },
      event: { groups: [{ types: [{ currency_amount: 1001, fee_fixed_outside: 35, fee_percent_outside: 250 }] }] },
    });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    expect((await buyer.pay(cart, cards.good, amount)).status).toBe(422);
    expect(
      await server.db.selectFrom("payment").select("id").where("seller_id", "=", shop.seller_id).execute(),
    ).toEqual([]);
  });
});

test.each([
  [1234, 422],
  [1230, 422],
])("an amount that the seller's gateway does not take is refused before anything is stored: %i fils", async (price) => {
  const shop = await createTestShop(server.db, {
    seller: { currency: "KWD", configuration: JSON.stringify({ gateway: "stripe" }) },
    event: { groups: [{ types: [{ currency_amount: price }] }] },
  });
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const offer = { gateway_id: "stripe", amount: cart.outstanding_balance, gateway_data: { payment_method_id: "pm_1" } };
  const { body } = await buyer.post(`/my/cart/${cart.id}/pay`, [offer]);
  // The second passes this check, and fails because the seller has no keys.
  expect(body._data[0]._code).toBe(price % 10 === 0 ? "not_configured" : "payment_not_supported");
  expect(await server.db.selectFrom("payment").select("id").where("seller_id", "=", shop.seller_id).execute()).toEqual(
    [],
  );
});

test("held tickets keep price and fees when the catalogue changes; added ones have the new ones", async () => {
  const shop = await createTestShop(server.db);
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await server.db
    .updateTable("ticket_type")
    .set({ currency_amount: 2500, fee_fixed_outside: 100 })
    .where("id", "=", shop.type.id)
    .execute();
  await server.db
    .insertInto("price_log")
    .values({ seller_id: shop.seller_id, ticket_type_id: shop.type.id, amount: 2500 })
    .execute();
  expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].outstanding_balance).toBe("20.00");
  const { body } = await buyer.post(`/my/cart/${cart.id}/modify`, { add: [ticketLine(shop.event, 1)] });
  const [now] = body.cart._data;
  expect(now.outstanding_balance).toBe("46.00");
  // The earlier amount is no longer accepted.
  expect((await buyer.pay(now, cards.good, "20.00")).body._data[0]._code).toBe("payment_incorrect_amount");
  await buyer.pay(now, cards.good);
  expect((await buyer.checkOut(now)).body.ticket_order._data[0].ticket_order_fees[0].total_after_fees_price).toBe(
    "46.00",
  );
});
