import { expect, test } from "vitest";
import { createTestUser } from "../../../../test/accounts/members.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import {
  buyInChangeShop,
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  quoteCancellation,
  refusalOf,
  shopRows,
  shopStates,
  ticketOfEvent,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestEvent } from "../../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("add-ons are cancelled with their admission, and are listed before", async () => {
  const shop = await createChangeShop(server);
  const tour = await createTestEvent(
    server.db,
    { seller_id: shop.seller_id, venue_id: shop.venue_id, timezone: shop.timezone },
    { name: "Tour", meta: JSON.stringify({ requires_anchor: true }) },
  );
  await recordPrices(server, shop);
  const { order } = await buyLines(new TestBuyer(server, shop), [ticketLine(shop.event, 1), ticketLine(tour, 1)]);
  const admission = [await ticketOfEvent(server, shop, shop.event)];
  const quote = await quoteCancellation(withLink(server, shop), order, admission);
  expect(quote.body).toMatchObject({ value: "40.00", refund: "40.00" });
  expect(quote.body.tickets).toHaveLength(2);
  expect((await cancelTickets(withLink(server, shop), order, admission)).status).toBe(200);
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
});

test("the rest of an order must still be one that can be sold", async () => {
  const { shop, order } = await buyInChangeShop(server, {
    event: {
      groups: [{ min_tickets_per_order: 2, types: [{ name: "Adult", currency_amount: 2000 }] }],
    },
  });
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1)))).toBe(
    "422 min_tickets_per_order_not_met",
  );
  expect((await cancelTickets(withLink(server, shop), order, order.tickets)).status).toBe(200);
});

test("a repeated request with its key cancels once and gets the same reply", async () => {
  const { shop, order } = await buyInChangeShop(server);
  const request = () =>
    server.post(
      shop.slug,
      `/api/ticket_order/${order.id}/cancel?token=${order.token}`,
      { tickets: [{ ticket_id: order.tickets[0] }] },
      { headers: { "idempotency-key": "cancel-once-please-0001" } },
    );
  const [first, again] = [await request(), await request()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.cancellation).toEqual(first.body.cancellation);
  expect(await shopRows(server, "refund", shop)).toHaveLength(1);
});

test("a member cancels an order of the account where guests cannot", async () => {
  const shop = await createChangeShop(server, { ...everyChange, anon_editing: false });
  const { cookie } = await createTestUser(server.db, shop);
  const member = new TestBuyer(server, shop, cookie);
  const cart = await member.hold(1);
  await member.pay(cart, cards.good);
  const order = orderOf(await member.post(`/my/cart/${cart.id}/checkout`, {}));
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets))).toBe("403 access_denied");
  expect((await cancelTickets(member, order, order.tickets)).status).toBe(200);
});

test("a code that was used up can be used again once no ticket of its order is left, and not before", async () => {
  const shop = await createChangeShop(server);
  const { id, codes } = await createCodes(server.db, shop, { FRIEND: { max_uses: 1 } }, { max_uses: 1 });
  await createDiscount(server.db, shop, { benefit: { percent: 5000 }, code_group_ids: [id] });
  const hold = async (who: TestBuyer) => {
    const { status, body } = await who.post("/my/cart/modify", {
      add: [ticketLine(shop.event, 2)],
      preReservePromoCodes: { codes: ["FRIEND"] },
    });
    return { status, cart: body.cart?._data[0] };
  };
  const buyer = new TestBuyer(server, shop);
  const { cart } = await hold(buyer);
  await buyer.pay(cart, cards.good);
  const order = orderOf(await buyer.checkOut(cart));
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1));
  expect((await hold(new TestBuyer(server, shop))).status).toBe(409);
  await cancelTickets(withLink(server, shop), order, order.tickets.slice(1));
  expect((await hold(new TestBuyer(server, shop))).status).toBe(200);
  const [code] = await server.db
    .selectFrom("code")
    .select("used")
    .where("id", "=", codes["FRIEND"] ?? "")
    .execute();
  expect(code?.used).toBe(1);
});
