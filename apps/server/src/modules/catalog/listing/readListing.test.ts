import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sentStatements } from "../../../../test/database/statements/sentStatements.ts";
import { createTestEvent, createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const listing = async (slug: string, query: string) =>
  (await server.get(slug, `/cached_api/events/available?${query}`)).body;
const names = async (slug: string, query: string): Promise<string[]> =>
  (await listing(slug, query)).event_template._data.map(({ name }: { name: string }) => name);
const meta = (values: object) => ({ meta: JSON.stringify(values) });

describe("meta filters", () => {
  test("keep matching events, where an unset flag is off", async () => {
    const shop = await createTestShop(server.db, { event: { name: "plain", rank: 0 } });
    await createTestEvent(server.db, shop, {
      name: "add-on",
      rank: 1,
      ...meta({ requires_anchor: true, reserve_flow: "quantity_first", admit_names: "required", pad_pre_start: 15 }),
    });
    await createTestEvent(server.db, shop, {
      name: "tour",
      rank: 2,
      ...meta({ requires_anchor: false, reserve_flow: "date_first", admit_names: "optional" }),
    });
    expect(await names(shop.slug, "meta.requires_anchor=true")).toEqual(["add-on"]);
    expect(await names(shop.slug, "meta.requires_anchor=no")).toEqual(["plain", "tour"]);
    expect(await names(shop.slug, "meta.reserve_flow=date_first")).toEqual(["tour"]);
    expect(await names(shop.slug, "meta.admit_names=required,optional")).toEqual(["add-on", "tour"]);
    expect(await names(shop.slug, "meta.pad_pre_start=15")).toEqual(["add-on"]);
    expect(await names(shop.slug, "meta.admit_names=optional&meta.requires_anchor=true")).toEqual([]);
  });

  test.each(["meta.secret=1", "meta.identity_form=x", "meta.requires_anchor=maybe", "meta.__proto__=1", "meta.=1"])(
    "refuse %s",
    async (query) => {
      const shop = await createTestShop(server.db);
      expect((await server.get(shop.slug, `/api/events/available?${query}`)).status).toBe(400);
    },
  );
});

test("metadataKeys limits the keys of meta", async () => {
  const picture = crypto.randomUUID();
  const shop = await createTestShop(server.db, {
    event: meta({ image_profile: picture, image_cover: picture, image_profile_no_cropping: true, pad_pre_start: 5 }),
  });
  const shown = async (query: string) => (await listing(shop.slug, query)).event_template._data[0].meta;
  expect(await shown("metadataKeys=image_profile,image_profile_alt_text,image_profile_no_cropping")).toEqual({
    image_profile: picture,
    image_profile_no_cropping: true,
  });
  expect(await shown("")).toMatchObject({ image_cover: picture, pad_pre_start: 5 });
  expect((await server.get(shop.slug, "/api/events/available?metadataKeys=identity_form")).status).toBe(400);
});

test.skipIf(inject("pooler"))("each statement of a listing and of an event's groups keeps its plan", async () => {
  const shop = await createTestShop(server.db);
  const planned = async (path: string) =>
    (await sentStatements(() => server.get(shop.slug, path)))
      .filter(({ text }) => text.includes("freed"))
      .map(({ isGeneric }) => isGeneric);
  expect(await planned("/api/events/available")).toEqual([true, true]);
  expect(await planned(`/api/events/${shop.event.id}`)).toContain(true);
});

test("category and categories narrow the listing together", async () => {
  const shop = await createTestShop(server.db, { event: { name: "tour", category: "tours", rank: 0 } });
  await createTestEvent(server.db, shop, { name: "film", category: "films", rank: 1 });
  await createTestEvent(server.db, shop, { name: "other", rank: 2 });
  expect(await names(shop.slug, "categories=tours,films")).toEqual(["tour", "film"]);
  expect(await names(shop.slug, "categories=tours,films&category=films")).toEqual(["film"]);
});

describe("includeSessions", () => {
  const sessionsOf = async (slug: string, query: string) =>
    (await listing(slug, `includeSessions=true&${query}`)).event_session._data;

  test("returns the filtered sessions with the same prices and capacity as elsewhere", async () => {
    const adult = crypto.randomUUID();
    const shop = await createTestShop(server.db, {
      event: {
        rank: 0,
        config: JSON.stringify({ price_display: { primary_ticket_type: adult } }),
        groups: [{ types: [{ id: adult, currency_amount: 2000 }, { currency_amount: 1000 }] }],
        sessions: [
          { inDays: 1, at: "10:00", prices: { 0: 1500 } },
          { inDays: 1, at: "12:00", capacity: 5, used_capacity: 5 },
          { inDays: 2, at: "10:00" },
          { inDays: 1, at: "14:00", cancelled: true },
          { inDays: -1 },
        ],
      },
    });
    const late = await createTestEvent(server.db, shop, {
      rank: 1,
      // Off sale, so that the stored lowest price does not apply.
      groups: [
        { types: [{ currency_amount: 100 }], sales_start: "2999-01-01T00:00:00Z" },
        { types: [{ currency_amount: 700 }] },
      ],
      sessions: [{ inDays: 1, at: "11:00", prices: { 1: 600 } }],
    });
    const day = shop.event.sessions[0]?.local_day;
    const listed = await sessionsOf(shop.slug, `date=${day}`);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([
      shop.event.sessions[0]?.id,
      late.sessions[0]?.id,
      shop.event.sessions[1]?.id,
    ]);
    expect(listed).toMatchObject([
      { min_price: "10.00", primary_price: "15.00", sold_out: false, left: 50 },
      { min_price: "6.00", sold_out: false },
      { min_price: "10.00", primary_price: "20.00", sold_out: true, left: 0 },
    ]);
    for (const { id } of [shop.event, late]) {
      const alone = await server.get(shop.slug, `/api/events/${id}/sessions?_ondate=${day}`);
      expect(listed.filter((one: { event_template_id: string }) => one.event_template_id === id)).toEqual(
        alone.body.event_session._data,
      );
    }
    expect(await sessionsOf(shop.slug, "")).toHaveLength(4);
    expect(await listing(shop.slug, "")).not.toHaveProperty("event_session");
  });

  test("returns at most 50 sessions of an event and 1,000 in all, evenly, the next ones first", async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ inDays: 1 + index }));
    const shop = await createTestShop(server.db, { event: { sessions: many } });
    expect(await sessionsOf(shop.slug, "")).toHaveLength(50);
    for (let made = 1; made < 25; made++) await createTestEvent(server.db, shop, { sessions: many });
    // Another URL, because the first reply is cached for a short time.
    const listed = await sessionsOf(shop.slug, "_limit=100");
    expect(listed).toHaveLength(1000);
    expect(
      listed
        .filter((one: { event_template_id: string }) => one.event_template_id === shop.event.id)
        .map(({ id }: { id: string }) => id),
    ).toEqual(shop.event.sessions.slice(0, 40).map(({ id }) => id));
  });

  test("returns sessions for members to members only", async () => {
    const shop = await createTestShop(server.db, { event: { hidden_type: "public_member_only" } });
    expect((await listing(shop.slug, "_withmemberevents=true")).event_template._data).toHaveLength(1);
    expect(await sessionsOf(shop.slug, "_withmemberevents=true")).toEqual([]);
  });
});

