import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createCart, extendCart, getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { sql } from "kysely";
import pg from "pg";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { pauseAt, removeGuard } from "../../../db/faultPoints.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createTestHold } from "../../../../test/shop/createTestHold.ts";
import {
  createTestShop,
  type EventOverrides,
  type TestSession,
  type TestShop,
} from "../../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["carts_locked", "hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = 20;
const ticketLine = (shop: TestShop, session: TestSession, quantity: number, group = 0) => ({
  event_template_id: shop.event.id,
  event_session_id: session.id,
  ticket_types_required: [{ ticket_type_id: shop.event.groups[group]?.types[0]?.id ?? "", quantity }],
});
const usedOf = async ({ db }: TestApp, session: TestSession) =>
  (await db.selectFrom("event_session").select("used_capacity").where("id", "=", session.id).executeTakeFirstOrThrow())
    .used_capacity;
const withCapacity = (capacity: number): EventOverrides => ({
  groups: [{}, { name: "Students" }],
  sessions: Array.from({ length: rounds }, (_, day) => ({ inDays: day + 1, capacity })),
});

/** Fifty buyers at once, half at each server, half of each of two groups: who got a ticket, and what the others heard. */
const rush = async (servers: readonly [TestApp, TestApp], shop: TestShop, session: TestSession) => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, buyer) =>
      new TestBrowser(servers[buyer % 2 ? 1 : 0], shop).call(createCart, {
        add: [ticketLine(shop, session, 1, buyer % 4 < 2 ? 0 : 1)],
      }),
    ),
  );
  return {
    won: answers.filter(({ status }) => status === 200).length,
    heard: [...new Set(answers.flatMap(({ code, status }) => (status === 200 ? [] : [code])))],
    used: await usedOf(servers[0], session),
  };
};
const soldOnce = { won: 1, heard: ["event_session_sold_out:reserve"], used: 1 };

describe("the last place (T42)", () => {
  test(`fifty buyers of two groups, one place, ${rounds} times`, async () => {
    const shop = await createTestShop(one.db, { event: withCapacity(1) });
    pauseAt("hold_locked", rendezvous(10));
    for (const session of shop.event.sessions) expect(await rush([one, other], shop, session)).toEqual(soldOnce);
  });

  test("without the lock buyers are turned away with an error; without lock, condition and constraint it is sold twice", async () => {
    const { app: login, owner } = await cloneDatabase();
    const [first, second] = [
      await openTestApp({}, { databaseConfig: login }),
      await openTestApp({}, { databaseConfig: login }),
    ];
    try {
      const shop = await createTestShop(first.db, { event: withCapacity(1) });
      const [monday, tuesday] = shop.event.sessions as [TestSession, TestSession];
      pauseAt("hold_decided", rendezvous(200));
      removeGuard("bucket_lock");
      const unlocked = await rush([first, second], shop, monday);
      expect(unlocked).not.toEqual(soldOnce);
      expect(unlocked.used).toBe(1);

      removeGuard("capacity_condition");
      const client = new pg.Client(owner);
      await client.connect();
      await client.query("alter table event_session drop constraint event_session_never_over");
      await client.end();
      const unguarded = await rush([first, second], shop, tuesday);
      expect(unguarded.used).toBeGreaterThan(1);
      expect((await checkInvariants(first.db)).map(({ id }) => id)).toContain("I01");
    } finally {
      await second.close();
      await first.close();
    }
  });

  test("behind lock and condition the constraint still stands", async () => {
    const shop = await createTestShop(one.db, { event: withCapacity(1) });
    await expect(
      one.db.updateTable("event_session").set({ used_capacity: 2 }).where("id", "=", shop.session.id).execute(),
    ).rejects.toThrow("event_session_never_over");
    await expect(
      one.db
        .updateTable("ticket_group")
        .set({ capacity: 1, used_capacity: 2 })
        .where("id", "=", shop.group.id)
        .execute(),
    ).rejects.toThrow("ticket_group_never_over");
  });
});

describe("limits of an order (T28)", () => {
  /** The same visitor at both servers, three tickets each, where four are allowed. */
  const twoAdds = async (shop: TestShop, session: TestSession) => {
    const here = new TestBrowser(one, shop);
    const cart_id = (await here.call(createCart, {})).body.cart._data[0]?.id ?? "";
    const there = new TestBrowser(other, shop, here.cookie);
    const answers = await Promise.all(
      [here, there].map((browser) => browser.call(modifyCart, { cart_id, add: [ticketLine(shop, session, 3)] })),
    );
    return { heard: answers.map(({ code, status }) => code ?? status).toSorted(), used: await usedOf(one, session) };
  };
  const oneAdd = { heard: [200, "max_tickets_per_order_exceeded:reserve"], used: 3 };
  const limited = (): Promise<TestShop> =>
    createTestShop(one.db, { event: { ...withCapacity(50), groups: [{ max_tickets_per_order: 4 }] } });

  test(`two adds at once, ${rounds} times`, async () => {
    const shop = await limited();
    pauseAt("carts_locked", rendezvous(10));
    for (const session of shop.event.sessions) expect(await twoAdds(shop, session)).toEqual(oneAdd);
  });

  test("without the cart's lock both are let through", async () => {
    const shop = await limited();
    pauseAt("carts_locked", rendezvous(500));
    removeGuard("cart_lock");
    expect(await twoAdds(shop, shop.session)).toEqual({ heard: [200, 200], used: 6 });
  });
});

