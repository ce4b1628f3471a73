import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestHold } from "../../../../test/shop/createTestHold.ts";
import { createTestShop, type EventOverrides } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { makeVisitor, requestedTypes } from "../../../../test/shop/catalogVisitors.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

describe("a selection is asked for beside what the visitor's own cart holds", () => {
  /** What a visitor whose cart holds tickets sees for more of them: the session, and the state of its day. */
  const setUp = async (
    event: EventOverrides,
    { group: place = 0, ...held }: { quantity: number; group?: number; expiresIn?: number },
  ) => {
    const shop = await createTestShop(server.db, { event });
    const group = shop.event.groups[place]!;
    const hold = await createTestHold(server.db, shop, {
      ...shop,
      group,
      type: group.types[0]!,
      expiresIn: 600,
      ...held,
    });
    const own = await makeVisitor(server, shop, hold.identity_id);
    const other = await makeVisitor(server, shop, crypto.randomUUID());
    const ask = async (quantity: number, as: object = own) => {
      const wanted = requestedTypes([shop.type, quantity]);
      const path = `/api/events/${shop.event.id}`;
      const sessions = await server.post(shop.slug, `${path}/sessions?_include_sold_out=true`, wanted, as);
      const open = await server.post(shop.slug, `${path}/sessions`, wanted, as);
      const calendar = await server.post(shop.slug, `${path}/calendar`, wanted, as);
      const [{ sold_out, left }] = sessions.body.event_session._data;
      const [{ available }] = sessions.body.price_schedule._data;
      return [sold_out, left, available, open.body.event_session._data.length, calendar.body.calendar._data[0].status];
    };
    return { shop, hold, other, ask };
  };
  const fits = (left: number) => [false, left, true, 1, "available"];
  const doesNot = (left: number) => [true, left, false, 0, "sold_out"];

  test("the places of its session are not offered twice", async () => {
    const { ask, other } = await setUp({ sessions: [{ capacity: 6 }] }, { quantity: 4 });
    expect(await ask(2)).toEqual(fits(6));
    expect(await ask(3)).toEqual(doesNot(6));
    expect(await ask(2, other)).toEqual(fits(2));
    expect(await ask(3, other)).toEqual(doesNot(2));
  });

  test("the places of its ticket group are not offered twice, at whatever session they are held", async () => {
    const event = { groups: [{ capacity: 6 }], sessions: [{ capacity: 50 }, { capacity: 50, at: "15:00" }] };
    const { ask } = await setUp(event, { quantity: 4 });
    expect((await ask(2))[2]).toBe(true);
    expect((await ask(3))[2]).toBe(false);
  });

  test("tickets outside the session's capacity take no place in it", async () => {
    const event = { groups: [{}, { exclude_from_event_capacity: true }], sessions: [{ capacity: 3 }] };
    const { ask } = await setUp(event, { quantity: 2, group: 1 });
    expect(await ask(3)).toEqual(fits(3));
  });

  test("an expired hold takes no place", async () => {
    const { ask } = await setUp({ sessions: [{ capacity: 4 }] }, { quantity: 4, expiresIn: -5 });
    expect(await ask(4)).toEqual(fits(4));
  });

  test("what a change of an order holds is exchanged, and takes no place", async () => {
    const { shop, hold, ask } = await setUp({ sessions: [{ capacity: 4 }] }, { quantity: 4 });
    expect(await ask(4)).toEqual(doesNot(4));
    const { seller_id } = shop;
    const { identity_id } = hold;
    const cart_id = crypto.randomUUID();
    const ended = Temporal.Now.instant().toString();
    await server.db
      .insertInto("cart")
      .values({ seller_id, id: cart_id, identity_id, state: "completed", expires_at: ended, max_hold_until: ended })
      .execute();
    const order = {
      seller_id,
      id: crypto.randomUUID(),
      identity_id,
      owner_identity_id: identity_id,
      cart_id,
      currency: "USD",
      total: 0,
      scan_code: "A".repeat(32),
    };
    await server.db.insertInto("ticket_order").values(order).execute();
    await server.db
      .updateTable("cart")
      .set({ changes_order_id: order.id, gives_up: [], change_actor: "guest" })
      .where("seller_id", "=", seller_id)
      .where("id", "=", hold.cart_id)
      .execute();
    expect(await ask(4)).toEqual(fits(4));
  });
});

test("a session with too few places says how many, and one without says none", async () => {
  const shop = await createTestShop(server.db, {
    event: { sessions: [{ capacity: 3 }, { capacity: 3, used_capacity: 3, at: "15:00" }] },
  });
  const { body } = await server.post(
    shop.slug,
    `/api/events/${shop.event.id}/sessions?_include_sold_out=true`,
    requestedTypes([shop.type, 4]),
  );
  expect(
    body.event_session._data.map(({ sold_out, left }: { sold_out: boolean; left: number }) => [sold_out, left]),
  ).toEqual([
    [true, 3],
    [true, 0],
  ]);
});
