import { expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createChangeShop, fetchOrder, orderOf, withLink } from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { expireCart } from "../../../../test/payments/latePayments.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { ada } from "../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const embeds = "_embed=identity,contact";

test.each([
  { what: "a free change", session: 1, due: 0 },
  { what: "a change that is paid for", session: 2, due: 500 },
])("no reply about $what shows the buyer to a visitor with only the order's link", async ({ session, due }) => {
  const shop = await createChangeShop(server, undefined, {
    sessions: [{ inDays: 7 }, { inDays: 8 }, { inDays: 9, prices: { 0: 2500 } }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const order = orderOf(await buyer.buy(2));
  const { identity_id } = await server.db
    .selectFrom("ticket_order")
    .select("identity_id")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const who = new SplitPaymentBuyer(server, shop);
  const stranger = withLink(server, shop);
  const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop, { session }) };
  const opened = await requestChange(who, order, change);
  const { id } = changeCartOf(opened);
  const readAll = async () => [
    await who.get(`/my/cart/${id}?${embeds}`),
    await who.get(`/cart/${id}?${embeds}`),
    await stranger.get(`/cart/${id}?${embeds}`),
    await who.get(`/my/cart?${embeds}`),
    await who.get(`/cart/${order.cart_id}?${embeds}&token=${order.token}`),
    await who.get(`/ticket_order/${order.id}?${embeds}&token=${order.token}`),
    await fetchOrder(who, order),
  ];
  const replies = [opened, ...(await readAll())];
  if (due > 0) replies.push(await who.payWith({ id }, cardTender(due)));
  replies.push(await who.post(`/my/cart/${id}/guest_checkout?${embeds}`, {}));
  expect(replies.at(-1)?.body.outcome).toBe("completed");
  replies.push(await who.post(`/my/cart/${id}/guest_checkout?${embeds}`, {}), ...(await readAll()));
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(8);
  for (const { body } of replies)
    for (const secret of [ada.email, ada.last_name, identity_id]) expect(JSON.stringify(body)).not.toContain(secret);

  // The buyer sees the purchaser of their own order.
  const own = await buyer.get(`/my/cart/${order.cart_id}?${embeds}`);
  expect(JSON.stringify(own.body)).toContain(ada.email);
});

test("nor does a change that has expired", async () => {
  const shop = await createChangeShop(server, undefined, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
  const order = orderOf(await new SplitPaymentBuyer(server, shop).buy(1));
  const who = withLink(server, shop);
  const cart = changeCartOf(await requestChange(who, order, { remove: order.tickets, add: newTickets(shop) }));
  await expireCart(server, cart);
  const { body } = await who.get(`/my/cart/${cart.id}?${embeds}`);
  expect([body.identity?._data ?? [], body.contact?._data ?? []]).toEqual([[], []]);
  expect(JSON.stringify(body)).not.toContain(ada.last_name);
});
