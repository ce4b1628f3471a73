import type { Cart } from "@foyer/contract/shop/cart.ts";
import { createCart, removeTickets } from "@foyer/contract/shop/cart.ts";
import { createTestShop, type EventOverrides, type SellerOverrides, type TestShop } from "../shop/createTestShop.ts";
import { ticketLine, type LineOptions } from "../shop/ticketLine.ts";
import type { TestApp } from "../app/testApp.ts";
import { TestBrowser } from "../app/testBrowser.ts";

export const unknownId = "00000000-0000-4000-8000-000000000000";

/** A shop and a new visitor's browser. */
export const openShop = async (
  server: TestApp,
  event?: EventOverrides,
  seller?: SellerOverrides,
): Promise<{ shop: TestShop; browser: TestBrowser }> => {
  const shop = await createTestShop(server.connections.acrossSellers(), {
    ...(event && { event }),
    ...(seller && { seller }),
  });
  return { shop, browser: new TestBrowser(server, shop) };
};

export const hold = (browser: TestBrowser, shop: TestShop, quantity: number, options?: LineOptions) =>
  browser.call(createCart, { add: [ticketLine(shop.event, quantity, options)] });

export const cartOf = ({ body }: { body: { cart: { _data: Cart[] } } }): Cart => {
  const [cart] = body.cart._data;
  if (!cart) throw new Error(`No cart in ${JSON.stringify(body)}`);
  return cart;
};

export const beginCart = async (
  browser: TestBrowser,
  shop: TestShop,
  quantity: number,
  options?: LineOptions,
): Promise<Cart> => cartOf(await hold(browser, shop, quantity, options));

/** A cart whose only ticket was removed again. */
export const beginEmptyCart = async (browser: TestBrowser, shop: TestShop): Promise<Cart> => {
  const cart = await beginCart(browser, shop, 1);
  const tickets = cart.lines.flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids));
  return cartOf(await browser.call(removeTickets, { cart_id: cart.id, tickets }));
};

export const usedCapacity = async ({ connections }: TestApp, shop: TestShop, index = 0): Promise<number> => {
  const { used_capacity } = await connections
    .acrossSellers()
    .selectFrom("event_session")
    .select("used_capacity")
    .where("id", "=", shop.event.sessions[index]?.id ?? "")
    .executeTakeFirstOrThrow();
  return used_capacity;
};

export const countRows = async (
  { connections }: TestApp,
  table: "cart" | "identity" | "visitor_session" | "ticket",
  shop: TestShop,
): Promise<number> => {
  const { n } = await connections
    .acrossSellers()
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  return n;
};

/** Changes the times of a cart, as if it had been created earlier. */
export const setCartTimes = (
  { connections }: TestApp,
  cart: { id: string },
  times: Partial<{ expires_at: string; max_hold_until: string; leased_until: string }>,
) => connections.acrossSellers().updateTable("cart").set(times).where("id", "=", cart.id).execute();

export const inMinutes = (minutes: number): string =>
  Temporal.Now.instant()
    .add({ seconds: Math.round(minutes * 60) })
    .round("millisecond")
    .toString();
