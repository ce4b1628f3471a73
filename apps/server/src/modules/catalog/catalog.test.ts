import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHash } from "node:crypto";
import { createTestHold } from "../../../test/shop/createTestHold.ts";
import { createTestEvent, createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createTestMember } from "../../../test/accounts/members.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** The cookie of a new visitor. */
const makeVisitor = async (shop: { seller_id: string; slug: string }, identity_id: string) => {
  const token = createHash("sha256").update(identity_id).digest("base64url");
  const token_hash = createHash("sha256").update(token).digest();
  const known = await server.db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", identity_id)
    .executeTakeFirst();
  if (!known)
    await server.db
      .insertInto("identity")
      .values({ seller_id: shop.seller_id, id: identity_id, kind: "public" })
      .execute();
  await server.db
    .insertInto("visitor_session")
    .values({
      seller_id: shop.seller_id,
      token_hash,
      identity_id,
      expires_at: Temporal.Now.instant().add({ hours: 1 }).toString(),
    })
    .execute();
  return { headers: { cookie: `foyer.${shop.slug}=${token}` } };
};
/** A member whose benefits cover everything. */
const memberOf = async (shop: TestShop) => {
  const { cookie } = await createTestMember(server.db, shop, { benefits: { "*": -1 } });
  return { headers: { cookie } };
};

const requestedTypes = (...list: [{ id: string }, number][]) => ({
  ticket_types_required: list.map(([type, quantity]) => ({ ticket_type_id: type.id, quantity })),
});

describe("an event", () => {
  test("shows venue, groups and types in the seller's order, without internal columns", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        description: '<p onclick="x()">Whales<script>alert(1)</script></p>',
        groups: [
          { name: "Second", rank: 2 },
          {
            name: "First",
            rank: 1,
            types: [{ name: "Adult", currency_amount: 2050, fee_fixed_outside: 150, fee_percent_outside: 250 }],
          },
        ],
      },
    });
    const { status, body } = await server.get(
      shop.slug,
      `/api/events/${shop.event.id}?_embed=venue,ticket_group,ticket_type,message_rule`,
    );
    expect(status).toBe(200);
    expect(body.event_template._data).toMatchObject([
      { id: shop.event.id, description: "<p>Whales</p>", hidden_type: "public_browsable" },
    ]);
    expect(body.venue._data).toEqual([
      { id: shop.venue_id, name: "Main House", timezone: "America/New_York", address: "1 Pier Road" },
    ]);
    expect(body.ticket_group._data.map((group: { name: string }) => group.name)).toEqual(["First", "Second"]);
    expect(body.ticket_type._data[0]).toMatchObject({
      name: "Adult",
      currency_amount: "20.50",
      discounted_amount: "20.50",
      outside_fees: [
        { fee_fixed_outside: true, fee: "1.50" },
        { fee_percent_outside: true, fee: "2.5" },
      ],
    });
    expect(body.message_rule._data).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/used_capacity|"capacity"|"key"|retired/);
  });

  test("is not found when unknown or another seller's", async () => {
    const [shop, other] = [await createTestShop(server.db), await createTestShop(server.db)];
    const nobodys = await server.get(shop.slug, `/api/events/${crypto.randomUUID()}`);
    const others = await server.get(shop.slug, `/api/events/${other.event.id}`);
    expect([nobodys.status, others.status]).toEqual([404, 404]);
    expect(others.body._data).toEqual(nobodys.body._data);
    expect(others.body._data[0]).toMatchObject({
      _code: "event_not_found",
      _description: "Sorry, tickets are not available for this event.",
    });
    expect((await server.get(shop.slug, "/api/events/whales")).status).toBe(400);
  });

  test("does not reveal the id of a hidden group in its message rules", async () => {
    const shop = await createTestShop(server.db, { event: { groups: [{}, { hidden_type: "public_link_only" }] } });
    const [open, linked] = shop.event.groups;
    const rule = (key: string, ids: (string | undefined)[]) => ({
      seller_id: shop.seller_id,
      id: crypto.randomUUID(),
      event_template_id: shop.event.id,
      key,
      actions: JSON.stringify({ quantity_message: key }),
      triggers: JSON.stringify({ quantity: { ticket_group_ids: ids, min: 2 } }),
    });
    await server.db
      .insertInto("message_rule")
      .values([rule("both", [open?.id, linked?.id]), rule("hidden", [linked?.id])])
      .execute();
    const visitor = await server.get(shop.slug, `/api/events/${shop.event.id}?_embed=message_rule`);
    expect(visitor.body.message_rule._data.map((rule: { triggers: object }) => rule.triggers)).toEqual([
      { quantity: { ticket_group_ids: [open?.id], min: 2 } },
    ]);
    const guest = await server.get(
      shop.slug,
      `/api/events/${shop.event.id}?_embed=message_rule&ticket_group.id._in=${linked?.id}`,
    );
    expect(guest.body.message_rule._data).toHaveLength(2);
  });
});

