import { keepPrice } from "../../../test/orders/keepPrice.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { redeemTicket, redeemTicketsOf } from "../../../test/office/testGate.ts";
import { sql } from "kysely";
import { newId } from "../../db/newId.ts";
import { createTestEvent, createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestResponse, TestApp } from "../../../test/app/testApp.ts";
import { emailsTo } from "../../../test/accounts/login.ts";
import { TestBuyer, cards } from "../../../test/shop/testBuyer.ts";
import { limitSession, createTestUser, type TestUser } from "../../../test/accounts/members.ts";

let server: TestApp;
let shop: TestShop;
let user: TestUser;
let member: TestBuyer;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db);
  user = await createTestUser(server.db, shop);
  member = new TestBuyer(server, shop, user.cookie);
});

const codeOf = ({ status, body }: TestResponse): string => `${status} ${body._data?.[0]?._code ?? "ok"}`;
/** Holds, pays and checks out as a member. */
const buy = async (who: TestBuyer, quantity = 2): Promise<{ id: string; order_number: string; token: string }> => {
  const cart = await who.hold(quantity);
  await who.savePurchaser(cart);
  await who.pay(cart, cards.good);
  const { body } = await who.post(`/my/cart/${cart.id}/checkout`, {});
  return body.ticket_order._data[0];
};
/** A guest with a limited session of this member. */
const limitedTo = async (identity_id: string): Promise<TestBuyer> => {
  const guest = new TestBuyer(server, shop);
  await guest.hold(1);
  await limitSession(server.db, guest, identity_id);
  return guest;
};

describe("a session of an order is marked", () => {
  const look = async (order: { id: string; token: string }) => {
    const [session] = (await member.get("/my/order_session")).body.search_result._data;
    const { lines } = (await member.get(`/ticket_order/${order.id}?token=${order.token}`)).body;
    return { account: session.flag, upcoming: session.is_upcoming, order: lines[order.id][0].flag ?? null };
  };
  test.each([
    [
      "cancelled",
      sql`update event_session set cancelled = true`,
      { account: "cancelled", upcoming: false, order: "cancelled" },
    ],
    [
      "past",
      sql`update event_session set start_datetime = app_now() - interval '2 days', end_datetime = app_now() - interval '47 hours'`,
      { account: "past", upcoming: false, order: "past" },
    ],
    [
      "redeemed",
      (order_id: string) => redeemTicketsOf(server.db, order_id),
      { account: "redeemed", upcoming: true, order: "redeemed" },
    ],
  ])("a session of an order is marked as %s", async (_, change, flags) => {
    const order = await buy(member, 1);
    expect(await look(order)).toEqual({ account: null, upcoming: true, order: null });
    if (typeof change === "function") await change(order.id);
    else
      await sql`${change} where seller_id = (select seller_id from ticket_order where id = ${order.id}::uuid)`.execute(
        server.db,
      );
    expect(await look(order)).toEqual(flags);
  });
  test("cancelled in an e-mail that is sent again", async () => {
    const order = await buy(member, 1);
    await sql`update event_session set cancelled = true where id = ${shop.session.id}::uuid`.execute(server.db);
    const before = await emailsTo(server, user.email);
    expect((await member.post(`/ticket_order/${order.id}/email?token=${order.token}`, {})).status).toBe(200);
    const [sent, ...others] = await emailsTo(server, user.email);
    expect(others).toEqual(before);
    expect(sent?.text).toContain("Cancelled");
  });
});

