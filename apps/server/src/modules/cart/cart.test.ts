import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
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
import { cartLimits } from "@foyer/contract/limits.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import {
  createTestEvent,
  createTestShop,
  type EventOverrides,
  type TestEvent,
  type SellerOverrides,
  type TestShop,
} from "../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../jobs/releaseExpiredHolds.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { markLoggedIn } from "../../../test/accounts/members.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(async () => {
  expect(await checkInvariants(server.connections.acrossSellers())).toEqual([]);
  await server.close();
});

const acrossSellers = () => server.connections.acrossSellers();
const openShop = async (event?: EventOverrides, seller?: SellerOverrides) => {
  const shop = await createTestShop(acrossSellers(), { ...(event && { event }), ...(seller && { seller }) });
  return { shop, browser: new TestBrowser(server, shop) };
};
type LineOptions = { type?: number; group?: number; session?: number | null; more?: object };
const ticketLine = (
  event: TestEvent,
  quantity: number,
  { type = 0, group = 0, session = 0, more = {} }: LineOptions = {},
) => ({
  event_template_id: event.id,
  ...(session !== null && { event_session_id: event.sessions[session]?.id ?? "" }),
  ticket_types_required: [{ ticket_type_id: event.groups[group]?.types[type]?.id ?? "", quantity, ...more }],
});
const hold = (browser: TestBrowser, shop: TestShop, quantity: number, options?: LineOptions) =>
  browser.call(createCart, { add: [ticketLine(shop.event, quantity, options)] });
const cartOf = ({ body }: { body: { cart: { _data: Cart[] } } }): Cart => {
  const [cart] = body.cart._data;
  if (!cart) throw new Error(`No cart in ${JSON.stringify(body)}`);
  return cart;
};
const beginCart = async (browser: TestBrowser, shop: TestShop, quantity: number, options?: LineOptions) =>
  cartOf(await hold(browser, shop, quantity, options));
const used = async (shop: TestShop, index = 0) =>
  (
    await acrossSellers()
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.event.sessions[index]?.id ?? "")
      .executeTakeFirstOrThrow()
  ).used_capacity;
const count = (table: "cart" | "identity" | "visitor_session" | "ticket", shop: TestShop) =>
  acrossSellers()
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow()
    .then(({ n }) => n);
const moveClock = (
  cart: { id: string },
  change: Partial<{ expires_at: string; hold_until_at_most: string; paying_until: string }>,
) => acrossSellers().updateTable("cart").set(change).where("id", "=", cart.id).execute();
const inMinutes = (minutes: number) =>
  Temporal.Now.instant()
    .add({ seconds: Math.round(minutes * 60) })
    .round("millisecond")
    .toString();
const unknownId = "00000000-0000-4000-8000-000000000000";

