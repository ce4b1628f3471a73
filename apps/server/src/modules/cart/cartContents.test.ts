import { describe, expect, test } from "vitest";
import { createCart, getCart, modifyCart, removeTickets, type Cart } from "@foyer/contract/shop/cart.ts";
import { checkoutAsGuest, payCart } from "@foyer/contract/shop/checkout.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { cartFromResponse, createLevels, membershipRequest } from "../../../test/accounts/membershipLevels.ts";
import { beginCart, cartOf, openShop } from "../../../test/cart/cartShop.ts";
import { createTestEvent, createTestShop } from "../../../test/shop/createTestShop.ts";
import { ada, cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const ticketIds = (cart: Cart): string[] =>
  cart.lines.flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids));
const countOf = (cart: Cart): number => ticketIds(cart).length;
const pairs = { groups: [{ name: "Pairs", min_tickets_per_order: 2 }], sessions: [{}, { inDays: 9 }] };

/** A visitor with two adults of a family level in the cart. */
const holdFamily = async () => {
  const shop = await createTestShop(server.db);
  const levels = await createLevels(server, shop);
  await recordPrices(server, shop);
  const browser = new TestBrowser(server, shop);
  const people = [
    { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
    { type: 1, name: "Ben Lovelace" },
  ];
  const add = [membershipRequest(levels, levels.family, { people })];
  const cart = cartFromResponse(await browser.call(createCart, { add }));
  const idsOf = (type: number) =>
    cart.lines.flatMap((line) =>
      line.types
        .filter(({ ticket_type_id }) => ticket_type_id === levels.family.types[type]?.id)
        .flatMap(({ ticket_ids }) => ticket_ids),
    );
  return { shop, browser, cart, add, first: idsOf(0), second: idsOf(1) };
};

describe("the least number of a group", () => {
  test("the least number of a group is kept when tickets are taken out, and the whole group can go", async () => {
    const { shop, browser } = await openShop(server, pairs);
    const cart = await beginCart(browser, shop, 2);
    const [one = "", other = ""] = ticketIds(cart);
    const answers = [
      await browser.call(removeTickets, { cart_id: cart.id, tickets: [one] }),
      await browser.call(modifyCart, { cart_id: cart.id, remove: [one] }),
    ];
    for (const { status, refusal, code } of answers)
      expect([status, code, refusal?._description, refusal?._extra]).toEqual([
        422,
        "min_tickets_per_order_not_met:reserve",
        "Pairs: please choose at least 2.",
        { ticket_group_id: shop.group.id, group: "Pairs", min: 2 },
      ]);
    expect(countOf(cartOf(await browser.call(getCart, { cart_id: cart.id })))).toBe(2);
    expect(countOf(cartOf(await browser.call(removeTickets, { cart_id: cart.id, tickets: [one, other] })))).toBe(0);
  });

  test("the least number of a group counts both sessions, and what replaces a ticket in the same step", async () => {
    const { shop, browser } = await openShop(server, pairs);
    const add = [ticketLine(shop.event, 1), ticketLine(shop.event, 1, { session: 1 })];
    const cart = cartOf(await browser.call(createCart, { add }));
    const [one = ""] = ticketIds(cart);
    expect((await browser.call(removeTickets, { cart_id: cart.id, tickets: [one] })).code).toBe(
      "min_tickets_per_order_not_met:reserve",
    );
    const change = { cart_id: cart.id, remove: [one], add: [ticketLine(shop.event, 1, { session: 1 })] };
    const changed = cartOf(await browser.call(modifyCart, change));
    expect(changed.lines.map(({ event_session_id }) => event_session_id)).toEqual([shop.event.sessions[1]?.id]);
    expect(countOf(changed)).toBe(2);
  });

  test("the least number of a group takes add-ons along that are too few without an admission", async () => {
    const { shop, browser } = await openShop(server);
    const tour = await createTestEvent(server.db, shop, {
      name: "Tour",
      meta: JSON.stringify({ requires_anchor: true, tickets_must_match_anchor_tickets: true }),
      groups: [{ name: "Tour", min_tickets_per_order: 3 }],
    });
    const cart = cartOf(await browser.call(createCart, { add: [ticketLine(shop.event, 3), ticketLine(tour, 3)] }));
    const admission = cart.lines.find(({ needs_anchor }) => !needs_anchor)?.types[0]?.ticket_ids ?? [];
    const left = cartOf(await browser.call(removeTickets, { cart_id: cart.id, tickets: admission.slice(0, 1) }));
    expect(left.lines.map(({ name, types }) => [name, types[0]?.count])).toEqual([["Whales of the Harbor", 2]]);
  });

  test("the least number of a group is asked again before a payment, whatever it was when the tickets were held", async () => {
    const { shop, browser } = await openShop(server);
    await recordPrices(server, shop);
    const cart = await beginCart(browser, shop, 1);
    await server.db
      .updateTable("ticket_group")
      .set({ min_tickets_per_order: 2, limits_changed_at: Temporal.Now.instant().toString() })
      .where("id", "=", shop.group.id)
      .execute();
    expect(cartOf(await browser.call(getCart, { cart_id: cart.id })).blocking_rules).toEqual([
      {
        id: shop.group.id,
        description: "General Admission: please choose at least 2.",
        block_reason: "not_allowed",
      },
    ]);
    const buyer = new TestBuyer(server, shop, browser.cookie);
    const refused = await buyer.pay(cart, cards.good);
    expect([refused.status, refused.body._data[0]._code]).toEqual([422, "min_tickets_per_order_not_met"]);
    expect((await server.db.selectFrom("payment").select("id").where("cart_id", "=", cart.id).execute()).length).toBe(
      0,
    );
    const more = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }));
    expect((await buyer.pay(more, cards.good)).status).toBe(200);
    expect((await buyer.checkOut(more)).status).toBe(200);
  });

  test("the least number of a group is asked at the checkout of a free cart", async () => {
    const free = { groups: [{ types: [{ name: "Adult", currency_amount: 0 }] }] };
    const { shop, browser } = await openShop(server, free);
    await recordPrices(server, shop);
    const cart = await beginCart(browser, shop, 1);
    const list = [{ gateway_id: "free" as const, amount: "0" }];
    expect((await browser.call(payCart, { cart_id: cart.id, list })).status).toBe(200);
    await server.db
      .updateTable("ticket_group")
      .set({ min_tickets_per_order: 2, limits_changed_at: Temporal.Now.instant().toString() })
      .where("id", "=", shop.group.id)
      .execute();
    expect((await browser.call(checkoutAsGuest, { cart_id: cart.id, identity: ada })).code).toBe(
      "min_tickets_per_order_not_met:reserve",
    );
  });
});

