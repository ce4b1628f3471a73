import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestHold } from "../../../../test/shop/createTestHold.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { makeVisitor } from "../../../../test/shop/catalogVisitors.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

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

  test("holds of the visitor do not make their own page look sold out", async () => {
    const { shop, held, look } = await makeFull({ expiresIn: 600 });
    const own = await makeVisitor(server, shop, held.identity_id);
    const other = await makeVisitor(server, shop, crypto.randomUUID());
    expect(await look(own)).toEqual(free);
    expect(await look(other)).toEqual(soldOut);
    // A shared reply ignores the visitor's cookie.
    expect(await look(own, "/cached_api")).toEqual(soldOut);
  });

  test("holds of the visitor that expired are counted once as free", async () => {
    const { shop, held, look } = await makeFull({ expiresIn: -5 });
    expect(await look(await makeVisitor(server, shop, held.identity_id))).toEqual(free);
  });

  test("holds in an excluded group free no capacity of the session", async () => {
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