describe("the visible groups", () => {
  const makeHidden = async () => {
    const shop = await createTestShop(server.db, {
      event: {
        groups: [
          { name: "open" },
          { name: "linked", hidden_type: "public_link_only", types: [{ currency_amount: 77 }] },
          { name: "members", hidden_type: "public_member_only", types: [{ currency_amount: 66 }] },
          { name: "soon", sales_start: "2999-01-01T00:00:00Z", types: [{ currency_amount: 55 }] },
          { name: "over", sales_end: "2001-01-01T00:00:00Z", types: [{ currency_amount: 44 }] },
          { name: "off", available: false, types: [{ currency_amount: 33 }] },
        ],
      },
    });
    const id = (name: string) => shop.event.groups.find((group) => group.name === name)?.id ?? "";
    return { shop, id };
  };
  type Actor = "passer-by" | "member";
  test.each<[string, Actor, string[] | undefined, string[]]>([
    ["of a visitor", "passer-by", undefined, ["open"]],
    ["of a member", "member", undefined, ["open", "members"]],
    ["of a visitor with the link", "passer-by", ["linked"], ["linked"]],
    ["of a visitor who names hidden ids", "passer-by", ["members", "soon", "over", "off"], []],
    [
      "of a member who names every id",
      "member",
      ["open", "linked", "members", "soon", "over", "off"],
      ["open", "linked", "members"],
    ],
  ])("%s", async (_, actor, requested, names) => {
    const { shop, id } = await makeHidden();
    const as = actor === "member" ? await memberOf(shop) : {};
    const filter = requested ? `&ticket_group.id._in=${requested.map(id).join(",")}` : "";
    for (const path of [
      `/api/events/${shop.event.id}?_embed=ticket_group,ticket_type`,
      `/api/events/${shop.event.id}/sessions/${shop.session.id}?_embed=ticket_group,ticket_type`,
    ]) {
      const { body } = await server.get(shop.slug, path + filter, as);
      expect(body.ticket_group._data.map((group: { name: string }) => group.name)).toEqual(names);
      expect(new Set(body.ticket_type._data.map((type: { ticket_group_id: string }) => type.ticket_group_id))).toEqual(
        new Set(names.map(id)),
      );
    }
    const sessions = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions?_limit=1${filter}`, as);
    expect(sessions.body.event_session._data).toHaveLength(names.length > 0 ? 1 : 0);
  });

  test("are only narrowed by a filter of hidden types", async () => {
    const { shop } = await makeHidden();
    const { body } = await server.get(
      shop.slug,
      `/api/events/${shop.event.id}?_embed=ticket_group&ticket_group.hidden_type=public_link_only,public_member_only`,
    );
    expect(body.ticket_group._data).toEqual([]);
  });

  test("include prices of visible types only", async () => {
    const { shop, id } = await makeHidden();
    const typeOf = (name: string) => shop.event.groups.find((group) => group.name === name)?.types[0]?.id;
    const named = ["open", "linked", "members", "soon", "over", "off"].map((name) => ({
      ticket_type_id: typeOf(name),
    }));
    const body = { ticket_types_required: named };
    const visitor = await server.post(shop.slug, `/api/events/${shop.event.id}/pricecheck`, body);
    expect(Object.keys(visitor.body.ticket_group).toSorted()).toEqual([id("open"), id("linked")].toSorted());
    expect(visitor.body.ticket_group[id("linked")]).toMatchObject([{ currency_amount: "0.77", available: true }]);
    const member = await server.post(shop.slug, `/api/events/${shop.event.id}/pricecheck`, body, await memberOf(shop));
    expect(Object.keys(member.body.ticket_group).toSorted()).toEqual(
      [id("open"), id("linked"), id("members")].toSorted(),
    );
    for (const name of ["members", "soon", "over", "off"])
      for (const path of ["sessions", "calendar"]) {
        const refused = await server.post(shop.slug, `/api/events/${shop.event.id}/${path}`, {
          ticket_types_required: [{ ticket_type_id: typeOf(name), quantity: 1 }],
        });
        expect(refused.body._data[0]).toMatchObject({ _code: "ticket_type_not_available" });
      }
  });

  test("can be read by id, except those for members and off sale", async () => {
    const { shop, id } = await makeHidden();
    const statuses = await Promise.all(
      ["open", "linked", "members", "soon", "over", "off"].map(
        async (name) => (await server.get(shop.slug, `/api/ticket_group/${id(name)}?_embed=ticket_type`)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404]);
    expect((await server.get(shop.slug, `/api/ticket_group/${id("members")}`, await memberOf(shop))).status).toBe(200);
  });

  test("have a lowest price for members of their own", async () => {
    const { shop } = await makeHidden();
    const lowest = async (as: object) => {
      const sessions = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions`, as);
      const calendar = await server.get(shop.slug, `/api/events/${shop.event.id}/calendar`, as);
      const listing = await server.get(shop.slug, "/api/events/available", as);
      return [
        sessions.body.event_session._data[0].min_price,
        calendar.body.calendar._data[0].min_price,
        listing.body.event_template._data[0].min_price,
      ];
    };
    expect(await lowest({})).toEqual(["10.00", "10.00", "10.00"]);
    expect(await lowest(await memberOf(shop))).toEqual(["0.66", "0.66", "0.66"]);
  });
});

