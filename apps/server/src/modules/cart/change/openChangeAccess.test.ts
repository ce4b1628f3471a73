import { newId } from "../../../db/newId.ts";
import { describe, expect, test } from "vitest";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { buyToChange, everyChange, orderOf, refusalOf, withLink } from "../../../../test/orders/changedOrders.ts";
import { openChangeShop } from "../../../../test/orders/changeSessions.ts";
import { changeCartOf, changeStates, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import type { EventOverrides, TestShop } from "../../../../test/shop/createTestShop.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = (self_edit?: SelfEdit, event?: EventOverrides) => openChangeShop(server, self_edit, event);
const buy = (shop: TestShop, quantity?: number) => buyToChange(server, shop, quantity);

describe("who may open a change", () => {
  test("the buyer, and a visitor with the order's link; nobody else", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const stranger = withLink(server, shop);
    const answers = [
      await stranger.post(`/cart/${order.cart_id}/modify`, change),
      await stranger.post(`/cart/${order.cart_id}/modify?token=${"0".repeat(order.token.length)}`, change),
      await stranger.post(`/my/cart/${order.cart_id}/modify`, change),
      await stranger.post(`/cart/${order.cart_id}/remove`, { tickets: change.remove }),
    ];
    expect(answers.map(refusalOf)).toEqual([
      "403 access_denied",
      "403 access_denied",
      "404 not_found",
      "403 access_denied",
    ]);
    expect(await changeStates(server, order)).toEqual([]);
    const cart = changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change));
    expect(cart.change.removed).toEqual(change.remove);
    // A change belongs to whoever opened it: a visitor with the order's link can only open a new one.
    expect(
      refusalOf(await stranger.post(`/cart/${cart.id}/modify?token=${order.token}`, { remove: order.tickets })),
    ).toBe("403 access_denied");
    expect(refusalOf(await stranger.post(`/my/cart/${cart.id}/transfer`, {}))).toBe("409 cart_not_editable");
  });

  test("a page that shows the booked cart as the visitor's own opens no change, and learns that it is bought", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const remove = order.tickets.slice(0, 1);
    const answers = [
      await buyer.post(`/my/cart/${order.cart_id}/modify`, { remove }),
      await buyer.post(`/my/cart/${order.cart_id}/modify`, { remove, add: newTickets(shop) }),
      await buyer.post(`/cart/${order.cart_id}/remove`, { tickets: remove }),
    ];
    expect(answers.map(refusalOf)).toEqual(Array(3).fill("409 cart_booked"));
    expect(answers.map(({ body }) => body._data[0]._extra)).toEqual(Array(3).fill({ order_id: order.id }));
    expect(await changeStates(server, order)).toEqual([]);
  });

  test("the visitor by their own cart, where they name its order", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const modify = (ticket_order_id: string) =>
      buyer.post(`/my/cart/${order.cart_id}/modify`, { ...change, ticket_order_id });
    expect(refusalOf(await modify(newId()))).toBe("409 cart_booked");
    expect(await changeStates(server, order)).toEqual([]);
    expect(changeCartOf(await modify(order.id)).change).toMatchObject({ ticket_order_id: order.id });
  });

  test("a member their own order, where guests may change nothing", async () => {
    const shop = await openShop({ ...everyChange, anon_editing: false });
    const member = await createTestUser(server.db, shop);
    const buyer = new TestBuyer(server, shop, member.cookie);
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    const reply = await buyer.checkOut(cart, {});
    const order = orderOf(reply);
    const change = { remove: order.tickets, add: newTickets(shop) };
    expect(refusalOf(await requestChange(withLink(server, shop), order, change))).toBe("403 access_denied");
    expect(changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change)).change.due).toBe("0");
  });

  test("nobody without a ticket to add or to remove, nor with a ticket of another order", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const other = await buy(shop, 1);
    expect(refusalOf(await buyer.post(`/cart/${order.cart_id}/modify`, {}))).toBe("422 validation_failed");
    expect(refusalOf(await requestChange(buyer, order, { remove: other.order.tickets }))).toBe("404 ticket_not_found");
    expect(await changeStates(server, order)).toEqual(["expired"]);
  });
});