describe("overdue holds", () => {
  test(`two buyers clear the same overdue hold and one of them gets its place, ${rounds} times`, async () => {
    const shop = await createTestShop(one.db, { event: withCapacity(1) });
    for (const session of shop.event.sessions) {
      await createTestHold(one.db, shop, {
        event: shop.event,
        session,
        group: shop.group,
        type: shop.type,
        quantity: 1,
        expiresIn: -1,
      });
      const answers = await Promise.all(
        [one, other].map((server) =>
          new TestBrowser(server, shop).call(createCart, { add: [ticketLine(shop, session, 1)] }),
        ),
      );
      await Promise.all([releaseExpiredHolds(one.db), releaseExpiredHolds(other.db)]);
      expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([
        200,
        "event_session_sold_out:reserve",
      ]);
      expect(await usedOf(one, session)).toBe(1);
    }
  });

  test("a hold that its owner extends in the last moment is not given away", async () => {
    const shop = await createTestShop(one.db, { event: withCapacity(1) });
    const owner = new TestBrowser(one, shop);
    const cart_id =
      (await owner.call(createCart, { add: [ticketLine(shop, shop.session, 1)] })).body.cart._data[0]?.id ?? "";
    await one.db
      .updateTable("cart")
      .set({ expires_at: Temporal.Now.instant().add({ milliseconds: 300 }).toString() })
      .where("id", "=", cart_id)
      .execute();
    await owner.call(extendCart, { cart_id, expires_at: "2099-01-01T00:00:00Z" });
    await sleep(350);
    expect(
      (await new TestBrowser(other, shop).call(createCart, { add: [ticketLine(shop, shop.session, 1)] })).code,
    ).toBe("event_session_sold_out:reserve");
    expect((await owner.call(getCart, { cart_id })).status).toBe(200);
  });
});

test("nobody waits in a circle: sessions and groups asked for in opposite orders", async () => {
  const shop = await createTestShop(one.db, { event: withCapacity(-1) });
  const [a, b] = shop.event.sessions as [TestSession, TestSession];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, buyer) =>
      new TestBrowser(buyer % 2 ? one : other, shop).call(createCart, {
        add:
          buyer % 2
            ? [ticketLine(shop, a, 1, 0), ticketLine(shop, b, 1, 1)]
            : [ticketLine(shop, b, 1, 1), ticketLine(shop, a, 1, 0)],
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await usedOf(one, a), await usedOf(one, b)]).toEqual([60, 60]);
});

describe("the database's clock decides (T29, F29)", () => {
  test("half an hour later windows have opened and closed, sessions have begun and holds are over", async () => {
    const soon = Temporal.Now.instant().add({ minutes: 15 }).round("millisecond");
    const event: EventOverrides = {
      groups: [{ sales_end: soon.toString() }, { name: "Late", sales_start: soon.toString() }],
      sessions: [
        {},
        { start_datetime: soon.toString(), end_datetime: soon.add({ hours: 1 }).toString() },
        { inDays: 8, capacity: 1 },
      ],
    };
    const shop = await createTestShop(one.db, { event });
    const [week, quarter, last] = shop.event.sessions as [TestSession, TestSession, TestSession];
    const later = await openTestApp({}, one);
    later.connections.pool.on("connect", (client) => void client.query("set app.clock = '30 minutes'"));
    try {
      const ask = async (server: TestApp, session: TestSession, group: number) => {
        const { code, status } = await new TestBrowser(server, shop).call(createCart, {
          add: [ticketLine(shop, session, 1, group)],
        });
        return code ?? status;
      };
      expect([await ask(one, week, 0), await ask(later, week, 0)]).toEqual([200, "ticket_group_not_on_sale:reserve"]);
      expect([await ask(one, week, 1), await ask(later, week, 1)]).toEqual(["ticket_group_not_on_sale:reserve", 200]);
      expect([await ask(one, quarter, 0), await ask(later, quarter, 1)]).toEqual([
        200,
        "event_session_not_on_sale:reserve",
      ]);
      expect([await ask(one, last, 0), await ask(one, last, 0), await ask(later, last, 1)]).toEqual([
        200,
        "event_session_sold_out:reserve",
        200,
      ]);
      expect(await usedOf(one, last)).toBe(1);
    } finally {
      await later.close();
    }
    // What was held half an hour from now is held for long, by today's clock.
    await sql`update cart set expires_at = now() + interval '20 minutes' where state = 'pending' and expires_at > now() + interval '20 minutes'`.execute(
      one.db,
    );
  });
});
