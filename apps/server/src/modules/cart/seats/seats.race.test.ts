import { describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import pg from "pg";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { pauseAt, removeGuard, restoreGuards } from "../../../db/faultPoints.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createSeatedShop, type SeatedTestShop } from "../../../../test/shop/createSeatedShop.ts";
import type { TestSession } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = 10;
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

/** Forty buyers at once, half at each server, all for one seat. */
const rush = async (servers: readonly [TestApp, TestApp], shop: SeatedTestShop, session: TestSession) => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, buyer) =>
      new TestBrowser(servers[buyer % 2 ? 1 : 0], shop).call(createCart, { add: [seatLine(shop, session, ["A1"])] }),
    ),
  );
  return {
    won: answers.filter(({ status }) => status === 200).length,
    heard: [...new Set(answers.flatMap(({ code, status }) => (status === 200 ? [] : [code])))],
    ...(await soldOf(servers[0], session)),
  };
};
const soldOnce = { won: 1, heard: ["seat_not_available:seating"], tickets: 1, seats: 1, used_capacity: 1 };

describe("one seat (T42)", () => {
  test(`forty buyers, ${rounds} times`, async () => {
    const shop = await createSeatedShop(one.db, evenings);
    pauseAt("hold_locked", rendezvous(10));
    for (const session of shop.event.sessions) expect(await rush([one, other], shop, session)).toEqual(soldOnce);
  });

  test("the session's lock alone is enough; the index alone too, with an error; without both a seat is sold twice", async () => {
    const { app: login, owner } = await cloneDatabase();
    const [first, second] = [
      await openTestApp({}, { databaseConfig: login }),
      await openTestApp({}, { databaseConfig: login }),
    ];
    try {
      const shop = await createSeatedShop(first.db, evenings);
      const [monday, tuesday, wednesday] = shop.event.sessions as [TestSession, TestSession, TestSession];
      pauseAt("hold_decided", rendezvous(200));
      removeGuard("bucket_lock");
      const unlocked = await rush([first, second], shop, monday);
      expect(unlocked.heard).toContain("unexpected:general");
      expect(unlocked).toMatchObject({ won: 1, tickets: 1 });

      restoreGuards();
      const client = new pg.Client(owner);
      await client.connect();
      await client.query("drop index ticket_one_seat");
      await client.end();
      pauseAt("hold_decided", rendezvous(10));
      expect(await rush([first, second], shop, tuesday)).toEqual(soldOnce);

      removeGuard("bucket_lock");
      pauseAt("hold_decided", rendezvous(200));
      const unguarded = await rush([first, second], shop, wednesday);
      expect(unguarded.tickets).toBeGreaterThan(1);
      expect((await checkInvariants(first.db)).map(({ id }) => id)).toContain("I05");
    } finally {
      await second.close();
      await first.close();
    }
  });
});

describe("several seats", () => {
  test("two selections that share a seat: one gets all of its own, the other nothing", async () => {
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

  test("forty pairs on the seats of one row: nobody sits on anybody, and nobody sits alone", async () => {
    const shop = await createSeatedShop(one.db, { sessions: [{ capacity: -1 }] });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, buyer) =>
        new TestBrowser(buyer % 2 ? one : other, shop).call(createCart, {
          add: [seatLine(shop, shop.session, [`A${(buyer % 9) + 1}`, `A${(buyer % 9) + 2}`])],
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200).length;
    expect(won).toBeGreaterThanOrEqual(3);
    expect(await soldOf(one, shop.session)).toEqual({ tickets: 2 * won, seats: 2 * won, used_capacity: 2 * won });
    expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(["seat_not_available:seating"]));
  });

  test("everybody runs for the seats of a hold whose time is just over", async () => {
    const shop = await createSeatedShop(one.db);
    await new TestBrowser(one, shop).call(createCart, { add: [seatLine(shop, shop.session, ["A1", "A2"])] });
    const past = Temporal.Now.instant().subtract({ seconds: 1 }).toString();
    await one.db.updateTable("cart").set({ expires_at: past }).where("seller_id", "=", shop.seller_id).execute();
    const { won, heard } = await rush([one, other], shop, shop.session);
    expect({ won, heard }).toEqual({ won: 1, heard: ["seat_not_available:seating"] });
  });
});