describe("my/order_session", () => {
  test("lists the sessions of each order, newest order first, with tickets and the order's total", async () => {
    const first = await buy(member);
    const second = await buy(member, 1);
    const { status, body, headers } = await member.get(
      "/my/order_session?_embed=ticket&ticket.state._in=booked,redeemed",
    );
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body.search_result._data).toEqual([
      expect.objectContaining({ ticket_order_id: second.id, order_number: second.order_number, total: "20.00" }),
      expect.objectContaining({
        ticket_order_id: first.id,
        event_session_id: shop.session.id,
        event_template_id: shop.event.id,
        event_name: "Whales of the Harbor",
        start_datetime: shop.session.start_datetime,
        local_day: shop.session.local_day,
        local_start: shop.session.local_start,
        timezone: "America/New_York",
        is_upcoming: true,
        all_day: false,
        total: "40.00",
      }),
    ]);
    const tickets = body.ticket._data;
    expect(tickets).toHaveLength(3);
    expect(tickets[0]).toMatchObject({
      state: "booked",
      ticket_type_name: "Adult",
      ticket_group_name: "General Admission",
      scan_code: expect.stringMatching(/^[0-9A-F]{32}$/),
    });
  });

  test("orders that are read together are as each is when it is read alone", async () => {
    const orders = [await buy(member, 1), await buy(member, 3), await buy(member, 2)];
    const [, second] = await server.db
      .selectFrom("ticket")
      .select("id")
      .where("ticket_order_id", "=", orders[1]!.id)
      .execute();
    await redeemTicket(server.db, second?.id);
    const read = async (ids: readonly string[]) =>
      (await member.get(`/ticket_order?id._in=${ids.join(",")}&_embed=membership,event_session`)).body;
    const ids = orders.map(({ id }) => id);
    const together = await read(ids);
    const alone = await Promise.all(ids.map((id) => read([id])));
    for (const name of ["ticket_order", "ticket", "door_ticket", "gift_card", "membership"])
      expect(together[name]._data).toEqual(alone.flatMap((body) => body[name]._data));
    for (const name of ["lines", "sums", "files", "paying_gift_cards", "taken_back", "giftees"])
      expect(together[name]).toEqual(Object.assign({}, ...alone.map((body) => body[name])));
    expect(together.ticket_order._data).toHaveLength(3);
  });

  test("marks past sessions, includes redeemed tickets and leaves out cancelled ones", async () => {
    const { id } = await buy(member, 2);
    const [redeemed, cancelled] = await server.db
      .selectFrom("ticket")
      .select("id")
      .where("ticket_order_id", "=", id)
      .execute();
    const put = (ticket: string | undefined, state: "cancelled") =>
      server.db
        .updateTable("ticket")
        .set({ state })
        .where("id", "=", ticket ?? "")
        .execute();
    await redeemTicket(server.db, redeemed?.id);
    await server.db
      .updateTable("event_session")
      .set({ start_datetime: "2020-01-01T15:00:00Z", end_datetime: "2020-01-01T16:00:00Z" })
      .where("id", "=", shop.session.id)
      .execute();
    const look = async () => (await member.get("/my/order_session")).body;
    expect((await look()).search_result._data).toMatchObject([{ is_upcoming: false }]);
    expect((await look()).ticket._data.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      "booked",
      "redeemed",
    ]);
    expect(
      (await member.get("/my/order_session?ticket.state._in=booked")).body.ticket._data.map(
        ({ state }: { state: string }) => state,
      ),
    ).toEqual(["booked"]);
    // Frees the capacity, as a cancellation does.
    await server.db
      .updateTable("event_session")
      .set({ used_capacity: sql<number>`used_capacity - 1` })
      .where("id", "=", shop.session.id)
      .execute();
    await server.db
      .updateTable("ticket_group")
      .set({ used_capacity: sql<number>`used_capacity - 1` })
      .where("id", "=", shop.group.id)
      .execute();
    await put(cancelled?.id, "cancelled");
    await keepPrice(server.db, [cancelled?.id ?? ""]);
    expect((await look()).ticket._data).toHaveLength(1);
    expect((await member.get("/my/order_session?ticket.state._in=held")).status).toBe(400);
  });

  test("lists a ticket without a session under its event", async () => {
    const event = await createTestEvent(server.db, shop, {
      name: "Day pass",
      sessions: [],
      groups: [{ handler: "passes", types: [{ name: "Pass", currency_amount: 0 }] }],
    });
    const { body } = await member.post("/my/cart/modify", {
      add: [
        {
          event_template_id: event.id,
          ticket_types_required: [{ ticket_type_id: event.groups[0]?.types[0]?.id, quantity: 1 }],
        },
      ],
    });
    const [cart] = body.cart._data;
    await member.payFree(cart);
    expect(codeOf(await member.post(`/my/cart/${cart.id}/checkout`, {}))).toBe("200 ok");
    expect((await member.get("/my/order_session")).body.search_result._data).toMatchObject([
      { event_session_id: null, start_datetime: null, event_name: "Day pass", is_upcoming: false, total: "0" },
    ]);
  });
});

describe("access", () => {
  const calls = [
    ["GET", "/my/order_session"],
    ["GET", "/my/ticket_order"],
    ["GET", "/my/identity/saved_payment_method"],
    ["POST", "/my/ticket_order/resend"],
    ["POST", "/my/cart/{cart}/checkout"],
    ["POST", "/my/cart/{cart}/gift_checkout"],
  ] as const;
  test.each(calls)("%s %s refuses visitors who are not fully logged in", async (method, path) => {
    const guest = new TestBuyer(server, shop);
    const cart = await guest.hold(1);
    const limited = await limitedTo(user.identity_id);
    const url = path.replace("{cart}", cart.id);
    const body = path.endsWith("gift_checkout") ? { giftee_identity_id: newId() } : {};
    const request = (who: TestBuyer) => (method === "GET" ? who.get(url) : who.post(url, body));
    expect(codeOf(await request(new TestBuyer(server, shop)))).toBe("401 not_authorized");
    expect(codeOf(await request(guest))).toBe("401 not_authorized");
    expect(codeOf(await request(limited))).toBe("403 step_up_required");
  });

  test("hides the member's orders from a limited session, even by id", async () => {
    const { id } = await buy(member);
    const limited = await limitedTo(user.identity_id);
    expect((await limited.get(`/ticket_order/${id}`)).status).toBe(404);
    expect((await limited.get(`/ticket_order?id._in=${id}`)).body.ticket_order._data).toEqual([]);
    expect((await limited.post(`/ticket_order/${id}/email`, {})).status).toBe(404);
  });
});

