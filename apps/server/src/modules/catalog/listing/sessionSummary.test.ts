import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  createTestEvent,
  createTestShop,
  type TestEvent,
  type TestShop,
} from "../../../../test/shop/createTestShop.ts";
import { createTestHold } from "../../../../test/shop/createTestHold.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { listingRows } from "./readListing.sql.ts";
import type { SessionFilter } from "./sessionSummary.sql.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** Repeatable random numbers: a failure reports its seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
const hours = 3_600_000;
const now = Temporal.Now.instant();
const inHours = (from: Temporal.Instant, count: number) =>
  from.add({ milliseconds: Math.round(count * hours) }).toString();

/**
 * Events with past, running and upcoming sessions: long and short, full and free, cancelled and retired, priced and not.
 */
const createRandomShop = async (
  random: (below: number) => number,
): Promise<{ shop: TestShop; events: TestEvent[] }> => {
  const sessions = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const start = (random(3) === 0 ? -random(35) : random(60) * 3) + index * 0.01 - 0.5;
      const capacity = [-1, 1, 3, 3][random(4)]!;
      return {
        start_datetime: inHours(now, start),
        end_datetime: inHours(now, start + [1, 4.9, 5.5, 9, 30][random(5)]!),
        capacity,
        oversell_capacity: capacity < 0 ? 0 : random(2),
        used_capacity: capacity < 0 ? 0 : random(capacity + 1),
        min_price: random(6) === 0 ? null : 500 * random(5),
        cancelled: random(8) === 0,
        retired: random(8) === 0,
      };
    });
  const event = () => ({
    event_type: (["repeating", "single"] as const)[random(2)]!,
    meta: random(3) === 0 ? '{"names_start":true}' : "{}",
    timezone: ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Amsterdam"][random(3)]!,
    groups: [{ capacity: -1 }, { exclude_from_event_capacity: true }],
    sessions: sessions([0, 1, 1, 2, 6][random(5)]!),
  });
  const shop = await createTestShop(server.db, { event: event() });
  const events = [shop.event];
  for (let made = 0; made < 7; made++) events.push(await createTestEvent(server.db, shop, event()));
  return { shop, events };
};