describe("a new cart", () => {
  test("shows tickets, prices and fees, and sets the visitor's cookie", async () => {
    const { shop, browser } = await openShop({
      groups: [
        {
          types: [
            { name: "Adult", fee_fixed_outside: 150 },
            { name: "Child", currency_amount: 1000, fee_percent_outside: 250 },
          ],
        },
      ],
    });
    const answer = await browser.call(createCart, {
      add: [ticketLine(shop.event, 2), ticketLine(shop.event, 1, { type: 1 })],
      campaign: { utm_source: "letter" },
      channel_id: "web",
    });
    const cart = cartOf(answer);
    expect(answer.status).toBe(200);
    expect(browser.cookie).toBeDefined();
    expect(cart).toMatchObject({
      state: "pending",
      currency: "USD",
      editable: true,
      owned_by_public_identity: true,
      extensions_left: 10,
      outstanding_balance: "53.25",
      payment_in_progress: false,
      ticket_order_id: null,
    });
    expect(cart.expires_in).toBeGreaterThan(cartLimits.hold_minutes * 60 - 10);
    expect(cart.cart_fees).toEqual([
      {
        gateway_id: "test",
        account_id: null,
        pmc_id: null,
        publishable_key: null,
        face_value: "3.25",
        grand_totals: {
          total_before_cartmod_price: "50.00",
          total_fee_fixed_outside: "3.00",
          total_fee_percent_outside: "0.25",
          total_cartmod_amount: "0",
          total_payments: "0",
          total_outstanding: "53.25",
        },
      },
    ]);
    expect(cart.lines).toMatchObject([
      {
        name: "Whales of the Harbor",
        event_session_id: shop.session.id,
        local_start: "10:00",
        local_day: shop.session.local_day,
        timezone: "America/New_York",
        is_anchor: true,
        all_day: false,
        types: [
          { name: "Adult", group_name: "General Admission", count: 2, price: "40.00" },
          { name: "Child", count: 1, price: "10.00" },
        ],
      },
    ]);
    expect(cart.anchor).toEqual({
      event_session_id: shop.session.id,
      event_template_id: shop.event.id,
      local_day: shop.session.local_day,
    });
    expect(answer.body.ticket._data).toHaveLength(3);
    expect(answer.body.ticket._data[0]).toMatchObject({ state: "held", scan_code: null, face_value: "20.00" });
    expect(await used(shop)).toBe(3);
    expect(
      (await acrossSellers().selectFrom("cart").select("campaign").where("id", "=", cart.id).executeTakeFirstOrThrow())
        .campaign,
    ).toEqual({ utm_source: "letter" });

    const again = await browser.call(getCart, { cart_id: cart.id });
    expect(cartOf(again).lines).toEqual(cart.lines);
  });

  test.each<[string, Record<string, string> | string, number]>([
    [
      "thirty values of two hundred characters",
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, "a".repeat(200)])),
      200,
    ],
    ["markup, kept as text", { "<b>": "<script>alert(1)</script>" }, 200],
    ["thirty-one values", Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`k${n}`, "a"])), 422],
    ["a value too long", { k: "a".repeat(201) }, 422],
    ["a name too long", { ["k".repeat(201)]: "a" }, 422],
    ["not an object", "utm_source=letter", 422],
  ])("keeps its campaign within limits: %s", async (_, campaign, status) => {
    const { shop, browser } = await openShop();
    const answer = await browser.call(createCart, {
      add: [ticketLine(shop.event, 1)],
      campaign: campaign as Record<string, string>,
    });
    expect(answer.status).toBe(status);
    const rows = await acrossSellers()
      .selectFrom("cart")
      .select("campaign")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(rows).toEqual(status === 200 ? [{ campaign }] : []);
  });

  test("is not made when a ticket is refused, nor the visitor or a cookie", async () => {
    const { shop, browser } = await openShop({ sessions: [{}, { at: "12:00", capacity: 1 }] });
    const answer = await browser.call(createCart, {
      add: [ticketLine(shop.event, 2), ticketLine(shop.event, 2, { session: 1 })],
    });
    expect(answer).toMatchObject({ status: 409, code: "session_capacity_exceeded:reserve" });
    expect([
      await used(shop),
      await count("cart", shop),
      await count("identity", shop),
      await count("ticket", shop),
    ]).toEqual([0, 0, 0, 0]);
    expect(browser.cookie).toBeUndefined();
  });

  test("belongs to the same visitor as an earlier one", async () => {
    const { shop, browser } = await openShop();
    const first = await beginCart(browser, shop, 1);
    const second = await beginCart(browser, shop, 1);
    expect(second.id).not.toBe(first.id);
    expect(second.identity_id).toBe(first.identity_id);
    expect(await count("identity", shop)).toBe(1);
  });

  test("has no expiry while it is empty", async () => {
    const { browser } = await openShop();
    const cart = cartOf(await browser.call(createCart, {}));
    expect(cart).toMatchObject({ expires_at: null, expires_in: null, lines: [], anchor: null });
    await moveClock(cart, { expires_at: inMinutes(-90), hold_until_at_most: inMinutes(-30) });
    await releaseExpiredHolds(acrossSellers());
    expect((await browser.call(getCart, { cart_id: cart.id })).status).toBe(200);
  });

  test("has nothing due when its tickets are free", async () => {
    const { shop, browser } = await openShop({ groups: [{ types: [{ currency_amount: 0, fee_fixed_outside: 100 }] }] });
    expect((await beginCart(browser, shop, 2)).cart_fees).toMatchObject([
      { gateway_id: "free", grand_totals: { total_outstanding: "0" } },
    ]);
  });

  test("holds nothing when a code that the hold needs is unknown", async () => {
    const { shop, browser } = await openShop();
    expect(
      (
        await browser.call(createCart, {
          add: [ticketLine(shop.event, 1)],
          preReservePromoCodes: { codes: ["SPRING"] },
        })
      ).code,
    ).toBe("code_not_found:reserve");
    expect(await used(shop)).toBe(0);
  });
});

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
    const { shop, browser } = await openShop(event);
    const answer = await hold(browser, shop, quantity, options);
    expect(answer.code).toBe(code);
    expect(answer.refusal?._extra).toMatchObject(extra);
    expect([await used(shop), await count("ticket", shop)]).toEqual([0, 0]);
  });

  test("is refused with the description of the specification", async () => {
    const { shop, browser } = await openShop({
      groups: [{ types: [{ currency_amount_min: 500, currency_amount_max: 900 }] }],
    });
    expect((await hold(browser, shop, 1)).refusal?._description).toBe("Value entered is outside min/max");
  });

  test("is refused for rows of another event or seller as if they did not exist", async () => {
    const { shop, browser } = await openShop();
    const otherShop = await createTestShop(acrossSellers());
    const other = await createTestEvent(acrossSellers(), shop, { name: "Night Walk" });
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
    expect(await count("ticket", shop)).toBe(0);
  });

  test("uses the price of the catalogue, whatever the request says", async () => {
    const { shop, browser } = await openShop({ sessions: [{ prices: { 0: 1500 } }] });
    expect((await beginCart(browser, shop, 1, { more: { face_value: "0" } })).outstanding_balance).toBe("15.00");
  });

  test("uses the buyer's price where the type allows it", async () => {
    const { shop, browser } = await openShop({
      groups: [{ types: [{ currency_amount_min: 500, currency_amount_max: 900 }] }],
    });
    expect((await beginCart(browser, shop, 2, { more: { face_value: "7.5" } })).outstanding_balance).toBe("15.00");
  });

  test("needs no session for a pass", async () => {
    const { shop, browser } = await openShop({ groups: [{ handler: "passes", duration_new: "P1Y" }] });
    const cart = await beginCart(browser, shop, 1, { session: null });
    expect(cart).toMatchObject({ anchor: null, lines: [{ event_session_id: null, start_datetime: null }] });
    const [ticket] = await acrossSellers().selectFrom("ticket").selectAll().where("cart_id", "=", cart.id).execute();
    expect(Temporal.Instant.from(ticket?.valid_to ?? "").epochMilliseconds).toBeGreaterThan(
      Date.now() + 364 * 86_400_000,
    );
  });

  test("ignores full or closed sessions and groups that it does not touch", async () => {
    const { shop, browser } = await openShop({
      groups: [{}, { name: "Late", capacity: 1 }],
      sessions: [{}, { at: "12:00", capacity: 1 }],
    });
    const cart = await beginCart(browser, shop, 1, { group: 1, session: 1 });
    await acrossSellers()
      .updateTable("ticket_group")
      .set({ sales_end: inMinutes(-1) })
      .where("id", "=", shop.event.groups[1]?.id ?? "")
      .execute();
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 2)] })).status).toBe(200);
  });

  test("counts the visitor's own tickets as available, and can exchange them", async () => {
    const { shop, browser } = await openShop({ sessions: [{ capacity: 2 }] });
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
    expect(await used(shop)).toBe(2);
    expect((await new TestBrowser(server, shop).call(createCart, { add: [ticketLine(shop.event, 1)] })).code).toBe(
      "event_session_sold_out:reserve",
    );
  });
});

