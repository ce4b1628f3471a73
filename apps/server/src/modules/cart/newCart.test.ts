import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createCart, getCart, modifyCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { cartLimits, holdLimits } from "@foyer/contract/limits.ts";
import { releaseExpiredHolds } from "../../jobs/releaseExpiredHolds.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import {
  openShop,
  cartOf,
  beginCart,
  beginEmptyCart,
  hold,
  usedCapacity,
  countRows,
  setCartTimes,
  inMinutes,
} from "../../../test/cart/cartShop.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

describe("a new cart", () => {
  test("shows tickets, prices and fees, and sets the visitor's cookie", async () => {
    const { shop, browser } = await openShop(server, {
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
    expect(await usedCapacity(server, shop)).toBe(3);
    expect(
      (
        await server.connections
          .acrossSellers()
          .selectFrom("cart")
          .select("campaign")
          .where("id", "=", cart.id)
          .executeTakeFirstOrThrow()
      ).campaign,
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
    const { shop, browser } = await openShop(server);
    const answer = await browser.call(createCart, {
      add: [ticketLine(shop.event, 1)],
      campaign: campaign as Record<string, string>,
    });
    expect(answer.status).toBe(status);
    const rows = await server.connections
      .acrossSellers()
      .selectFrom("cart")
      .select("campaign")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(rows).toEqual(status === 200 ? [{ campaign }] : []);
  });

  test("a new cart is not made when a ticket is refused, nor the visitor or a cookie", async () => {
    const { shop, browser } = await openShop(server, { sessions: [{}, { at: "12:00", capacity: 1 }] });
    const answer = await browser.call(createCart, {
      add: [ticketLine(shop.event, 2), ticketLine(shop.event, 2, { session: 1 })],
    });
    expect(answer).toMatchObject({ status: 409, code: "session_capacity_exceeded:reserve" });
    expect([
      await usedCapacity(server, shop),
      await countRows(server, "cart", shop),
      await countRows(server, "identity", shop),
      await countRows(server, "ticket", shop),
    ]).toEqual([0, 0, 0, 0]);
    expect(browser.cookie).toBeUndefined();
  });

  test("belongs to the same visitor as an earlier one", async () => {
    const { shop, browser } = await openShop(server);
    const first = await beginCart(browser, shop, 1);
    const second = await beginCart(browser, shop, 1);
    expect(second.id).not.toBe(first.id);
    expect(second.identity_id).toBe(first.identity_id);
    expect(await countRows(server, "identity", shop)).toBe(1);
  });

  test("a new cart has no expiry while it is empty", async () => {
    const { shop, browser } = await openShop(server);
    const cart = await beginEmptyCart(browser, shop);
    expect(cart).toMatchObject({ expires_at: null, expires_in: null, lines: [], anchor: null });
    await setCartTimes(server, cart, { expires_at: inMinutes(-90), max_hold_until: inMinutes(-30) });
    await releaseExpiredHolds(server.connections.acrossSellers());
    expect((await browser.call(getCart, { cart_id: cart.id })).status).toBe(200);
  });

  test("a new cart has nothing due when its tickets are free", async () => {
    const { shop, browser } = await openShop(server, {
      groups: [{ types: [{ currency_amount: 0, fee_fixed_outside: 100 }] }],
    });
    expect((await beginCart(browser, shop, 2)).cart_fees).toMatchObject([
      { gateway_id: "free", grand_totals: { total_outstanding: "0" } },
    ]);
  });

  test("holds nothing when a code that the hold needs is unknown", async () => {
    const { shop, browser } = await openShop(server);
    expect(
      (
        await browser.call(createCart, {
          add: [ticketLine(shop.event, 1)],
          preReservePromoCodes: { codes: ["SPRING"] },
        })
      ).code,
    ).toBe("code_not_found:reserve");
    expect(await usedCapacity(server, shop)).toBe(0);
  });
});

describe("a request for nothing", () => {
  const emptyReply = { cart: { _data: [] }, ticket: { _data: [] } };
  const rowsOf = (shop: TestShop) =>
    Promise.all((["cart", "identity", "visitor_session"] as const).map((table) => countRows(server, table, shop)));

  test.each([
    ["nothing at all", {}],
    ["a campaign", { campaign: { utm_source: "letter" }, channel_id: "web" as const }],
    ["no tickets and no codes", { add: [], preReservePromoCodes: { codes: [] }, additionalInfo: {} }],
    ["an unknown code of a link", { preloadedPromoCodes: { codes: ["SPRING"] } }],
  ])("writes no row and sets no cookie for %s", async (_, sent) => {
    const { shop, browser } = await openShop(server);
    const answer = await browser.call(createCart, sent);
    expect([answer.status, answer.body, browser.cookie]).toEqual([200, emptyReply, undefined]);
    expect(await rowsOf(shop)).toEqual([0, 0, 0]);
  });

  test("makes no cart for a visitor either, with a key or without", async () => {
    const { shop, browser } = await openShop(server);
    await beginCart(browser, shop, 1);
    const before = await rowsOf(shop);
    expect((await browser.call(createCart, {})).body).toEqual(emptyReply);
    const keyed = await server.post(
      shop.slug,
      "/api/my/cart/modify",
      {},
      { headers: { "idempotency-key": "k".repeat(32) } },
    );
    expect([keyed.status, keyed.body, keyed.headers["set-cookie"]]).toEqual([200, emptyReply, undefined]);
    expect(await rowsOf(shop)).toEqual(before);
    const keys = await server.db
      .selectFrom("idempotency_key")
      .select("key")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(keys).toEqual([]);
  });
});

describe("carts that hold nothing", () => {
  const { empty_carts_of_visitor, empty_carts_of_address } = holdLimits;
  const codesOf = async (many: number, begin: () => Promise<{ status: number; code: string | undefined }>) => {
    const codes: (string | number)[] = [];
    for (let round = 0; round < many; round++) {
      const { status, code } = await begin();
      codes.push(code ?? status);
    }
    return codes;
  };

  test("stop a visitor from beginning another one, while a cart that exists can still take tickets", async () => {
    const { shop, browser } = await openShop(server);
    const carts: Cart[] = [];
    for (let round = 0; round < empty_carts_of_visitor; round++) carts.push(await beginEmptyCart(browser, shop));
    const refused = await hold(browser, shop, 1);
    expect([refused.code, refused.refusal?._extra]).toEqual(["too_many_requests:reserve", { retry_after: 60 }]);
    const [first] = carts;
    const change = { cart_id: first?.id ?? "", add: [ticketLine(shop.event, 1)] };
    expect((await browser.call(modifyCart, change)).status).toBe(200);
    // Only carts without tickets count.
    expect(await codesOf(1, () => hold(browser, shop, 1))).toEqual([200]);
  });

  test("stop a network of many visitors", async () => {
    const { shop } = await openShop(server, { sessions: [{ capacity: 1000 }] });
    const network = "203.0.113.9";
    const post = (path: string, body: object, remoteAddress: string, cookie = "") =>
      server.post(shop.slug, `/api${path}`, body, { remoteAddress, headers: { cookie } });
    const begin = async (remoteAddress: string) =>
      (await post("/my/cart/modify", { add: [ticketLine(shop.event, 1)] }, remoteAddress)).status;
    const begun = await post("/my/cart/modify", { add: [ticketLine(shop.event, 1)] }, network);
    const cart: Cart = begun.body.cart._data[0];
    const tickets = cart.lines.flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids));
    const cookie = String(begun.headers["set-cookie"]).split(";")[0];
    expect((await post(`/cart/${cart.id}/remove`, { tickets }, network, cookie)).status).toBe(200);
    // Further carts like one that was begun and emptied.
    await sql`insert into cart (seller_id, id, identity_id, client_network, expires_at, max_hold_until, channel_id)
      select seller_id, gen_random_uuid(), identity_id, client_network, expires_at, max_hold_until, channel_id
      from cart, generate_series(1, ${empty_carts_of_address}::int) where id = ${cart.id} returning seller_id`.execute(
      server.db,
    );
    expect([await begin(network), await begin("203.0.113.10")]).toEqual([429, 200]);
  });
});
