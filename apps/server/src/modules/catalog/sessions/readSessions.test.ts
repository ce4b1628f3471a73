import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestEvent, createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { requestedTypes } from "../../../../test/shop/catalogVisitors.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

describe("sessions", () => {
  test("sessions are listed from now until the start of the month a year ahead, without cancelled ones", async () => {
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

  test("sessions are sold out when every group with a place is, whatever add-ons are left", async () => {
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

describe("a basket", () => {
  test("a basket has a price and fees in every session", async () => {
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

  test("a basket is unavailable where the capacity is too small", async () => {
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

  test("a basket may name at most ten types for a calendar", async () => {
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
        _extra: { fields: ["ticket_types_required"], max: 10 },
      },
    ]);
    expect(
      (await server.post(shop.slug, `/api/events/${shop.event.id}/calendar`, requestedTypes(...all.slice(1)))).status,
    ).toBe(200);
  });
});