describe("a change of a cart", () => {
  test("renews the hold when it adds tickets, not when it fails or removes some", async () => {
    const { shop, browser } = await openShop({ groups: [{ max_tickets_per_order: 3 }] });
    const cart = await beginCart(browser, shop, 2);
    await moveClock(cart, { expires_at: inMinutes(5) });
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 2)] })).code).toBe(
      "max_tickets_per_order_exceeded:reserve",
    );
    const [first = ""] = cart.lines.flatMap(({ types }) => types.flatMap((type) => type.ticket_ids));
    const removed = cartOf(await browser.call(removeTickets, { cart_id: cart.id, tickets: [first] }));
    expect(removed.expires_in).toBeLessThanOrEqual(300);
    const added = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }));
    expect(added.expires_in).toBeGreaterThan(cartLimits.hold_minutes * 60 - 10);
    expect(await used(shop)).toBe(2);
  });

  test("never extends the hold past its latest expiry", async () => {
    const { shop, browser } = await openShop();
    const cart = await beginCart(browser, shop, 1);
    await moveClock(cart, { expires_at: inMinutes(2), hold_until_at_most: inMinutes(3) });
    const added = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }));
    expect(added.expires_in).toBeLessThanOrEqual(180);
    expect(added.extensions_left).toBe(0);
  });

  test("starts a new hold in an emptied cart", async () => {
    const { shop, browser } = await openShop();
    const cart = await beginCart(browser, shop, 1);
    const emptied = cartOf(
      await browser.call(removeTickets, { cart_id: cart.id, tickets: cart.lines[0]?.types[0]?.ticket_ids ?? [] }),
    );
    expect(emptied).toMatchObject({ expires_at: null, lines: [], outstanding_balance: "0" });
    await moveClock(cart, { expires_at: inMinutes(-60), hold_until_at_most: inMinutes(-5) });
    const again = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }));
    expect(again).toMatchObject({ extensions_left: 10 });
    expect(again.expires_in).toBeGreaterThan(cartLimits.hold_minutes * 60 - 10);
  });

  test("keeps survey answers", async () => {
    const asks = (title: string) => ({
      additional_info_spec: JSON.stringify({ properties: { [title]: { type: "string", title } } }),
    });
    const { shop, browser } = await openShop({ groups: [asks("postcode"), asks("age")] });
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
    const row = await acrossSellers()
      .selectFrom("cart")
      .select("additional_info")
      .where("id", "=", cart.id)
      .executeTakeFirstOrThrow();
    expect(row.additional_info).toEqual({ [first?.id ?? ""]: { postcode: "AB1" }, [second?.id ?? ""]: { age: "7" } });
  });

  test("cannot remove tickets of another cart", async () => {
    const { shop, browser } = await openShop();
    const [mine, theirs] = [await beginCart(browser, shop, 1), await beginCart(new TestBrowser(server, shop), shop, 1)];
    const answer = await browser.call(modifyCart, {
      cart_id: mine.id,
      remove: theirs.lines[0]?.types[0]?.ticket_ids ?? [],
    });
    expect(answer).toMatchObject({ status: 404, code: "ticket_not_found:cart_remove_tickets" });
    expect(await used(shop)).toBe(2);
  });

  test("uses the hold time of the seller", async () => {
    const { shop, browser } = await openShop({}, { configuration: JSON.stringify({ hold_minutes: 5 }) });
    expect((await beginCart(browser, shop, 1)).expires_in).toBeLessThanOrEqual(300);
  });

  test("shows the visit to the admission event as the anchor", async () => {
    const { shop, browser } = await openShop({ sessions: [{ inDays: 3 }] });
    const admission = await createTestEvent(acrossSellers(), shop, { name: "Admission", sessions: [{ inDays: 9 }] });
    const cart = await beginCart(browser, shop, 1);
    expect(cart.anchor?.event_template_id).toBe(shop.event.id);
    await acrossSellers()
      .updateTable("seller")
      .set({ web: JSON.stringify({ admission_event_id: admission.id }) })
      .where("id", "=", shop.seller_id)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 2100)); // sellers are read again every two seconds
    const both = cartOf(await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(admission, 1)] }));
    expect(both.anchor?.event_template_id).toBe(admission.id);
    expect(both.lines.map(({ name, is_anchor }) => [name, is_anchor])).toEqual([
      ["Whales of the Harbor", false],
      ["Admission", true],
    ]);
  });
});

