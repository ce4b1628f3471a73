import { describe, expect, test } from "vitest";
import { createCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { createTestEvent, createTestShop, type EventOverrides } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import {
  openShop,
  hold,
  cartOf,
  beginCart,
  usedCapacity,
  countRows,
  inMinutes,
  unknownId,
} from "../../../../test/cart/cartShop.ts";
import { ticketLine, type LineOptions } from "../../../../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("a hold", () => {
  const later = { inDays: 8 };
  test.each<[string, EventOverrides, number, LineOptions, string, object]>([
    [
      "is refused for more tickets than an order may hold",
      { groups: [{ max_tickets_per_order: 2 }] },
      3,
      {},
      "max_tickets_per_order_exceeded:reserve",
      { max: 2, group: "General Admission" },
    ],
    [
      "is refused for fewer tickets than an order must hold",
      { groups: [{ min_tickets_per_order: 2 }] },
      1,
      {},
      "min_tickets_per_order_not_met:reserve",
      { min: 2 },
    ],
    [
      "is refused in a full session",
      { sessions: [{ capacity: 0 }] },
      1,
      {},
      "event_session_sold_out:reserve",
      { event_session_id: expect.any(String) },
    ],
    [
      "is refused in a session with too little capacity left",
      { sessions: [{ capacity: 2 }] },
      3,
      {},
      "session_capacity_exceeded:reserve",
      {},
    ],
    [
      "is refused in a full group",
      { groups: [{ capacity: 0 }] },
      1,
      {},
      "ticket_group_sold_out:reserve",
      { group: "General Admission" },
    ],
    [
      "is refused in a group with too little capacity left",
      { groups: [{ capacity: 2 }] },
      3,
      {},
      "ticket_group_capacity_exceeded:reserve",
      {},
    ],
    [
      "is refused before sales start",
      { groups: [{ sales_start: inMinutes(10) }] },
      1,
      {},
      "ticket_group_not_on_sale:reserve",
      {},
    ],
    [
      "is refused after sales end",
      { groups: [{ sales_end: inMinutes(-10) }] },
      1,
      {},
      "ticket_group_not_on_sale:reserve",
      {},
    ],
    [
      "is refused for a session that has begun",
      { sessions: [{ start_datetime: inMinutes(-5), end_datetime: inMinutes(55) }] },
      1,
      {},
      "event_session_not_on_sale:reserve",
      {},
    ],
    [
      "is refused for a cancelled session",
      { sessions: [{ cancelled: true }] },
      1,
      {},
      "event_session_not_on_sale:reserve",
      {},
    ],
    [
      "is refused without a session",
      { sessions: [later] },
      1,
      { session: null },
      "event_session_not_found:reserve",
      {},
    ],
    [
      "is refused for an unavailable ticket type",
      { groups: [{ types: [{ available: false }] }] },
      1,
      {},
      "ticket_type_not_available:reserve",
      {},
    ],
    [
      "is refused for a group for members",
      { groups: [{ hidden_type: "public_member_only" }] },
      1,
      {},
      "member_required:reserve",
      {},
    ],
    [
      "is refused in a seated group without seats",
      { groups: [{ handler: "seated" }] },
      1,
      {},
      "not_enough_seats:seating",
      { type: "Adult" },
    ],
    [
      "is refused for a membership without its people",
      { groups: [{ handler: "membership" }] },
      1,
      { session: null },
      "validation_failed:reserve",
      {},
    ],
    [
      "is refused for a price out of bounds",
      { groups: [{ types: [{ currency_amount_min: 500, currency_amount_max: 900 }] }] },
      1,
      { more: { face_value: "9.01" } },
      "price_out_of_range:reserve",
      {},
    ],
  ])("%s", async (_, event, quantity, options, code, extra) => {
    const { shop, browser } = await openShop(server, event);
    const answer = await hold(browser, shop, quantity, options);
    expect(answer.code).toBe(code);
    expect(answer.refusal?._extra).toMatchObject(extra);
    expect([await usedCapacity(server, shop), await countRows(server, "ticket", shop)]).toEqual([0, 0]);
  });

  test("a hold is refused with the description of the specification", async () => {
    const { shop, browser } = await openShop(server, {
      groups: [{ types: [{ currency_amount_min: 500, currency_amount_max: 900 }] }],
    });
    expect((await hold(browser, shop, 1)).refusal?._description).toBe("Value entered is outside min/max");
  });

  test("a hold is refused for rows of another event or seller as if they did not exist", async () => {
    const { shop, browser } = await openShop(server);
    const otherShop = await createTestShop(server.connections.acrossSellers());
    const other = await createTestEvent(server.connections.acrossSellers(), shop, { name: "Night Walk" });
    const type = { ticket_type_id: shop.type.id, quantity: 1 };
    const holdWith = (change: object) =>
      browser.call(createCart, {
        add: [
          {
            event_template_id: shop.event.id,
            event_session_id: shop.session.id,
            ticket_types_required: [type],
            ...change,
          },
        ],
      });
    const answers = await Promise.all([
      holdWith({ event_session_id: other.sessions[0]?.id }),
      holdWith({ event_session_id: otherShop.session.id }),
      holdWith({ event_session_id: unknownId }),
      holdWith({ ticket_types_required: [type, { ...type, ticket_type_id: otherShop.type.id }] }),
      holdWith({ ticket_types_required: [type, { ...type, ticket_type_id: other.groups[0]?.types[0]?.id }] }),
      holdWith({ ticket_types_required: [type, { ...type, ticket_type_id: unknownId }] }),
      holdWith({
        event_template_id: otherShop.event.id,
        event_session_id: otherShop.session.id,
        ticket_types_required: [{ ...type, ticket_type_id: otherShop.type.id }],
      }),
      holdWith({ event_template_id: unknownId }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([
      ...Array(3).fill("event_session_not_found:reserve"),
      ...Array(3).fill("ticket_type_not_available:reserve"),
      ...Array(2).fill("event_not_found:reserve"),
    ]);
    expect(await countRows(server, "ticket", shop)).toBe(0);
  });

  test("uses the price of the catalogue, whatever the request says", async () => {
    const { shop, browser } = await openShop(server, { sessions: [{ prices: { 0: 1500 } }] });
    expect((await beginCart(browser, shop, 1, { more: { face_value: "0" } })).outstanding_balance).toBe("15.00");
  });

  test("uses the buyer's price where the type allows it", async () => {
    const { shop, browser } = await openShop(server, {
      groups: [{ types: [{ currency_amount_min: 500, currency_amount_max: 900 }] }],
    });
    expect((await beginCart(browser, shop, 2, { more: { face_value: "7.5" } })).outstanding_balance).toBe("15.00");
  });

  test.each<[string, NonNullable<EventOverrides["groups"]>[number]]>([
    ["a pass", { handler: "passes", duration_new: "P1Y" }],
    [
      "a ticket with dates of its own",
      { start_policy: "fixedto", start_policy_date: "2999-01-01T05:00:00Z", duration_new: null },
    ],
  ])("a hold needs no session for %s", async (_, group) => {
    const { shop, browser } = await openShop(server, { groups: [group] });
    const cart = await beginCart(browser, shop, 1, { session: null });
    expect(cart).toMatchObject({ anchor: null, lines: [{ event_session_id: null, start_datetime: null }] });
    const [ticket] = await server.connections
      .acrossSellers()
      .selectFrom("ticket")
      .selectAll()
      .where("cart_id", "=", cart.id)
      .execute();
    expect(Temporal.Instant.from(ticket?.valid_to ?? "").epochMilliseconds).toBeGreaterThan(
      Date.now() + 363 * 86_400_000,
    );
  });

  test("ignores full or closed sessions and groups that it does not touch", async () => {
    const { shop, browser } = await openShop(server, {
      groups: [{}, { name: "Late", capacity: 1 }],
      sessions: [{}, { at: "12:00", capacity: 1 }],
    });
    const cart = await beginCart(browser, shop, 1, { group: 1, session: 1 });
    await server.connections
      .acrossSellers()
      .updateTable("ticket_group")
      .set({ sales_end: inMinutes(-1) })
      .where("id", "=", shop.event.groups[1]?.id ?? "")
      .execute();
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 2)] })).status).toBe(200);
  });

  test("a hold counts the visitor's own tickets as available, and can exchange them", async () => {
    const { shop, browser } = await openShop(server, { sessions: [{ capacity: 2 }] });
    const cart = await beginCart(browser, shop, 2);
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] })).code).toBe(
      "session_capacity_exceeded:reserve",
    );
    const ids = cart.lines.flatMap(({ types }) => types.flatMap((type) => type.ticket_ids));
    const exchanged = await browser.call(modifyCart, {
      cart_id: cart.id,
      remove: ids,
      add: [ticketLine(shop.event, 2, { type: 1 })],
    });
    expect(cartOf(exchanged)).toMatchObject({
      outstanding_balance: "20.00",
      lines: [{ types: [{ name: "Child", count: 2 }] }],
    });
    expect(await usedCapacity(server, shop)).toBe(2);
    expect((await new TestBrowser(server, shop).call(createCart, { add: [ticketLine(shop.event, 1)] })).code).toBe(
      "event_session_sold_out:reserve",
    );
  });
});

describe("a quantity", () => {
  test.each(
    [0, -1, 1.5, 1001, 2 ** 31, Number.NaN, "1e3", "2", null, [1], {}].map((quantity) => [
      JSON.stringify(quantity),
      quantity,
    ]),
  )("a quantity of %s is refused", async (_, quantity) => {
    const { shop, browser } = await openShop(server, { sessions: [{ capacity: -1 }] });
    const answer = await browser.call(createCart, {
      add: [
        {
          ...ticketLine(shop.event, 1),
          ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: quantity as number }],
        },
      ],
    });
    expect([answer.status, answer.refusal?._code]).toEqual([422, "validation_failed"]);
    expect(await countRows(server, "cart", shop)).toBe(0);
  });

  test("a quantity of more than a thousand in one cart is refused", async () => {
    const { shop, browser } = await openShop(server, { sessions: [{ capacity: -1 }] });
    const cart = await beginCart(browser, shop, 1000);
    const { refusal } = await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] });
    expect(refusal).toMatchObject({
      _code: "max_tickets_per_order_exceeded",
      _context: "reserve",
      _description: "You can buy at most 1000 tickets in one order.",
    });
    expect(await usedCapacity(server, shop)).toBe(1000);
  });
});