describe("my/ticket_order", () => {
  test("returns the visitor's own orders by id, and nobody else's", async () => {
    const own = await buy(member);
    const guest = new TestBuyer(server, shop);
    const foreign = (await guest.buy(1)).body.ticket_order._data[0];
    const stranger = new TestBuyer(server, shop, (await createTestUser(server.db, shop)).cookie);
    const ids = (response: TestResponse) => response.body.ticket_order._data.map(({ id }: { id: string }) => id);
    expect(ids(await member.get(`/my/ticket_order?id._in=${own.id},${foreign.id}`))).toEqual([own.id]);
    expect(ids(await member.get("/my/ticket_order"))).toEqual([own.id]);
    expect(ids(await stranger.get(`/my/ticket_order?id._in=${own.id}`))).toEqual([]);
    expect((await member.get(`/my/ticket_order?id._in=${own.id}&ticket.state._in=redeemed`)).body.ticket._data).toEqual(
      [],
    );
    const many = Array.from({ length: 21 }, newId).join(",");
    expect((await member.get(`/my/ticket_order?id._in=${many}`)).status).toBe(400);
  });

  test("embeds the rows that the request names", async () => {
    const { id } = await buy(member);
    const named = "ticket,ticket_type,ticket_group";
    const rows = (response: TestResponse) =>
      Object.fromEntries(
        ["ticket_type", "ticket_group", "event_template", "event_session"].map((name) => [
          name,
          response.body[name]?._data.map((row: { id: string }) => row.id),
        ]),
      );
    const none = {
      ticket_type: undefined,
      ticket_group: undefined,
      event_template: undefined,
      event_session: undefined,
    };
    const some = { ...none, ticket_type: [shop.type.id], ticket_group: [shop.group.id] };
    expect(rows(await member.get(`/my/ticket_order?id._in=${id}&_embed=${named}`))).toEqual(some);
    expect(rows(await member.get(`/my/ticket_order?id._in=${id}`))).toEqual(none);
    expect(rows(await member.get(`/ticket_order/${id}?_embed=${named},event_template,ticket.event_session`))).toEqual({
      ...some,
      event_template: [shop.event.id],
      event_session: [shop.session.id],
    });
  });

  test("opens an order in every session of its owner", async () => {
    const { id } = await buy(member);
    const { cookie } = await anotherSession(user.identity_id);
    const otherDevice = new TestBuyer(server, shop, cookie);
    expect((await otherDevice.get(`/ticket_order/${id}`)).status).toBe(200);
    expect((await otherDevice.get("/my/order_session")).body.search_result._data).toHaveLength(1);
  });
});

const anotherSession = async (identity_id: string): Promise<{ cookie: string }> => {
  const made = await createTestUser(server.db, shop);
  await server.db
    .updateTable("visitor_session")
    .set({ identity_id, member_identity_id: identity_id })
    .where("identity_id", "=", made.identity_id)
    .execute();
  return made;
};

describe("saved payment methods", () => {
  const save = (identity_id: string, brand: string, more: object = {}) =>
    server.db
      .insertInto("saved_payment_method")
      .values({
        seller_id: shop.seller_id,
        id: newId(),
        identity_id,
        gateway_id: "stripe",
        provider_ref: `pm_${newId()}`,
        customer_ref: "cus_1",
        brand,
        last4: "4242",
        ...more,
      } as never)
      .execute();

  test("lists brand and last four digits without the provider's references", async () => {
    const other = await createTestUser(server.db, shop);
    await save(user.identity_id, "visa");
    await save(other.identity_id, "mastercard");
    await save(user.identity_id, "amex", { retired_at: "2020-01-01T00:00:00Z" });
    const { body, headers } = await member.get("/my/identity/saved_payment_method");
    expect(body.saved_payment_method._data).toEqual([
      {
        id: expect.any(String),
        brand: "visa",
        last4: "4242",
        identifier: "Visa …4242",
        gateway_id: expect.any(String),
        expired: false,
      },
    ]);
    expect(headers["cache-control"]).toBe("no-store");
  });
  test.each([
    ["amex", "American Express …4242"],
    ["some_new_card", "Some new card …4242"],
    ["constructor", "Constructor …4242"],
  ])("labels %s as %s", async (brand, identifier) => {
    await save(user.identity_id, brand);
    const { body } = await member.get("/my/identity/saved_payment_method");
    expect(body.saved_payment_method._data[0].identifier).toBe(identifier);
  });
});
