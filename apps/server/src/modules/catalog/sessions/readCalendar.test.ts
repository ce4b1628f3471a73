import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { memberOf, requestedTypes } from "../../../../test/shop/catalogVisitors.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

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
    const as = await memberOf(server, shop);
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

  test("price_display is left out where the event names no types, and for baskets", async () => {
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
  // A hidden second group does not change the stored prices. Requesting the first group by id computes the days row by
  // row.
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