describe("an expired hold", () => {
  test("frees capacity of its session at once", async () => {
    const { shop, browser } = await openShop({ sessions: [{ capacity: 2 }] });
    const cart = await beginCart(browser, shop, 2);
    const other = new TestBrowser(server, shop);
    expect((await hold(other, shop, 2)).code).toBe("event_session_sold_out:reserve");
    await moveClock(cart, { expires_at: inMinutes(-0.01) });
    expect((await hold(other, shop, 2)).status).toBe(200);
    expect(await used(shop)).toBe(2);
    const moves = await acrossSellers()
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
    const { shop, browser } = await openShop({ groups: [{ capacity: 1 }] });
    await moveClock(await beginCart(browser, shop, 1), { expires_at: inMinutes(-1) });
    expect((await hold(new TestBrowser(server, shop), shop, 1)).status).toBe(200);
  });

  test("is reported to its owner by every call", async () => {
    const { shop, browser } = await openShop();
    const cart = await beginCart(browser, shop, 1);
    await moveClock(cart, { expires_at: inMinutes(-1) });
    const answers = await Promise.all([
      browser.call(getCart, { cart_id: cart.id }),
      browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] }),
      browser.call(removeTickets, { cart_id: cart.id, tickets: cart.lines[0]?.types[0]?.ticket_ids ?? [] }),
      browser.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(2) }),
    ]);
    expect(answers.map(({ status, refusal }) => [status, refusal?._code, refusal?._description])).toEqual(
      Array(4).fill([410, "cart_expired", "Cart timed out"]),
    );
    await releaseExpiredHolds(acrossSellers());
    expect((await browser.call(getCart, { cart_id: cart.id })).code).toBe("cart_expired:cart");
  });

  test("is released once, however often the sweep runs", async () => {
    const { shop, browser } = await openShop();
    await moveClock(await beginCart(browser, shop, 3), { expires_at: inMinutes(-1) });
    await Promise.all([releaseExpiredHolds(acrossSellers()), releaseExpiredHolds(acrossSellers())]);
    expect(await used(shop)).toBe(0);
    expect(await releaseExpiredHolds(acrossSellers())).toBe(0);
  });

  test("does not expire while a payment is in progress", async () => {
    const { shop, browser } = await openShop({ sessions: [{ capacity: 1 }] });
    const cart = await beginCart(browser, shop, 1);
    await moveClock(cart, { expires_at: inMinutes(-1), paying_until: inMinutes(5) });
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
    await releaseExpiredHolds(acrossSellers());
    expect(cartOf(await browser.call(getCart, { cart_id: cart.id }))).toMatchObject({
      payment_in_progress: true,
      state: "pending",
    });
    await moveClock(cart, { paying_until: inMinutes(-0.1) });
    expect((await browser.call(getCart, { cart_id: cart.id })).status).toBe(410);
  });
});

