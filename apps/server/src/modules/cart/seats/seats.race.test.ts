import { describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import pg from "pg";
import { pauseAt } from "../../../db/faultPoints.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createSeatedShop, type SeatedTestShop } from "../../../../test/shop/createSeatedShop.ts";
import type { TestSession } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = roundsToday(10);
const evenings = { sessions: Array.from({ length: rounds }, (_, day) => ({ inDays: day + 1 })) };
const seatLine = (shop: SeatedTestShop, session: TestSession, labels: readonly string[]) => ({
  event_template_id: shop.event.id,
  event_session_id: session.id,
  ticket_types_required: [
    { ticket_type_id: shop.type.id, quantity: labels.length, seat_template_ids: labels.map(shop.seatId) },
  ],
});
const soldOf = async ({ db }: TestApp, session: TestSession) => {
  const tickets = await db.selectFrom("ticket").select("seat_id").where("event_session_id", "=", session.id).execute();
  const { used_capacity } = await db
    .selectFrom("event_session")
    .select("used_capacity")
    .where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  return { tickets: tickets.length, seats: new Set(tickets.map(({ seat_id }) => seat_id)).size, used_capacity };
};

/** Forty buyers want one seat at the same time, half of them at each server. */
const rush = async (servers: readonly [TestApp, TestApp], shop: SeatedTestShop, session: TestSession) => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, buyer) =>
      new TestBrowser(servers[buyer % 2 ? 1 : 0], shop).call(createCart, { add: [seatLine(shop, session, ["A1"])] }),
    ),
  );
  return {
    successes: answers.filter(({ status }) => status === 200).length,
    refusals: [...new Set(answers.flatMap(({ code, status }) => (status === 200 ? [] : [code])))],
    ...(await soldOf(servers[0], session)),
  };
};
const soldOnce = { successes: 1, refusals: ["seat_not_available:seating"], tickets: 1, seats: 1, used_capacity: 1 };

describe("one seat", () => {
  test("one seat goes to one of forty buyers, in each round", async () => {
    const shop = await createSeatedShop(one.db, evenings);
    pauseAt("hold_locked", rendezvous(10));
    for (const session of shop.event.sessions) expect(await rush([one, other], shop, session)).toEqual(soldOnce);
  });

  test("one seat goes to one buyer by the locks of session and group alone, without the unique index", async () => {
    const { app: login, owner } = await cloneDatabase();
    const servers = [
      await openTestApp({}, { databaseConfig: login }),
      await openTestApp({}, { databaseConfig: login }),
    ] as const;
    try {
      const shop = await createSeatedShop(servers[0].db, evenings);
      const client = new pg.Client(owner);
      await client.connect();
      await client.query("drop index ticket_one_seat");
      await client.end();
      const hold = (server: TestApp) =>
        new TestBrowser(server, shop).call(createCart, { add: [seatLine(shop, shop.session, ["A1"])] });
      // The second hold begins when the first has found the seat free, and continues as far as the locks allow.
      const second = startAtPause(servers[0].db, "hold_decided", () => hold(servers[1]));
      const answers = [await hold(servers[0]), await second()];
      expect(answers.map((answer) => (answer?.status === 200 ? "held" : answer?.code))).toEqual([
        "held",
        "seat_not_available:seating",
      ]);
      expect(await soldOf(servers[0], shop.session)).toEqual({ tickets: 1, seats: 1, used_capacity: 1 });
    } finally {
      for (const server of servers) await server.close();
    }
  });

  test("one seat cannot have a second ticket, by a unique index", async () => {
    const shop = await createSeatedShop(one.db, evenings);
    await new TestBrowser(one, shop).call(createCart, { add: [seatLine(shop, shop.session, ["A1", "A2"])] });
    await expect(
      one.db
        .updateTable("ticket")
        .set({ seat_id: shop.seatId("A1") })
        .where("event_session_id", "=", shop.session.id)
        .where("seat_id", "=", shop.seatId("A2"))
        .execute(),
    ).rejects.toThrow("ticket_one_seat");
  });
});

describe("several seats", () => {
  test("go to one of two overlapping selections as a whole", async () => {
    const shop = await createSeatedShop(one.db, evenings);
    pauseAt("hold_locked", rendezvous(10));
    for (const session of shop.event.sessions) {
      const answers = await Promise.all([
        new TestBrowser(one, shop).call(createCart, { add: [seatLine(shop, session, ["A1", "A2", "A3"])] }),
        new TestBrowser(other, shop).call(createCart, { add: [seatLine(shop, session, ["A5", "A4", "A3"])] }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await soldOf(one, session)).toEqual({ tickets: 3, seats: 3, used_capacity: 3 });
      const [cart] = answers.flatMap(({ status, body }) => (status === 200 ? body.cart._data : []));
      expect([
        ["Stalls A 1", "Stalls A 2", "Stalls A 3"],
        ["Stalls A 3", "Stalls A 4", "Stalls A 5"],
      ]).toContainEqual(cart?.lines[0]?.types[0]?.seats);
    }
  });

  test("several seats are sold once each, in pairs, when forty buyers pick pairs of one row", async () => {
    const shop = await createSeatedShop(one.db, { sessions: [{ capacity: -1 }] });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, buyer) =>
        new TestBrowser(buyer % 2 ? one : other, shop).call(createCart, {
          add: [seatLine(shop, shop.session, [`A${(buyer % 9) + 1}`, `A${(buyer % 9) + 2}`])],
        }),
      ),
    );
    const successes = answers.filter(({ status }) => status === 200).length;
    expect(successes).toBeGreaterThanOrEqual(3);
    expect(await soldOf(one, shop.session)).toEqual({
      tickets: 2 * successes,
      seats: 2 * successes,
      used_capacity: 2 * successes,
    });
    expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(["seat_not_available:seating"]));
  });

  test("several seats of an expired hold go to one of forty buyers", async () => {
    const shop = await createSeatedShop(one.db);
    await new TestBrowser(one, shop).call(createCart, { add: [seatLine(shop, shop.session, ["A1", "A2"])] });
    const past = Temporal.Now.instant().subtract({ seconds: 1 }).toString();
    await one.db.updateTable("cart").set({ expires_at: past }).where("seller_id", "=", shop.seller_id).execute();
    const { successes, refusals } = await rush([one, other], shop, shop.session);
    expect({ successes, refusals }).toEqual({ successes: 1, refusals: ["seat_not_available:seating"] });
  });
});
