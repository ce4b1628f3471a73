import { describe, expect, test } from "vitest";
import { createCart, extendCart, modifyCart, removeTickets } from "@foyer/contract/shop/cart.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import { createTestEvent } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { openShop, cartOf, beginCart, usedCapacity, setCartTimes, inMinutes } from "../../../../test/cart/cartShop.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { letCachesExpire } from "../../../../test/app/letCachesExpire.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("a change of a cart", () => {
  test("renews the hold when it adds tickets, not when it fails or removes some", async () => {
    const { shop, browser } = await openShop(server, { groups: [{ max_tickets_per_order: 3 }] });
    const cart = await beginCart(browser, shop, 2);
    await setCartTimes(server, cart, { expires_at: inMinutes(5) });
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 2)] })).code).toBe(
      "max_tickets_per_order_exceeded:reserve",
    );
    const [first = ""] = cart.lines.flatMap(({ types }) => types.flatMap((type) => type.ticket_ids));
    const removed = cartOf(await browser.call(removeTickets, { cart_id: cart.id, tickets: [first] }));
    expect(removed.expires_in).toBeLessThanOrEqual(300);
    const added = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }));
    expect(added.expires_in).toBeGreaterThan(cartLimits.hold_minutes * 60 - 10);
    expect(await usedCapacity(server, shop)).toBe(2);
  });

  test("never extends the hold past its latest expiry", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 1);
    await setCartTimes(server, cart, { expires_at: inMinutes(2), max_hold_until: inMinutes(3) });
    const added = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }));
    expect(added.expires_in).toBeLessThanOrEqual(180);
    expect(added.extensions_left).toBe(0);
  });

  test("starts a new hold in an emptied cart", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 1);
    const emptied = cartOf(
      await browser.call(removeTickets, { cart_id: cart.id, tickets: cart.lines[0]?.types[0]?.ticket_ids ?? [] }),
    );
    expect(emptied).toMatchObject({ expires_at: null, lines: [], outstanding_balance: "0" });
    await setCartTimes(server, cart, { expires_at: inMinutes(-60), max_hold_until: inMinutes(-5) });
    const again = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }));
    expect(again).toMatchObject({ extensions_left: 10 });
    expect(again.expires_in).toBeGreaterThan(cartLimits.hold_minutes * 60 - 10);
  });

  test("keeps survey answers", async () => {
    const asks = (title: string) => ({
      additional_info_spec: JSON.stringify({ properties: { [title]: { type: "string", title } } }),
    });
    const { shop, browser } = await openShop(server, { groups: [asks("postcode"), asks("age")] });
    const [first, second] = shop.event.groups;
    const cart = cartOf(
      await browser.call(createCart, {
        add: [ticketLine(shop.event, 1)],
        additionalInfo: { [first?.id ?? ""]: { postcode: " AB1 " } },
      }),
    );
    await browser.call(modifyCart, {
      cart_id: cart.id,
      add: [ticketLine(shop.event, 1, { group: 1 })],
      additionalInfo: { [second?.id ?? ""]: { age: "7" } },
    });
    const row = await server.connections
      .acrossSellers()
      .selectFrom("cart")
      .select("additional_info")
      .where("id", "=", cart.id)
      .executeTakeFirstOrThrow();
    expect(row.additional_info).toEqual({ [first?.id ?? ""]: { postcode: "AB1" }, [second?.id ?? ""]: { age: "7" } });
  });

  test("a change of a cart cannot remove tickets of another cart", async () => {
    const { shop, browser } = await openShop(server);
    const [mine, theirs] = [await beginCart(browser, shop, 1), await beginCart(new TestBrowser(server, shop), shop, 1)];
    const answer = await browser.call(modifyCart, {
      cart_id: mine.id,
      remove: theirs.lines[0]?.types[0]?.ticket_ids ?? [],
    });
    expect(answer).toMatchObject({ status: 404, code: "ticket_not_found:cart_remove_tickets" });
    expect(await usedCapacity(server, shop)).toBe(2);
  });

  test("uses the hold time of the seller", async () => {
    const { shop, browser } = await openShop(server, {}, { configuration: JSON.stringify({ hold_minutes: 5 }) });
    expect((await beginCart(browser, shop, 1)).expires_in).toBeLessThanOrEqual(300);
  });

  test("shows the visit to the admission event as the anchor", async () => {
    const { shop, browser } = await openShop(server, { sessions: [{ inDays: 3 }] });
    const admission = await createTestEvent(server.connections.acrossSellers(), shop, {
      name: "Admission",
      sessions: [{ inDays: 9 }],
    });
    const cart = await beginCart(browser, shop, 1);
    expect(cart.anchor?.event_template_id).toBe(shop.event.id);
    await server.connections
      .acrossSellers()
      .updateTable("seller")
      .set({ web: JSON.stringify({ admission_event_id: admission.id }) })
      .where("id", "=", shop.seller_id)
      .execute();
    letCachesExpire();
    const both = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(admission, 1)] }));
    expect(both.anchor?.event_template_id).toBe(admission.id);
    expect(both.lines.map(({ name, is_anchor }) => [name, is_anchor])).toEqual([
      ["Whales of the Harbor", false],
      ["Admission", true],
    ]);
  });
});

describe("an extension", () => {
  test("adds two minutes, ten times at most, whatever the request says", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 1);
    for (let turn = 1; turn <= 10; turn++) {
      const { body } = await browser.call(extendCart, {
        cart_id: cart.id,
        expires_at: turn % 2 ? "2099-01-01T00:00:00Z" : "2001-01-01T00:00:00Z",
      });
      expect(body.extensions_left).toBe(10 - turn);
      const since = Temporal.Instant.from(cart.expires_at ?? "").until(Temporal.Instant.from(body.expires_at ?? ""));
      expect(since.total("seconds")).toBe(120 * turn);
    }
    const eleventh = await browser.call(extendCart, { cart_id: cart.id, expires_at: "2099-01-01T00:00:00Z" });
    expect(eleventh).toMatchObject({ status: 409, code: "extension_limit_reached:cart" });
  });

  test("never passes the latest expiry", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginCart(browser, shop, 1);
    const most = inMinutes(1.5);
    await setCartTimes(server, cart, { expires_at: inMinutes(1), max_hold_until: most });
    const { body } = await browser.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(3) });
    expect(Temporal.Instant.compare(body.expires_at ?? "", most)).toBe(0);
    expect(body.extensions_left).toBe(0);
    expect((await browser.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(3) })).code).toBe(
      "extension_limit_reached:cart",
    );
  });
});
