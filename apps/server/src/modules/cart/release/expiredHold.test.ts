import { describe, expect, test } from "vitest";
import {
  deleteCart,
  deleteLinkedCart,
  extendCart,
  getCart,
  modifyCart,
  removeTickets,
} from "@foyer/contract/shop/cart.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import {
  openShop,
  hold,
  cartOf,
  beginCart,
  usedCapacity,
  setCartTimes,
  inMinutes,
  unknownId,
} from "../../../../test/cart/cartShop.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("an expired hold", () => {
  test("frees capacity of its session at once", async () => {
    const { shop, browser } = await openShop(server, { sessions: [{ capacity: 2 }] });
    const cart = await beginCart(browser, shop, 2);
    const other = new TestBrowser(server, shop);
    expect((await hold(other, shop, 2)).code).toBe("event_session_sold_out:reserve");
    await setCartTimes(server, cart, { expires_at: inMinutes(-0.01) });
    expect((await hold(other, shop, 2)).status).toBe(200);
    expect(await usedCapacity(server, shop)).toBe(2);
    const moves = await server.connections
      .acrossSellers()
      .selectFrom("transition")
      .select(["entity", "from_state", "to_state"])
      .where("seller_id", "=", shop.seller_id)
      .orderBy("entity")
      .execute();
    expect(moves).toEqual([
      { entity: "cart", from_state: "pending", to_state: "expired" },
      ...Array(2).fill({ entity: "ticket", from_state: "held", to_state: "unbooked" }),
    ]);
  });

  test("frees capacity of its group at once", async () => {
    const { shop, browser } = await openShop(server, { groups: [{ capacity: 1 }] });
    await setCartTimes(server, await beginCart(browser, shop, 1), { expires_at: inMinutes(-1) });
    expect((await hold(new TestBrowser(server, shop), shop, 1)).status).toBe(200);
  });

  test("an expired hold is reported to its owner by every call", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 1);
    await setCartTimes(server, cart, { expires_at: inMinutes(-1) });
    const answers = await Promise.all([
      browser.call(getCart, { cart_id: cart.id }),
      browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }),
      browser.call(removeTickets, { cart_id: cart.id, tickets: cart.lines[0]?.types[0]?.ticket_ids ?? [] }),
      browser.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(2) }),
    ]);
    expect(answers.map(({ status, refusal }) => [status, refusal?._code, refusal?._description])).toEqual(
      Array(4).fill([410, "cart_expired", "Cart timed out"]),
    );
    await releaseExpiredHolds(server.connections.acrossSellers());
    expect((await browser.call(getCart, { cart_id: cart.id })).code).toBe("cart_expired:cart");
  });

  test("an expired hold is released once, however often the sweep runs", async () => {
    const { shop, browser } = await openShop(server);
    await setCartTimes(server, await beginCart(browser, shop, 3), { expires_at: inMinutes(-1) });
    await Promise.all([
      releaseExpiredHolds(server.connections.acrossSellers()),
      releaseExpiredHolds(server.connections.acrossSellers()),
    ]);
    expect(await usedCapacity(server, shop)).toBe(0);
    expect(await releaseExpiredHolds(server.connections.acrossSellers())).toBe(0);
  });

  test("an expired hold does not expire while a payment is in progress", async () => {
    const { shop, browser } = await openShop(server, { sessions: [{ capacity: 1 }] });
    const cart = await beginCart(browser, shop, 1);
    await setCartTimes(server, cart, { expires_at: inMinutes(-1), leased_until: inMinutes(5) });
    expect((await hold(new TestBrowser(server, shop), shop, 1)).code).toBe("event_session_sold_out:reserve");
    const [ticket = ""] = cart.lines[0]?.types[0]?.ticket_ids ?? [];
    const answers = await Promise.all([
      browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }),
      browser.call(removeTickets, { cart_id: cart.id, tickets: [ticket] }),
      browser.call(deleteCart, { cart_id: cart.id }),
      browser.call(deleteLinkedCart, { cart_id: cart.id }),
      browser.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(2) }),
    ]);
    expect(answers.map(({ status, refusal }) => `${status} ${refusal?._code}`)).toEqual(
      Array(5).fill("409 payment_in_progress"),
    );
    await releaseExpiredHolds(server.connections.acrossSellers());
    expect(cartOf(await browser.call(getCart, { cart_id: cart.id }))).toMatchObject({
      payment_in_progress: true,
      state: "pending",
    });
    await setCartTimes(server, cart, { leased_until: inMinutes(-0.1) });
    expect((await browser.call(getCart, { cart_id: cart.id })).status).toBe(410);
  });
});

describe("deleting a cart", () => {
  test("releases everything, once", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 3);
    expect((await browser.call(deleteCart, { cart_id: cart.id })).body).toEqual({ deleted: true });
    expect((await browser.call(deleteCart, { cart_id: cart.id })).body).toEqual({ deleted: true });
    expect(await usedCapacity(server, shop)).toBe(0);
    expect((await browser.call(getCart, { cart_id: cart.id })).status).toBe(410);
    expect((await browser.call(deleteCart, { cart_id: unknownId })).code).toBe("not_found:cart");
  });

  test("deleting a cart is refused for a booked cart, which can still be read", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 1);
    const order = {
      id: "11111111-1111-4111-8111-111111111111",
      seller_id: shop.seller_id,
      identity_id: cart.identity_id ?? "",
      owner_identity_id: cart.identity_id ?? "",
      cart_id: cart.id,
      currency: "USD",
      total: 0,
      scan_code: "A".repeat(32),
    };
    await server.connections.acrossSellers().insertInto("ticket_order").values(order).execute();
    await server.connections
      .acrossSellers()
      .updateTable("cart")
      .set({ state: "completed" })
      .where("id", "=", cart.id)
      .execute();
    await server.connections
      .acrossSellers()
      .updateTable("ticket")
      .set({ state: "booked", ticket_order_id: order.id, scan_code: "B".repeat(32) })
      .where("cart_id", "=", cart.id)
      .execute();
    const answer = await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] });
    expect(answer).toMatchObject({
      status: 409,
      refusal: {
        _code: "cart_booked",
        _description: `Cart with order ID ${order.id} has been booked.`,
        _extra: { order_id: order.id },
      },
    });
    expect((await browser.call(deleteCart, { cart_id: cart.id })).code).toBe("cart_booked:cart");
    expect(cartOf(await browser.call(getCart, { cart_id: cart.id }))).toMatchObject({
      state: "completed",
      ticket_order_id: order.id,
      editable: false,
      expires_at: null,
    });
    await server.connections.acrossSellers().deleteFrom("ticket").where("cart_id", "=", cart.id).execute();
    await server.connections
      .acrossSellers()
      .updateTable("ticket_group")
      .set({ used_capacity: 0 })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    await server.connections
      .acrossSellers()
      .updateTable("event_session")
      .set({ used_capacity: 0 })
      .where("seller_id", "=", shop.seller_id)
      .execute();
  });
});
