import { describe, expect, test } from "vitest";
import {
  createCart,
  deleteCart,
  deleteLinkedCart,
  extendCart,
  getCart,
  getLinkedCart,
  modifyCart,
  modifyLinkedCart,
  removeTickets,
} from "@foyer/contract/shop/cart.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { markLoggedIn } from "../../../../test/accounts/members.ts";
import {
  openShop,
  cartOf,
  beginCart,
  beginEmptyCart,
  usedCapacity,
  inMinutes,
  unknownId,
} from "../../../../test/cart/cartShop.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("the cart of somebody else", () => {
  test("the cart of somebody else is not found under /my, and can be read but not changed by its link", async () => {
    const { shop, browser } = await openShop(server);
    const cart = cartOf(
      await browser.call(createCart, { add: [ticketLine(shop.event, 1, { more: { admit_names: ["Ada Byron"] } })] }),
    );
    for (const stranger of [new TestBrowser(server, shop), await visitorWithCart(shop)]) {
      const tickets = cart.lines[0]?.types[0]?.ticket_ids ?? [];
      const answers = await Promise.all([
        stranger.call(getCart, { cart_id: cart.id }),
        stranger.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }),
        stranger.call(deleteCart, { cart_id: cart.id }),
        stranger.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(2) }),
        stranger.call(getCart, { cart_id: unknownId }),
      ]);
      expect(answers.map(({ status, refusal }) => [status, refusal?._code, refusal?._description])).toEqual(
        Array(5).fill([404, "not_found", "Cart not found"]),
      );

      const seen = await stranger.call(getLinkedCart, { cart_id: cart.id });
      expect(cartOf(seen)).toMatchObject({ editable: false, identity_id: null, outstanding_balance: "20.00" });
      expect(seen.body.ticket._data).toMatchObject([{ admit_name: null, admit_email: null, scan_code: null }]);
      const changes = await Promise.all([
        stranger.call(modifyLinkedCart, { cart_id: cart.id, remove: tickets }),
        stranger.call(removeTickets, { cart_id: cart.id, tickets }),
        stranger.call(deleteLinkedCart, { cart_id: cart.id }),
      ]);
      expect(changes.map(({ status, code, refusal }) => [status, code, refusal?._description])).toEqual(
        Array(3).fill([403, "access_denied:cart", "Access denied to cart"]),
      );
    }
    expect(await usedCapacity(server, shop)).toBe(2);
    expect(cartOf(await browser.call(getLinkedCart, { cart_id: cart.id }))).toMatchObject({ editable: true });
    expect(
      cartOf(await browser.call(modifyLinkedCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] })).lines[0]
        ?.types[0]?.count,
    ).toBe(2);
  });

  test("the cart of somebody else is not shown by its link when its owner is a member", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 1);
    await markLoggedIn(server.connections.acrossSellers(), cart.identity_id ?? "");
    const stranger = new TestBrowser(server, shop);
    const answers = await Promise.all([
      stranger.call(getLinkedCart, { cart_id: cart.id }),
      stranger.call(removeTickets, { cart_id: cart.id, tickets: [unknownId] }),
      stranger.call(deleteLinkedCart, { cart_id: cart.id }),
    ]);
    expect(answers.map(({ status, refusal }) => [status, refusal?._code, refusal?._description])).toEqual(
      Array(3).fill([403, "access_denied", "Access denied to cart"]),
    );
    expect((await stranger.call(getCart, { cart_id: cart.id })).status).toBe(404);
    expect(cartOf(await browser.call(getCart, { cart_id: cart.id })).owned_by_public_identity).toBe(false);
  });

  test("the cart of somebody else is not found at another seller", async () => {
    const [{ shop, browser }, otherShop] = [await openShop(server), await openShop(server)];
    const cart = await beginCart(browser, shop, 1);
    otherShop.browser.cookie = browser.cookie?.replace(shop.slug, otherShop.shop.slug);
    expect((await otherShop.browser.call(getLinkedCart, { cart_id: cart.id })).status).toBe(404);
    expect((await otherShop.browser.call(deleteCart, { cart_id: cart.id })).status).toBe(404);
  });
});

const visitorWithCart = async (shop: TestShop): Promise<TestBrowser> => {
  const browser = new TestBrowser(server, shop);
  await beginCart(browser, shop, 1);
  await beginEmptyCart(browser, shop);
  await server.connections
    .acrossSellers()
    .updateTable("cart")
    .set({ expires_at: inMinutes(20) })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  return browser;
};