/** Visitors' holds, some of which have expired and some of which are being paid for. */
const holdSome = async (shop: TestShop, events: readonly TestEvent[], random: (below: number) => number) => {
  const full = await server.db
    .selectFrom("event_session")
    .select(["id", "capacity", "used_capacity", "oversell_capacity"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const holders: string[] = [];
  for (const event of events)
    for (const session of event.sessions) {
      const row = full.find(({ id }) => id === session.id)!;
      const left = row.capacity < 0 ? 2 : row.capacity + row.oversell_capacity - row.used_capacity;
      const group = event.groups[random(2)]!;
      if (left === 0 || random(2) === 0) continue;
      const { identity_id } = await createTestHold(server.db, shop, {
        event,
        session,
        group,
        type: group.types[0]!,
        quantity: Math.min(left, 3),
        expiresIn: [600, -60][random(2)]!,
        ...(random(4) === 0 && { payingFor: 60 }),
      });
      holders.push(identity_id);
    }
  return holders;
};

/** The expected listing, computed from every session by another statement. */
const workedOut = async (shop: TestShop, identity_id: string | undefined, before: string, filter: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    with freed as (
      select t.event_session_id, count(*) as n from cart c
      join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')
      join ticket_group g on g.seller_id = c.seller_id and g.id = t.ticket_group_id and not g.exclude_from_event_capacity
      where c.seller_id = ${shop.seller_id} and c.state = 'pending'
        and (c.identity_id::text = ${identity_id ?? ""} or c.expires_at <= app_now() and coalesce(c.leased_until <= app_now(), true))
      group by 1),
    on_sale as (
      select s.*, e.timezone, coalesce(${sql.raw(filter)}, false) as matches,
        s.capacity < 0 or s.used_capacity - coalesce(f.n, 0) < s.capacity + s.oversell_capacity as room
      from event_session s join event_template e on e.seller_id = s.seller_id and e.id = s.event_template_id
      left join freed f on f.event_session_id = s.id
      where s.seller_id = ${shop.seller_id} and not s.cancelled and not s.retired and s.start_datetime < ${before}
        and case when e.event_type = 'repeating' and not coalesce((e.meta ->> 'names_start')::boolean, false)
          and extract(epoch from s.end_datetime - s.start_datetime) > 5 * 3600 then s.end_datetime else s.start_datetime end > app_now())
    select e.id, min(s.start_datetime) as next_session, max(s.start_datetime) as last_session,
      min(s.start_datetime) filter (where matches) as next_matching, min(s.min_price) filter (where matches) as min_price,
      max(s.min_price) filter (where matches) as max_price, coalesce(bool_or(room) filter (where matches), false) as has_room
    from event_template e left join on_sale s on s.event_template_id = e.id
    where e.seller_id = ${shop.seller_id} group by e.id order by e.id`.execute(server.db);
  return rows;
};

const filters: readonly (readonly [SessionFilter, string])[] = [
  [{}, "true"],
  [{ date: "today" }, "s.local_day = (app_now() at time zone e.timezone)::date"],
  [{ date: "tomorrow" }, "s.local_day = (app_now() at time zone e.timezone)::date + 1"],
  [
    { from: inHours(now, 10), to: inHours(now, 40) },
    `s.start_datetime >= '${inHours(now, 10)}' and s.start_datetime < '${inHours(now, 40)}'`,
  ],
  [{ from: inHours(now, -10) }, `s.start_datetime >= '${inHours(now, -10)}'`],
  [{ earliest: "09:00", latest: "15:00" }, "s.local_start between '09:00' and '15:00'"],
];

const asked = [
  [inHours(now, 30), {}, "true"] as const,
  ...filters.map(([filter, condition]) => [inHours(now, 9000), filter, condition] as const),
];

describe("what a listing says about an event's sessions is what all of them say", () => {
  test.each(Array.from({ length: 12 }, (_, index) => index + 1))("seed %i", async (seed) => {
    const random = randomOf(seed);
    const { shop, events } = await createRandomShop(random);
    const holders = await holdSome(shop, events, random);
    const said = async (identity_id: string | undefined, before: string, sessionFilter: SessionFilter) => {
      const visitor = identity_id === undefined ? null : { identity_id, fresh: false };
      const ctx = { seller: { id: shop.seller_id }, visitor, db: server.connections.forSeller(shop.seller_id) };
      const rows = await listingRows(ctx as RequestContext, {
        hiddenTypes: ["public_browsable"],
        before,
        sessionFilter,
      });
      return rows
        .map(({ id, next_session, last_session, next_matching, min_price, max_price, has_room }) => ({
          id,
          next_session,
          last_session,
          next_matching,
          min_price,
          max_price,
          has_room,
        }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    };
    const compare = async () => {
      for (const identity_id of [undefined, holders[0]])
        for (const [before, sessionFilter, condition] of asked)
          expect(await said(identity_id, before, sessionFilter), JSON.stringify(sessionFilter)).toEqual(
            await workedOut(shop, identity_id, before, condition),
          );
    };
    await compare();
    // A sweep, a sale, a cancellation and an import each change only what the summary computes.
    await sql`update event_session set used_capacity = greatest(0, used_capacity - 1), cancelled = not cancelled, min_price = coalesce(min_price, 0) + 100
      where seller_id = ${shop.seller_id} and local_start < '12:00' and capacity >= 0`.execute(server.db);
    await sql`update cart set expires_at = app_now() - interval '1 second' where seller_id = ${shop.seller_id} and leased_until is null`.execute(
      server.db,
    );
    await compare();
  });
});

// On a cluster, the coordinator does not show the nodes' plans.
test.skipIf(inject("nodes"))(
  "a condition on the clock is the condition of an index under row-level security",
  async () => {
    const shop = await createTestShop(server.db);
    const plan = await server.connections
      .forSeller(shop.seller_id)
      .transaction()
      .execute(async (db) => {
        await sql`set local enable_seqscan = off`.execute(db);
        await sql`set local enable_bitmapscan = off`.execute(db);
        const { rows } = await sql<{ "QUERY PLAN": string }>`explain select start_datetime from event_session s
        where s.seller_id = ${shop.seller_id} and s.event_template_id = ${shop.event.id} and s.start_datetime > app_now()
          and not s.cancelled and not s.retired order by s.start_datetime limit 1`.execute(db);
        return rows.map((row) => row["QUERY PLAN"]);
      });
    expect(plan.find((line) => line.includes("Index Cond"))).toContain("start_datetime > (now()");
  },
);