describe("sessions", () => {
  test("are listed from now until the start of the month a year ahead, without cancelled ones", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        sessions: [
          { inDays: -1 },
          { inDays: 1 },
          { inDays: 2, cancelled: true },
          { inDays: 3, retired: true },
          { inDays: 400 },
          { inDays: 4 },
        ],
      },
    });
    const ids = async (query: string) =>
      (await server.get(shop.slug, `/api/events/${shop.event.id}/sessions?${query}`)).body.event_session._data.map(
        ({ id }: { id: string }) => shop.event.sessions.findIndex((session) => session.id === id),
      );
    expect(await ids("")).toEqual([1, 5]);
    expect(await ids("_sort=-start_datetime")).toEqual([5, 1]);
    expect(await ids("_limit=1&sold_out=F&_sort=start_datetime")).toEqual([1]);
    expect(await ids(`_ondate=${shop.event.sessions[5]?.local_day}`)).toEqual([5]);
    expect(await ids(`start_datetime._gte=${shop.event.sessions[5]?.start_datetime}`)).toEqual([5]);
    expect(await ids(`start_datetime._lt=${shop.event.sessions[5]?.start_datetime}`)).toEqual([1]);
    expect(await ids("start_datetime._lt=2999-01-01T00:00:00Z")).toEqual([1, 5]);
  });

  test("show how many tickets are left from 99 down, and nothing above", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        sessions: [
          { inDays: 1, capacity: 100 },
          { inDays: 2, capacity: 99 },
          { inDays: 3, capacity: 5, oversell_capacity: 2, used_capacity: 6 },
          { inDays: 4, capacity: 5, used_capacity: 5 },
          { inDays: 5, capacity: -1 },
        ],
      },
    });
    const { body } = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions`);
    expect(
      body.event_session._data.map(({ left, sold_out }: { left: number; sold_out: boolean }) => [left, sold_out]),
    ).toEqual([
      [null, false],
      [99, false],
      [1, false],
      [0, true],
      [null, false],
    ]);
    const days = await server.get(shop.slug, `/api/events/${shop.event.id}/calendar`);
    expect(
      days.body.calendar._data.map(({ left, status }: { left: number; status: string }) => [left, status]),
    ).toEqual([
      [null, "available"],
      [99, "available"],
      [1, "available"],
      [0, "sold_out"],
      [null, "available"],
    ]);
    const open = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions?sold_out=F`);
    expect(open.body.event_session._data).toHaveLength(4);
    const soldOut = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions?sold_out=T`);
    expect(soldOut.body.event_session._data).toHaveLength(1);
  });

  test("are sold out when every group with a place is, whatever add-ons are left", async () => {
    const soldOut = await createTestShop(server.db, { event: { groups: [{ capacity: 3, used_capacity: 3 }] } });
    const apart = await createTestShop(server.db, {
      event: { groups: [{}, { exclude_from_event_capacity: true }], sessions: [{ capacity: 5, used_capacity: 5 }] },
    });
    const alone = await createTestShop(server.db, {
      event: { groups: [{ exclude_from_event_capacity: true }], sessions: [{ capacity: 5, used_capacity: 5 }] },
    });
    const both = async (shop: typeof soldOut) => [
      (await server.get(shop.slug, `/api/events/${shop.event.id}/sessions`)).body.event_session._data[0].sold_out,
      (await server.get(shop.slug, `/api/events/${shop.event.id}/calendar`)).body.calendar._data[0].status,
      (await server.get(shop.slug, `/api/events/${shop.event.id}/sessions?sold_out=F`)).body.event_session._data.length,
      (await server.get(shop.slug, "/api/events/available")).body.event_template._data[0].sold_out,
    ];
    expect(await both(soldOut)).toEqual([true, "sold_out", 0, true]);
    expect(await both(apart)).toEqual([true, "sold_out", 0, true]);
    expect(await both(alone)).toEqual([false, "available", 1, false]);
  });

  test("show their own prices; nothing is on sale once begun or cancelled", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        sessions: [
          { prices: { 0: 3000 } },
          { start_datetime: Temporal.Now.instant().subtract({ minutes: 1 }).toString() },
          { inDays: 9, cancelled: true },
        ],
      },
    });
    const read = async (index: number) =>
      (
        await server.get(
          shop.slug,
          `/api/events/${shop.event.id}/sessions/${shop.event.sessions[index]?.id}?_embed=ticket_group,ticket_type,venue`,
        )
      ).body;
    const open = await read(0);
    expect(open.ticket_type._data.map((type: { currency_amount: string }) => type.currency_amount)).toEqual([
      "30.00",
      "10.00",
    ]);
    expect(open.event_session._data[0]).toMatchObject({
      min_price: "10.00",
      sold_out: false,
      left: 50,
      local_start: "10:00",
      local_end: "11:00",
    });
    for (const index of [1, 2]) {
      const closed = await read(index);
      expect(closed.ticket_type._data).toEqual([]);
      expect(closed.event_session._data[0]).toMatchObject({
        sold_out: true,
        left: 0,
        min_price: null,
        cancelled: index === 2,
      });
    }
    const other = await createTestEvent(server.db, shop);
    expect(
      (await server.get(shop.slug, `/api/events/${other.id}/sessions/${shop.session.id}`)).body._data[0]._code,
    ).toBe("event_session_not_found");
  });
});

describe("price_display", () => {
  const makeNamed = () => {
    const [adult, member, family] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const event = (price_display: object) => ({
      config: JSON.stringify({ price_display }),
      groups: [
        {
          types: [
            { name: "Child", currency_amount: 500 },
            { id: adult, currency_amount: 2050 },
          ],
        },
        { hidden_type: "public_member_only" as const, types: [{ id: member, currency_amount: 900 }] },
        { hidden_type: "public_link_only" as const, types: [{ id: family, currency_amount: 4000 }] },
      ],
      sessions: [
        { inDays: 3, at: "10:00" },
        { inDays: 3, at: "12:00", prices: { 1: 1800 } },
        { inDays: 3, at: "14:00", prices: { 1: 100 }, capacity: 5, used_capacity: 5 },
        { inDays: 4, at: "10:00", capacity: 5, used_capacity: 5 },
      ],
    });
    return { adult, member, family, event };
  };
  const pricesOf = (rows: Record<string, unknown>[]) =>
    rows.map(({ min_price, primary_price, secondary_price }) => ({ min_price, primary_price, secondary_price }));

  test("shows the lowest available price on days, and the price on sessions", async () => {
    const { adult, member, event } = makeNamed();
    const shop = await createTestShop(server.db, {
      event: event({ primary_ticket_type: adult, secondary_ticket_type: member }),
    });
    const calendar = `/api/events/${shop.event.id}/calendar?_format=extended`;
    const sessions = `/api/events/${shop.event.id}/sessions?_ondate=${shop.event.sessions[0]?.local_day}`;
    expect(pricesOf((await server.get(shop.slug, calendar)).body.calendar._data)).toEqual([
      { min_price: "5.00", primary_price: "18.00", secondary_price: null },
      { min_price: null, primary_price: null, secondary_price: null },
    ]);
    expect(pricesOf((await server.get(shop.slug, sessions)).body.event_session._data)).toEqual([
      { min_price: "5.00", primary_price: "20.50", secondary_price: null },
      { min_price: "5.00", primary_price: "18.00", secondary_price: null },
      { min_price: "1.00", primary_price: "1.00", secondary_price: null },
    ]);
    const one = `/api/events/${shop.event.id}/sessions/${shop.event.sessions[1]?.id}`;
    expect(pricesOf((await server.get(shop.slug, one)).body.event_session._data)).toEqual([
      { min_price: "5.00", primary_price: "18.00", secondary_price: null },
    ]);

    // For members the calendar is computed in another way, with the same result.
    const as = await memberOf(shop);
    expect(pricesOf((await server.get(shop.slug, calendar, as)).body.calendar._data)[0]).toEqual({
      min_price: "5.00",
      primary_price: "18.00",
      secondary_price: "9.00",
    });
    expect(pricesOf((await server.get(shop.slug, sessions, as)).body.event_session._data)[0]).toMatchObject({
      primary_price: "20.50",
      secondary_price: "9.00",
    });
  });

  test("shows prices of a hidden group only with its link", async () => {
    const { family, event } = makeNamed();
    const shop = await createTestShop(server.db, { event: event({ primary_ticket_type: family }) });
    const path = `/api/events/${shop.event.id}/calendar`;
    const dayOf = async (query: string) => (await server.get(shop.slug, path + query)).body.calendar._data[0];
    expect(await dayOf("")).toMatchObject({ min_price: "5.00", primary_price: null });
    expect(await dayOf(`?ticket_group_id._in=${shop.event.groups[2]?.id}`)).toMatchObject({
      min_price: "40.00",
      primary_price: "40.00",
    });
  });

  test("is left out where the event names no types, and for baskets", async () => {
    const shop = await createTestShop(server.db);
    const [day] = (await server.get(shop.slug, `/api/events/${shop.event.id}/calendar`)).body.calendar._data;
    expect(day).not.toHaveProperty("primary_price");
    const { adult, event } = makeNamed();
    const named = await createTestShop(server.db, { event: event({ primary_ticket_type: adult }) });
    const priced = await server.post(
      named.slug,
      `/api/events/${named.event.id}/calendar`,
      requestedTypes([{ id: adult }, 2]),
    );
    expect(priced.body.calendar._data[0]).toMatchObject({ min_price: "36.00" });
    expect(priced.body.calendar._data[0]).not.toHaveProperty("primary_price");
  });
});

describe("a basket", () => {
  test("has a price and fees in every session", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        groups: [
          {
            types: [
              { currency_amount: 2000, fee_fixed_outside: 150 },
              { currency_amount: 1001, fee_percent_outside: 250 },
            ],
          },
        ],
        sessions: [{ inDays: 1 }, { inDays: 2, prices: { 0: 2500 } }],
      },
    });
    const [adult, child] = shop.group.types;
    const body = requestedTypes([adult!, 2], [child!, 1]);
    const { body: priced } = await server.post(
      shop.slug,
      `/api/events/${shop.event.id}/sessions?_sort=start_datetime&_include_sold_out=true`,
      body,
    );
    expect(priced.event_session._data).toMatchObject([
      { price: "50.01", price_increase: "0" },
      { price: "60.01", price_increase: "10.00" },
    ]);
    // The price of a group is that of its cheapest type in this session.
    const at = (number: number) =>
      server.get(
        shop.slug,
        `/api/events/${shop.event.id}/sessions/${shop.event.sessions[number]?.id}?_embed=ticket_group`,
      );
    expect((await at(1)).body.ticket_group._data[0]).toMatchObject({ price: "10.01", original_price: "10.01" });
    expect(priced.price_schedule._data).toEqual([
      { event_session_id: shop.event.sessions[0]?.id, price: "50.01", fees: "3.25", available: true },
      { event_session_id: shop.event.sessions[1]?.id, price: "60.01", fees: "3.25", available: true },
    ]);
    const days = await server.post(shop.slug, `/api/events/${shop.event.id}/calendar?_format=price`, body);
    expect(
      days.body.calendar._data.map(({ min_price, min_price_fees }: { min_price: string; min_price_fees: object }) => [
        min_price,
        min_price_fees,
      ]),
    ).toEqual([
      ["50.01", { outside: "3.25" }],
      ["60.01", { outside: "3.25" }],
    ]);
  });

  test("is unavailable where the capacity is too small", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        groups: [{ max_tickets_per_order: 6 }, { capacity: 4 }, { exclude_from_event_capacity: true }],
        sessions: [
          { inDays: 1, at: "10:00", capacity: 3 },
          { inDays: 1, at: "12:00", capacity: 5 },
        ],
      },
    });
    const type = (group: number) => shop.event.groups[group]!.types[0]!;
    const open = async (...list: [{ id: string }, number][]) => {
      const { body } = await server.post(
        shop.slug,
        `/api/events/${shop.event.id}/sessions?_include_sold_out=true`,
        requestedTypes(...list),
      );
      const days = await server.post(shop.slug, `/api/events/${shop.event.id}/calendar`, requestedTypes(...list));
      const available = body.event_session._data.map(({ sold_out }: { sold_out: boolean }) => !sold_out);
      expect(days.body.calendar._data).toMatchObject([
        { sessions: available.filter(Boolean).length, status: available.some(Boolean) ? "available" : "sold_out" },
      ]);
      const without = await server.post(shop.slug, `/api/events/${shop.event.id}/sessions`, requestedTypes(...list));
      expect(without.body.event_session._data).toHaveLength(available.filter(Boolean).length);
      return available;
    };
    expect(await open([type(0), 3])).toEqual([true, true]);
    expect(await open([type(0), 4])).toEqual([false, true]);
    expect(await open([type(0), 3], [type(1), 2])).toEqual([false, true]);
    expect(await open([type(0), 3], [type(0), 3])).toEqual([false, false]);
    expect(await open([type(0), 7])).toEqual([false, false]);
    expect(await open([type(1), 5])).toEqual([false, false]);
    expect(await open([type(2), 50], [type(0), 3])).toEqual([true, true]);
  });

  test("may name at most ten types for a calendar", async () => {
    const shop = await createTestShop(server.db, {
      event: { groups: [{ types: Array.from({ length: 11 }, () => ({})) }] },
    });
    const all = shop.group.types.map((type): [typeof type, number] => [type, 1]);
    const eleven = await server.post(shop.slug, `/api/events/${shop.event.id}/calendar`, requestedTypes(...all));
    expect([eleven.status, eleven.body._data[0]]).toMatchObject([
      422,
      {
        _code: "validation_failed",
        _context: "event_calendar",
        _description: "You can only select up to 10 different types of tickets.",
      },
    ]);
    expect(
      (await server.post(shop.slug, `/api/events/${shop.event.id}/calendar`, requestedTypes(...all.slice(1)))).status,
    ).toBe(200);
  });
});

test("the calendar statement agrees with the rules", async () => {
  const times = ["09:00", "12:00", "15:00"];
  const shop = await createTestShop(server.db, {
    event: {
      groups: [
        {
          types: [
            { currency_amount: 2000, fee_fixed_outside: 100 },
            { currency_amount: 1500, fee_percent_outside: 500 },
          ],
        },
      ],
      sessions: Array.from({ length: 30 }, (_, index) => ({
        inDays: 1 + Math.floor(index / 3),
        at: times[index % 3]!,
        capacity: index % 7 === 0 ? -1 : 20 + index * 3,
        used_capacity: index % 4 === 0 ? 20 + index * 3 - (index % 7 === 0 ? 20 : 0) : 3,
        ...(index % 5 === 0 && { prices: { 1: 900 + index } }),
      })),
    },
  });
  const stored = await server.get(shop.slug, `/api/events/${shop.event.id}/calendar?_format=extended`);
  expect(stored.body.calendar._data).toHaveLength(10);
  // A hidden second group does not change the stored prices; requesting the first group by id computes the days row by row.
  await server.db
    .insertInto("ticket_group")
    .values({
      seller_id: shop.seller_id,
      id: crypto.randomUUID(),
      key: "late",
      event_template_id: shop.event.id,
      name: "Late",
    })
    .execute();
  const late = await server.db
    .selectFrom("ticket_group")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("key", "=", "late")
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto("ticket_type")
    .values({
      seller_id: shop.seller_id,
      id: crypto.randomUUID(),
      key: "late",
      ticket_group_id: late.id,
      name: "Late",
      currency_amount: 1,
    })
    .execute();
  const computed = await server.get(
    shop.slug,
    `/api/events/${shop.event.id}/calendar?ticket_group_id._in=${shop.group.id}`,
  );
  expect(computed.body).toEqual(stored.body);
  const other = await server.get(shop.slug, `/api/events/${shop.event.id}/calendar?ticket_group_id._in=${late.id}`);
  expect(other.body.calendar._data[0].min_price).toBe("0.01");
});

describe("holds", () => {
  const makeFull = async (hold: { expiresIn?: number; payingFor?: number }) => {
    const shop = await createTestShop(server.db, { event: { groups: [{ capacity: 4 }], sessions: [{ capacity: 4 }] } });
    const held = await createTestHold(server.db, shop, { ...shop, quantity: 4, ...hold });
    const look = async (as: object = {}, prefix = "/api") => {
      const sessions = await server.get(shop.slug, `${prefix}/events/${shop.event.id}/sessions`, as);
      const calendar = await server.get(shop.slug, `${prefix}/events/${shop.event.id}/calendar`, as);
      const listing = await server.get(shop.slug, `${prefix}/events/available`, as);
      const event = await server.get(shop.slug, `${prefix}/events/${shop.event.id}?_embed=ticket_group`, as);
      return [
        sessions.body.event_session._data[0].left,
        calendar.body.calendar._data[0].left,
        listing.body.event_template._data[0].sold_out,
        event.body.ticket_group._data[0].left,
      ];
    };
    return { shop, held, look };
  };
  const soldOut = [0, 0, true, 0];
  const free = [4, 4, false, 4];

  test("use capacity", async () => expect(await (await makeFull({ expiresIn: 60 })).look()).toEqual(soldOut));
  test("free it when they expire, before the sweep", async () =>
    expect(await (await makeFull({ expiresIn: -0.001 })).look()).toEqual(free));
  test("keep it during a payment", async () =>
    expect(await (await makeFull({ expiresIn: -5, payingFor: 60 })).look()).toEqual(soldOut));
  test("free it when that payment has timed out too", async () =>
    expect(await (await makeFull({ expiresIn: -5, payingFor: -1 })).look()).toEqual(free));

  test("of the visitor do not make their own page look sold out", async () => {
    const { shop, held, look } = await makeFull({ expiresIn: 600 });
    const own = await makeVisitor(shop, held.identity_id);
    const other = await makeVisitor(shop, crypto.randomUUID());
    expect(await look(own)).toEqual(free);
    expect(await look(other)).toEqual(soldOut);
    // A shared reply ignores the visitor's cookie.
    expect(await look(own, "/cached_api")).toEqual(soldOut);
    const basket = await server.post(
      shop.slug,
      `/api/events/${shop.event.id}/sessions`,
      requestedTypes([shop.type, 4]),
      own,
    );
    expect(basket.body.event_session._data).toHaveLength(1);
  });

  test("of the visitor that expired are counted once as free", async () => {
    const { shop, held, look } = await makeFull({ expiresIn: -5 });
    expect(await look(await makeVisitor(shop, held.identity_id))).toEqual(free);
  });

  test("in an excluded group free no capacity of the session", async () => {
    const shop = await createTestShop(server.db, {
      event: { groups: [{}, { exclude_from_event_capacity: true }], sessions: [{ capacity: 4, used_capacity: 2 }] },
    });
    await createTestHold(server.db, shop, {
      ...shop,
      group: shop.event.groups[1]!,
      type: shop.event.groups[1]!.types[0]!,
      quantity: 2,
      expiresIn: -5,
    });
    const { body } = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions`);
    expect(body.event_session._data[0].left).toBe(2);
  });
});