describe("an extension", () => {
  test("adds two minutes, ten times at most, whatever the request says", async () => {
    const { shop, browser } = await openShop();
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
    const { shop, browser } = await openShop();
    const cart = await beginCart(browser, shop, 1);
    const most = inMinutes(1.5);
    await moveClock(cart, { expires_at: inMinutes(1), hold_until_at_most: most });
    const { body } = await browser.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(3) });
    expect(Temporal.Instant.compare(body.expires_at ?? "", most)).toBe(0);
    expect(body.extensions_left).toBe(0);
    expect((await browser.call(extendCart, { cart_id: cart.id, expires_at: inMinutes(3) })).code).toBe(
      "extension_limit_reached:cart",
    );
  });
});

describe("deleting a cart", () => {
  test("releases everything, once", async () => {
    const { shop, browser } = await openShop();
    const cart = await beginCart(browser, shop, 3);
    expect((await browser.call(deleteCart, { cart_id: cart.id })).body).toEqual({ deleted: true });
    expect((await browser.call(deleteCart, { cart_id: cart.id })).body).toEqual({ deleted: true });
    expect(await used(shop)).toBe(0);
    expect((await browser.call(getCart, { cart_id: cart.id })).status).toBe(410);
    expect((await browser.call(deleteCart, { cart_id: unknownId })).code).toBe("not_found:cart");
  });

  test("is refused for a booked cart, which can still be read", async () => {
    const { shop, browser } = await openShop();
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
    await acrossSellers().insertInto("ticket_order").values(order).execute();
    await acrossSellers().updateTable("cart").set({ state: "completed" }).where("id", "=", cart.id).execute();
    await acrossSellers()
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
    await acrossSellers().deleteFrom("ticket").where("cart_id", "=", cart.id).execute();
    await acrossSellers()
      .updateTable("ticket_group")
      .set({ used_capacity: 0 })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    await acrossSellers()
      .updateTable("event_session")
      .set({ used_capacity: 0 })
      .where("seller_id", "=", shop.seller_id)
      .execute();
  });
});