describe("a membership level in the cart", () => {
  test("keeps every required person", async () => {
    const { browser, cart, first, second } = await holdFamily();
    const withoutSecond = await browser.call(removeTickets, { cart_id: cart.id, tickets: second });
    expect([withoutSecond.status, withoutSecond.code]).toEqual([422, "min_tickets_per_order_not_met:membership"]);
    const withoutFirst = await browser.call(removeTickets, { cart_id: cart.id, tickets: first });
    expect([withoutFirst.code, withoutFirst.refusal?._description]).toEqual([
      "validation_failed:membership",
      "At least one member is required to purchase a membership",
    ]);
    expect(countOf(cartOf(await browser.call(getCart, { cart_id: cart.id })))).toBe(2);
  });

  test("a membership level in the cart can be removed or replaced as a whole", async () => {
    const { browser, cart, add, first, second } = await holdFamily();
    const remove = [...first, ...second];
    const replaced = cartOf(await browser.call(modifyCart, { cart_id: cart.id, remove, add }));
    expect(countOf(replaced)).toBe(2);
    const emptied = cartOf(await browser.call(removeTickets, { cart_id: cart.id, tickets: ticketIds(replaced) }));
    expect(emptied.lines).toEqual([]);
  });
});

test("a line says how much time its event needs before and after it, if the event sets that", async () => {
  const padded = await openShop(server, { meta: JSON.stringify({ pad_pre_start: 0, pad_post_end: 45 }) });
  const [line] = (await beginCart(padded.browser, padded.shop, 1)).lines;
  expect(line).toMatchObject({ pad_pre_start: 0, pad_post_end: 45 });
  const plain = await openShop(server, {});
  const [other] = (await beginCart(plain.browser, plain.shop, 1)).lines;
  expect(other).not.toHaveProperty("pad_pre_start");
  expect(other).not.toHaveProperty("pad_post_end");
});