describe("the listing", () => {
  const names = async (slug: string, query = "", as: object = {}) =>
    (await server.get(slug, `/api/events/available?${query}`, as)).body.event_template._data.map(
      ({ name }: { name: string }) => name,
    );

  test("shows events on sale in the seller's order", async () => {
    const shop = await createTestShop(server.db, { event: { name: "B", rank: 1 } });
    await createTestEvent(server.db, shop, { name: "C", rank: 1 });
    await createTestEvent(server.db, shop, { name: "A", rank: 2 });
    await createTestEvent(server.db, shop, { name: "nothing to come", sessions: [{ inDays: -1 }] });
    await createTestEvent(server.db, shop, {
      name: "not on sale yet",
      groups: [{ sales_start: "2999-01-01T00:00:00Z" }],
    });
    await createTestEvent(server.db, shop, { name: "no groups", groups: [] });
    await createTestEvent(server.db, shop, { name: "retired", retired: true });
    await createTestEvent(server.db, shop, { name: "for its link", hidden_type: "public_link_only" });
    await createTestEvent(server.db, shop, { name: "for members", hidden_type: "public_member_only" });
    await createTestEvent(server.db, shop, {
      name: "Year pass",
      rank: 3,
      category: "passes",
      sessions: [],
      groups: [{ handler: "passes", types: [{ currency_amount: 9900 }] }],
    });
    expect(await names(shop.slug)).toEqual(["B", "C", "A", "Year pass"]);
    expect(await names(shop.slug, "_limit=2")).toEqual(["B", "C"]);
    expect(await names(shop.slug, "category=passes,donations")).toEqual(["Year pass"]);
    expect(await names(shop.slug, "hidden_type=public_link_only")).toEqual([]);
    const { body } = await server.get(shop.slug, "/api/events/available?category=passes");
    expect(body.event_template._data).toMatchObject([{ min_price: "99.00", next_session: null, sold_out: false }]);
    expect(body.category._data).toEqual([{ name: "passes" }]);
  });

  test("shows members' events on request, and their groups and prices to members", async () => {
    const shop = await createTestShop(server.db, {
      event: { name: "Members' night", hidden_type: "public_member_only" },
    });
    const query = "/api/events/available?_withmemberevents=true&_embed=ticket_group,ticket_type";
    const visitor = await server.get(shop.slug, query);
    expect(visitor.body.event_template._data).toMatchObject([
      { name: "Members' night", min_price: null, sold_out: false },
    ]);
    expect([visitor.body.ticket_group._data, visitor.body.ticket_type._data]).toEqual([[], []]);
    const member = await server.get(shop.slug, query, await memberOf(shop));
    expect(member.body.event_template._data).toMatchObject([{ min_price: "10.00" }]);
    expect(member.body.ticket_type._data).toHaveLength(2);
    expect(await names(shop.slug, "hidden_type=public_browsable,public_member_only")).toEqual(["Members' night"]);
    expect(await names(shop.slug)).toEqual([]);
  });

  test("filters by day and time in the venue's time zone", async () => {
    const shop = await createTestShop(server.db, {
      seller: { timezone: "Pacific/Auckland" },
      event: { name: "tonight", sessions: [{ inDays: 0, at: "23:59" }] },
    });
    await createTestEvent(server.db, shop, { name: "tomorrow", sessions: [{ inDays: 1, at: "09:30" }] });
    await createTestEvent(server.db, shop, {
      name: "later",
      sessions: [
        { inDays: 9, at: "14:00" },
        { inDays: 10, at: "09:30" },
      ],
    });
    await createTestEvent(
      server.db,
      { ...shop, timezone: "America/New_York" },
      { name: "elsewhere", sessions: [{ inDays: 1, at: "09:30" }] },
    );
    await createTestEvent(server.db, shop, { name: "pass", sessions: [], groups: [{ handler: "passes" }] });
    const some = async (query: string) => new Set(await names(shop.slug, query));
    expect(await some("date=today")).toEqual(new Set(["tonight"]));
    expect(await some("date=tomorrow")).toEqual(new Set(["tomorrow", "elsewhere"]));
    expect(await some("time=09:30")).toEqual(new Set(["tomorrow", "later", "elsewhere"]));
    expect(await some("time.start=14:00&time.end=15:00")).toEqual(new Set(["later"]));
    const at = (await server.get(shop.slug, "/api/events/available?time=14:00")).body.event_template._data[0];
    expect(
      await some(
        `event_session.start_datetime._gte=${at.next_session}&event_session.start_datetime._lt=${at.last_session}`,
      ),
    ).toEqual(new Set(["later"]));
    expect(await some("")).toEqual(new Set(["tonight", "tomorrow", "later", "elsewhere", "pass"]));
  });

  test("lists categories on sale, those of the seller's collections first", async () => {
    const shop = await createTestShop(server.db, {
      seller: {
        web: JSON.stringify({ collections: [{ id: "x", title: "X", categories: ["tours", "absent", "admission"] }] }),
      },
      event: { category: "admission" },
    });
    await createTestEvent(server.db, shop, { category: "films" });
    await createTestEvent(server.db, shop, { category: "tours" });
    await createTestEvent(server.db, shop, { category: "over", sessions: [{ inDays: -3 }] });
    const { body } = await server.get(shop.slug, "/api/events/available?category=films");
    expect(body.event_template._data).toHaveLength(1);
    expect(body.category._data.map(({ name }: { name: string }) => name)).toEqual(["tours", "admission", "films"]);
  });
});