describe("the cart of somebody else", () => {
  test("is not found under /my, and can be read but not changed by its link", async () => {
    const { shop, browser } = await openShop();
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
      expect(changes.map(({ status, refusal }) => `${status} ${refusal?._code}`)).toEqual(
        Array(3).fill("409 cart_not_editable"),
      );
    }
    expect(await used(shop)).toBe(2);
    expect(cartOf(await browser.call(getLinkedCart, { cart_id: cart.id }))).toMatchObject({ editable: true });
    expect(
      cartOf(await browser.call(modifyLinkedCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] })).lines[0]
        ?.types[0]?.count,
    ).toBe(2);
  });

  test("is not shown by its link when its owner is a member", async () => {
    const { shop, browser } = await openShop();
    const cart = await beginCart(browser, shop, 1);
    await markLoggedIn(acrossSellers(), cart.identity_id ?? "");
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

  test("is not found at another seller", async () => {
    const [{ shop, browser }, otherShop] = [await openShop(), await openShop()];
    const cart = await beginCart(browser, shop, 1);
    otherShop.browser.cookie = browser.cookie?.replace(shop.slug, otherShop.shop.slug);
    expect((await otherShop.browser.call(getLinkedCart, { cart_id: cart.id })).status).toBe(404);
    expect((await otherShop.browser.call(deleteCart, { cart_id: cart.id })).status).toBe(404);
  });
});

const visitorWithCart = async (shop: TestShop): Promise<TestBrowser> => {
  const browser = new TestBrowser(server, shop);
  await beginCart(browser, shop, 1);
  await browser.call(createCart, {});
  await acrossSellers()
    .updateTable("cart")
    .set({ expires_at: inMinutes(20) })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  return browser;
};

describe("a quantity", () => {
  test.each(
    [0, -1, 1.5, 1001, 2 ** 31, Number.NaN, "1e3", "2", null, [1], {}].map((quantity) => [
      JSON.stringify(quantity),
      quantity,
    ]),
  )("of %s is refused", async (_, quantity) => {
    const { shop, browser } = await openShop({ sessions: [{ capacity: -1 }] });
    const answer = await browser.call(createCart, {
      add: [
        {
          ...ticketLine(shop.event, 1),
          ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: quantity as number }],
        },
      ],
    });
    expect([answer.status, answer.refusal?._code]).toEqual([422, "validation_failed"]);
    expect(await count("cart", shop)).toBe(0);
  });

  test("of more than a thousand in one cart is refused", async () => {
    const { shop, browser } = await openShop({ sessions: [{ capacity: -1 }] });
    const cart = await beginCart(browser, shop, 1000);
    expect((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] })).code).toBe(
      "max_tickets_per_order_exceeded:reserve",
    );
    expect(await used(shop)).toBe(1000);
  });
});
