import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, test } from "vitest";
import { createCart, extendCart, getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { sql } from "kysely";
import { pauseAt } from "../../../db/faultPoints.ts";
import { createTestHold } from "../../../../test/shop/createTestHold.ts";
import {
  createTestShop,
  type EventOverrides,
  type TestSession,
  type TestShop,
} from "../../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { beginEmptyCart } from "../../../../test/cart/cartShop.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { addGroupUsage, addSessionUsage } from "./hold.sql.ts";
import { moveClock } from "../../../../test/database/moveClock.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["carts_locked", "hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = roundsToday(20);
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

const outcomesOf = (answers: readonly { readonly status: number; readonly code: string | undefined }[]) => ({
  successes: answers.filter(({ status }) => status === 200).length,
  refusals: [...new Set(answers.flatMap(({ code, status }) => (status === 200 ? [] : [code])))],
});

/** Fifty buyers at the same time: half at each server, half for each of two groups. */
const rush = async (shop: TestShop, session: TestSession) => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, buyer) =>
      new TestBrowser(buyer % 2 ? other : one, shop).call(createCart, {
        add: [ticketLine(shop, session, 1, buyer % 4 < 2 ? 0 : 1)],
      }),
    ),
  );
  return { ...outcomesOf(answers), used: await usedOf(one, session) };
};
const soldOnce = { successes: 1, refusals: ["event_session_sold_out:reserve"], used: 1 };

describe("the last ticket of a session", () => {
  test("the last ticket of a session goes to one of fifty buyers, in each round", async () => {
    const shop = await createTestShop(one.db, { event: withCapacity(1) });
    pauseAt("hold_locked", rendezvous(10));
    for (const session of shop.event.sessions) expect(await rush(shop, session)).toEqual(soldOnce);
  });

  test("sells the last ticket of a group once, across sessions", async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < 5; round++) {
      const shop = await createTestShop(one.db, {
        event: { groups: [{ capacity: 1 }], sessions: [{ inDays: 1 }, { inDays: 2 }] },
      });
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, buyer) => {
          const session = shop.event.sessions[buyer % 2] as TestSession;
          return new TestBrowser(buyer % 2 ? one : other, shop).call(createCart, {
            add: [ticketLine(shop, session, 1)],
          });
        }),
      );
      expect(outcomesOf(answers)).toEqual({ successes: 1, refusals: ["ticket_group_sold_out:reserve"] });
    }
  });

  test("refuses in the statement to move a counter beyond the capacity", async () => {
    const shop = await createTestShop(one.db, { event: { groups: [{ capacity: 1 }], sessions: [{ capacity: 1 }] } });
    const notMoved = /0 moved/;
    await expect(addSessionUsage(one.db, shop.seller_id, new Map([[shop.session.id, 2]]))).rejects.toThrow(notMoved);
    await expect(addGroupUsage(one.db, shop.seller_id, new Map([[shop.group.id, 2]]))).rejects.toThrow(notMoved);
  });

  test("the last ticket of a session is protected by constraints of the database", async () => {
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

describe("the limits of an order", () => {
  /** One visitor adds three tickets at each of two servers, where four are allowed in total. */
  const twoAdds = async (shop: TestShop, session: TestSession) => {
    const here = new TestBrowser(one, shop);
    const { id: cart_id } = await beginEmptyCart(here, shop);
    const there = new TestBrowser(other, shop, here.cookie);
    const answers = await Promise.all(
      [here, there].map((browser) => browser.call(modifyCart, { cart_id, add: [ticketLine(shop, session, 3)] })),
    );
    return { outcomes: answers.map(({ code, status }) => code ?? status).toSorted(), used: await usedOf(one, session) };
  };
  const oneAdd = { outcomes: [200, "max_tickets_per_order_exceeded:reserve"], used: 3 };
  const limited = (): Promise<TestShop> =>
    createTestShop(one.db, { event: { ...withCapacity(50), groups: [{ max_tickets_per_order: 4 }] } });

  test("let one of two simultaneous additions through, in each round", async () => {
    const shop = await limited();
    pauseAt("carts_locked", rendezvous(10));
    for (const session of shop.event.sessions) expect(await twoAdds(shop, session)).toEqual(oneAdd);
  });
});

describe("overdue holds", () => {
  test("overdue holds are released by two buyers at once, and one of them gets the ticket, in each round", async () => {
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

  test("overdue holds are not given away when their owner extends them in the last moment", async () => {
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

test("requests for sessions and groups in opposite orders do not deadlock", async () => {
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

describe("the database's clock", () => {
  // With a pooler, the other server's sessions cannot be given a clock of their own.
  test.skipIf(inject("pooler"))("decides on sale windows, the start of sessions and the end of holds", async () => {
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
    moveClock(later.connections, () => "30 minutes");
    try {
      const hold = async (server: TestApp, session: TestSession, group: number) => {
        const { code, status } = await new TestBrowser(server, shop).call(createCart, {
          add: [ticketLine(shop, session, 1, group)],
        });
        return code ?? status;
      };
      expect([await hold(one, week, 0), await hold(later, week, 0)]).toEqual([200, "ticket_group_not_on_sale:reserve"]);
      expect([await hold(one, week, 1), await hold(later, week, 1)]).toEqual(["ticket_group_not_on_sale:reserve", 200]);
      expect([await hold(one, quarter, 0), await hold(later, quarter, 1)]).toEqual([
        200,
        "event_session_not_on_sale:reserve",
      ]);
      expect([await hold(one, last, 0), await hold(one, last, 0), await hold(later, last, 1)]).toEqual([
        200,
        "event_session_sold_out:reserve",
        200,
      ]);
      expect(await usedOf(one, last)).toBe(1);
    } finally {
      await later.close();
    }
    // Ends the holds made by the fast clock, which would last too long for the other tests.
    await sql`update cart set expires_at = now() + interval '20 minutes' where state = 'pending' and expires_at > now() + interval '20 minutes'`.execute(
      one.db,
    );
  });
});
