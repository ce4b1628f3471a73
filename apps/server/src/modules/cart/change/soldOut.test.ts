import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  shopRows,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** An order of two tickets in a session with two places plus `free` more. */
const buy = async ({ change_sold_out, free = 0 }: { change_sold_out?: boolean; free?: number }) => {
  const rules = { ...everyChange, ...(change_sold_out !== undefined && { change_sold_out }) };
  const shop = await createChangeShop(server, rules, {
    groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
    sessions: [{ inDays: 7, capacity: 2 + free }, { inDays: 8 }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  return { shop, buyer, order: orderOf(await buyer.buy(2)) };
};
type Bought = Awaited<ReturnType<typeof buy>>;
const move = ({ shop, buyer, order }: Bought, type = 0) =>
  requestChange(buyer, order, { remove: order.tickets.slice(0, 1), add: newTickets(shop, { session: 1, type }) });
const exchange = ({ shop, buyer, order }: Bought) =>
  requestChange(buyer, order, {
    remove: order.tickets.slice(0, 1),
    add: newTickets(shop, { session: 0, type: 1 }),
  });
const actionsOf = async ({ shop, order }: Bought) =>
  (await withLink(server, shop).get(`/ticket_order/${order.id}/actions?token=${order.token}`)).body.ticket._data[0];
const takeLast = async ({ shop }: Bought) => {
  const rival = withLink(server, shop);
  const { body } = await rival.post("/my/cart/modify", { add: [ticketLine(shop.event, 1)] });
  return { id: String(body.cart._data[0].id) };
};

describe("a session that the seller leaves alone once it is sold out", () => {
  test("keeps its tickets from moving and from being exchanged, and says so before", async () => {
    const bought = await buy({ change_sold_out: false });
    for (const reply of [await move(bought), await exchange(bought)]) {
      expect(refusalOf(reply)).toBe("403 access_denied");
      expect(reply.body._data[0]._description).toContain("sold out");
    }
    expect(await actionsOf(bought)).toMatchObject({ actions: ["cancel"], is_sold_out: true, obstacle: null });
    const { shop, order } = bought;
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1)))).toBe("200");
  });

  test("lets them move while it has a place, until the payment starts", async () => {
    const bought = await buy({ change_sold_out: false, free: 1 });
    expect(await actionsOf(bought)).toMatchObject({ is_sold_out: false });
    const cart = changeCartOf(await move(bought, 1));
    await takeLast(bought);
    expect(refusalOf(await bought.buyer.payWith(cart, cardTender(500)))).toBe("403 access_denied");
    expect(await shopRows(server, "payment", bought.shop)).toHaveLength(1);
  });

  test("lets a change complete that was paid before the last place went", async () => {
    const bought = await buy({ change_sold_out: false, free: 1 });
    const cart = changeCartOf(await move(bought, 1));
    expect(refusalOf(await bought.buyer.payWith(cart, cardTender(500)))).toBe("200");
    await takeLast(bought);
    expect((await bought.buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  });

  test("a session that the seller leaves alone once it is sold out is not sold out by a hold whose time is over", async () => {
    const bought = await buy({ change_sold_out: false, free: 1 });
    const { id } = await takeLast(bought);
    expect(await actionsOf(bought)).toMatchObject({ is_sold_out: true });
    await sql`update cart set expires_at = app_now() - interval '1 second' where id = ${id}`.execute(server.db);
    expect(await actionsOf(bought)).toMatchObject({ is_sold_out: false });
    expect(refusalOf(await move(bought))).toBe("200");
  });
});

test.each([{ rules: {} }, { rules: { change_sold_out: true } }])(
  "tickets of a sold-out session move where the rules say $rules",
  async ({ rules }) => {
    const bought = await buy(rules);
    expect(await actionsOf(bought)).toMatchObject({ is_sold_out: false });
    expect(refusalOf(await move(bought))).toBe("200");
  },
);

test("an order keeps the rule that applied when it was bought", async () => {
  const bought = await buy({ change_sold_out: false });
  await sql`update seller set configuration = jsonb_set(configuration, '{self_edit,change_sold_out}', 'true')
    where id = ${bought.shop.seller_id}`.execute(server.db);
  expect(refusalOf(await move(bought))).toBe("403 access_denied");
  await sql`update ticket_order set change_policies = (select jsonb_object_agg(key, value - 'change_sold_out')
    from jsonb_each(change_policies)) where id = ${bought.order.id}`.execute(server.db);
  expect(refusalOf(await move(bought))).toBe("200");
});
