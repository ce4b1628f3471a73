import type { ListedEvent } from "@foyer/contract/shop/listing.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestEvent, createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { memberOf } from "../../../../test/shop/catalogVisitors.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

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
    const member = await server.get(shop.slug, query, await memberOf(server, shop));
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

  test("lists the price that the days of each event show, and whether others cost more", async () => {
    const adult = { name: "Adult", currency_amount: 2800 };
    const child = { name: "Child", currency_amount: 1800 };
    const shop = await createTestShop(server.db, { event: { name: "several", groups: [{ types: [adult, child] }] } });
    const week = [{ inDays: 3 }, { inDays: 4 }];
    await createTestEvent(server.db, shop, { name: "one", groups: [{ types: [adult] }] });
    await createTestEvent(server.db, shop, {
      name: "cheaper day",
      groups: [{ types: [adult] }],
      sessions: [{ inDays: 3 }, { inDays: 4, prices: { 0: 1500 } }],
    });
    const named = await createTestEvent(server.db, shop, {
      name: "named",
      groups: [{ types: [adult, child] }],
      sessions: week,
    });
    const price_display = { primary_ticket_type: named.groups[0]?.types[0]?.id };
    await server.db
      .updateTable("event_template")
      .set({ config: JSON.stringify({ price_display }) })
      .where("id", "=", named.id)
      .execute();
    const listed: readonly ListedEvent[] = (await server.get(shop.slug, "/api/events/available")).body.event_template
      ._data;
    const prices = Object.fromEntries(
      listed.map((event) => [event.name, [event.min_price, event.listed_price, event.listed_price_is_lowest]]),
    );
    expect(prices).toEqual({
      several: ["18.00", "18.00", true],
      one: ["28.00", "28.00", false],
      "cheaper day": ["15.00", "15.00", true],
      named: ["18.00", "28.00", false],
    });
  });

  test("says whether fees come on top of the prices; free tickets carry none", async () => {
    const fees = { fee_fixed_outside: 150, fee_percent_outside: 0 };
    const shop = await createTestShop(server.db, { event: { name: "plain", groups: [{ types: [{}] }] } });
    await createTestEvent(server.db, shop, {
      name: "one of two",
      groups: [{ types: [{ currency_amount: 1000 }, { currency_amount: 2000, ...fees }] }],
    });
    await createTestEvent(server.db, shop, {
      name: "percentage",
      groups: [{ types: [{ currency_amount: 1000, fee_percent_outside: 150 }] }],
    });
    await createTestEvent(server.db, shop, { name: "free", groups: [{ types: [{ currency_amount: 0, ...fees }] }] });
    const listed: readonly ListedEvent[] = (await server.get(shop.slug, "/api/events/available")).body.event_template
      ._data;
    expect(Object.fromEntries(listed.map(({ name, has_fees }) => [name, has_fees]))).toEqual({
      plain: false,
      "one of two": true,
      percentage: true,
      free: false,
    });
  });

  test("the listing is sold out on a day if the sessions of that day are, whatever other days have left", async () => {
    const shop = await createTestShop(server.db, {
      event: { sessions: [{ inDays: 2, capacity: 5, used_capacity: 5 }, { inDays: 3 }] },
    });
    const [full, open] = shop.event.sessions;
    const soldOut = async (query: string) =>
      (await server.get(shop.slug, `/api/events/available?${query}`)).body.event_template._data[0].sold_out;
    expect(await soldOut("")).toBe(false);
    expect(await soldOut(`date=${open?.local_day}`)).toBe(false);
    expect(await soldOut(`date=${full?.local_day}`)).toBe(true);
  });

  test("shows the day and the price that the filter asks for, to visitors and to members", async () => {
    const shop = await createTestShop(server.db, {
      event: {
        groups: [
          { types: [{ currency_amount: 1000 }] },
          // The group is for members, so that their prices are not the stored ones.
          { types: [{ currency_amount: 9000 }], hidden_type: "public_member_only" },
        ],
        sessions: [
          { inDays: 1, at: "10:00" },
          { inDays: 3, at: "15:00", prices: { 0: 2500 } },
        ],
      },
    });
    const [next, asked] = shop.event.sessions;
    const card = async (query: string, as?: Awaited<ReturnType<typeof memberOf>>) =>
      (await server.get(shop.slug, `/api/events/available?${query}`, as)).body.event_template._data[0];
    const member = await memberOf(server, shop);
    for (const as of [undefined, member]) {
      expect(await card("", as)).toMatchObject({ next_session: next?.start_datetime, min_price: "10.00" });
      const onDay = { next_session: asked?.start_datetime, min_price: "25.00" };
      expect(await card(`date=${asked?.local_day}`, as)).toMatchObject(onDay);
      expect(await card("time=15:00", as)).toMatchObject(onDay);
    }
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