describe("an expensive listing", () => {
  const deepest = "_embed=meta,config,venue,ticket_group,ticket_type&includeSessions=true";

  test("an expensive listing has a lower limit, checked before anything is read", async () => {
    const shop = await createTestShop(server.db);
    const statusOf = async (query: string) =>
      (await server.get(shop.slug, `/api/events/available?${query}&includeSessions=true`)).status;
    expect(await statusOf("_limit=200")).toBe(200);
    expect(await statusOf("_limit=201")).toBe(400);
    for (const name of ["ticket_group", "ticket_type"])
      expect((await server.get(shop.slug, `/api/events/available?_embed=${name}&_limit=1000`)).status).toBe(400);
    expect((await server.get(shop.slug, "/api/events/available?_embed=meta,config,venue&_limit=1000")).status).toBe(
      200,
    );
  });

  test("an expensive listing is queued, and does not delay cheap requests", async () => {
    const shop = await createTestShop(server.db);
    for (let made = 1; made < 60; made++)
      await createTestEvent(server.db, shop, {
        sessions: Array.from({ length: 5 }, (_, day) => ({ inDays: 1 + day })),
      });
    let answered = 0;
    const requestAll = async (index: number) => {
      const { status } = await server.get(shop.slug, `/api/events/available?${deepest}&_limit=${1 + index}`);
      answered += 1;
      return status;
    };
    const requests = Array.from({ length: 100 }, (_, index) => requestAll(index));
    expect((await server.get(shop.slug, `/api/events/${shop.event.id}`)).status).toBe(200);
    // It waits for the two in progress, which makes three to five. Without the queue there are nearly thirty before it.
    expect(answered).toBeLessThan(14);
    const statuses = await Promise.all(requests);
    // Requests that wait ten seconds, or find five hundred waiting, are refused: see http/lane.test.ts.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