describe("other catalogue endpoints", () => {
  test("read events and settings by id, retired ones too", async () => {
    const shop = await createTestShop(server.db, {
      event: { config: JSON.stringify({ hide_sold_out_sessions: true }) },
    });
    const old = await createTestEvent(server.db, shop, { name: "old", retired: true });
    const other = await createTestShop(server.db);
    const ids = [shop.event.id, old.id, other.event.id, crypto.randomUUID()].join(",");
    const { body } = await server.get(shop.slug, `/cached_api/event_template?id._in=${ids}&_embed=meta,venue`);
    expect(body.event_template._data.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [shop.event.id, old.id].toSorted(),
    );
    expect(body.venue._data).toHaveLength(1);
    const settings = await server.get(shop.slug, `/cached_api/config?resource_id._in=${ids}`);
    expect(settings.body.config._data).toContainEqual({
      resource_id: shop.event.id,
      config: { hide_sold_out_sessions: true },
    });
    expect(settings.body.config._data).toHaveLength(2);
  });

  test("read membership rules, those of a hidden group only when its type is named", async () => {
    const membership = { handler: "membership" as const, types: [{ name: "Family" }] };
    const shop = await createTestShop(server.db, {
      event: { groups: [membership, { ...membership, hidden_type: "public_link_only" }], sessions: [] },
    });
    const [open, linked] = shop.event.groups;
    const rule = (group: typeof open) => ({
      seller_id: shop.seller_id,
      ticket_type_id: group!.types[0]!.id,
      ticket_group_id: group!.id,
      party_role: "adult",
      named: "yes" as const,
      emailed: "optional" as const,
      min: 1,
      max: 2,
    });
    await server.db
      .insertInto("membership_rule")
      .values([rule(open), rule(linked)])
      .execute();
    const all = await server.get(shop.slug, "/api/membership_rules?_embed=ticket_type&_limit=1000");
    const { seller_id: _, ...shown } = rule(open);
    expect(all.body.membership_rules._data).toEqual([shown]);
    const named = await server.get(shop.slug, `/api/membership_rules?ticket_type.id._in=${linked!.types[0]!.id}`);
    expect(named.body.membership_rules._data).toHaveLength(1);
  });

  test("check prices and availability of passes", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        sessions: [],
        groups: [
          { handler: "passes", capacity: 1 },
          { handler: "passes", capacity: 1, used_capacity: 1 },
        ],
      },
    });
    const named = shop.event.groups.map((group) => ({ ticket_type_id: group.types[0]!.id }));
    const { body } = await server.post(shop.slug, `/api/events/${shop.event.id}/pricecheck`, {
      ticket_types_required: named,
    });
    expect(shop.event.groups.map(({ id }) => body.ticket_group[id])).toMatchObject([
      [{ available: true, currency_amount: "20.00" }],
      [{ available: false }],
    ]);
  });
});
