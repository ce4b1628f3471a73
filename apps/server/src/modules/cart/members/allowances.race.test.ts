import { createCart, deleteCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { describe, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { pauseAt, removeGuard } from "../../../db/faultPoints.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { recordStatements } from "../../../../test/database/recordStatements.ts";
import {
  createTestShop,
  type EventOverrides,
  type TestSession,
  type TestShop,
} from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { cartFrom, cartLine } from "../../../../test/cart/carts.ts";
import { createTestMember, createLimitedVisitor, type MembershipOverrides } from "../../../../test/accounts/members.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["carts_locked", "hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = 12;
/** Two groups for members and two sessions on each day: nobody waits for anybody but at the membership. */
const forMembers: EventOverrides = {
  groups: [
    { hidden_type: "public_member_only", types: [{ name: "Adult" }] },
    { hidden_type: "public_member_only", types: [{ name: "With a guide", member_event_ticket_type: "Adult" }] },
  ],
  sessions: Array.from({ length: rounds }, (_, day) => [
    { inDays: day + 1, at: "10:00" },
    { inDays: day + 1, at: "14:00" },
  ]).flat(),
};
/** Who asks for the same often is none of this test's concern. */
const sellerWithSlowLimit = {
  configuration: JSON.stringify({ hold_limits: { carts_of_visitor: 1000, carts_of_address: 10_000 } }),
};
const openShop = (): Promise<TestShop> => createTestShop(one.db, { seller: sellerWithSlowLimit, event: forMembers });

/** A morning and an afternoon of one day. */
type Times = readonly [TestSession, TestSession];
const daysOf = ({ event: { sessions } }: TestShop): Times[] =>
  Array.from({ length: rounds }, (_, day) => [sessions[2 * day], sessions[2 * day + 1]] as unknown as Times);
const ticketLine = (shop: TestShop, session: TestSession, quantity: number, group = 0) => ({
  event_template_id: shop.event.id,
  event_session_id: session.id,
  ticket_types_required: [{ ticket_type_id: shop.event.groups[group]?.types[0]?.id ?? "", quantity }],
});
const used = async ({ db }: TestApp, shop: TestShop, times: readonly TestSession[]) =>
  (
    await db
      .selectFrom("member_use as u")
      .innerJoin("ticket as t", (join) =>
        join.onRef("t.seller_id", "=", "u.seller_id").onRef("t.id", "=", "u.ticket_id"),
      )
      .select("t.id")
      .where("u.seller_id", "=", shop.seller_id)
      .where(
        "t.event_session_id",
        "in",
        times.map(({ id }) => id),
      )
      .execute()
  ).length;

/** One membership, asked of by two at once, one at each server: who got what, and what is used then. */
const reserveTwice = async (
  servers: readonly [TestApp, TestApp],
  shop: TestShop,
  cookies: readonly [string, string],
  times: Times,
) => {
  const answers = await Promise.all(
    servers.map((server, place) =>
      new TestBrowser(server, shop, cookies[place]).call(createCart, {
        add: [ticketLine(shop, times[place] as TestSession, 1, place)],
      }),
    ),
  );
  return {
    heard: answers.map(({ status, code }) => code ?? status).toSorted(),
    used: await used(servers[0], shop, times),
  };
};
const once = { heard: [200, "member_limit_exceeded:reserve"], used: 1 };
const lastOne: MembershipOverrides = { benefits: { Adult: 1 } };

describe("the last allowance (T28)", () => {
  test(`two tabs of one member, each with a cart of its own, ${rounds} times`, async () => {
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, lastOne);
    pauseAt("hold_locked", rendezvous(10));
    for (const times of daysOf(shop))
      expect(await reserveTwice([one, other], shop, [cookie, cookie], times)).toEqual(once);
  });

  test(`a member and whoever showed the number of their card, ${rounds} times`, async () => {
    const shop = await openShop();
    const { cookie, identity_id } = await createTestMember(one.db, shop, lastOne);
    const limited = await createLimitedVisitor(one.db, shop, identity_id);
    pauseAt("hold_locked", rendezvous(10));
    for (const times of daysOf(shop))
      expect(await reserveTwice([one, other], shop, [cookie, limited.cookie], times)).toEqual(once);
  });

  test(`two tabs and the last of a whole term, on different days`, async () => {
    const shop = await openShop();
    const [[monday], [tuesday]] = daysOf(shop) as [Times, Times];
    for (let round = 0; round < rounds; round++) {
      const { cookie } = await createTestMember(one.db, shop, { benefits: { "*": -1 }, purchase_limit: 1 });
      pauseAt("hold_locked", rendezvous(10));
      const answers = await Promise.all([
        new TestBrowser(one, shop, cookie).call(createCart, { add: [ticketLine(shop, monday, 1)] }),
        new TestBrowser(other, shop, cookie).call(createCart, { add: [ticketLine(shop, tuesday, 1, 1)] }),
      ]);
      expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual(once.heard);
    }
  });

  test("two adds to one cart at once", async () => {
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, { benefits: { Adult: 3 } });
    const cart_id = cartFrom((await new TestBrowser(one, shop, cookie).call(createCart, {})).body).id;
    pauseAt("carts_locked", rendezvous(10));
    for (const times of daysOf(shop)) {
      const answers = await Promise.all(
        [one, other].map((server, place) =>
          new TestBrowser(server, shop, cookie).call(modifyCart, {
            cart_id,
            add: [ticketLine(shop, times[place] as TestSession, 2, place)],
          }),
        ),
      );
      expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual(once.heard);
      expect(await used(one, shop, times)).toBe(2);
    }
  });

  test("of one batch", async () => {
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, { benefits: { Adult: 2 } });
    const ask = () => new TestBrowser(one, shop, cookie).call(createCart, { add: [ticketLine(shop, shop.session, 1)] });
    // The first goes alone, the others arrive while it commits and are the next batch.
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422, 422]);
  });

  test("without the lock the index turns one away with an error; without lock and index it is had twice", async () => {
    const { app: login } = await cloneDatabase();
    const [first, second] = [
      await openTestApp({}, { databaseConfig: login }),
      await openTestApp({}, { databaseConfig: login }),
    ];
    try {
      const shop = await createTestShop(first.db, { event: forMembers });
      const [monday, tuesday] = daysOf(shop) as [Times, Times];
      const { cookie } = await createTestMember(first.db, shop, lastOne);
      pauseAt("hold_decided", rendezvous(300));
      removeGuard("membership_lock");
      expect(await reserveTwice([first, second], shop, [cookie, cookie], monday)).toEqual({
        heard: [200, "unexpected:general"],
        used: 1,
      });

      await first.runAsOwner("drop index member_use_place");
      expect(await reserveTwice([first, second], shop, [cookie, cookie], tuesday)).toEqual({
        heard: [200, 200],
        used: 2,
      });
      expect((await checkInvariants(first.db)).map(({ id }) => id)).toEqual(["I30"]);
    } finally {
      await second.close();
      await first.close();
    }
  });
});

test("what is given back in one tab can be had in the other at once", async () => {
  const shop = await openShop();
  const { cookie } = await createTestMember(one.db, shop, lastOne);
  const [here, there] = [new TestBrowser(one, shop, cookie), new TestBrowser(other, shop, cookie)];
  for (let round = 0; round < rounds; round++) {
    const cart_id = cartFrom((await here.call(createCart, { add: [ticketLine(shop, shop.session, 1)] })).body).id;
    const [gone, taken] = await Promise.all([
      here.call(deleteCart, { cart_id }),
      there.call(createCart, { add: [ticketLine(shop, shop.session, 1)] }),
    ]);
    expect(gone.status).toBe(200);
    expect([200, 422]).toContain(taken.status);
    if (taken.status === 200) await there.call(deleteCart, { cart_id: cartFrom(taken.body).id });
    expect(await used(one, shop, [shop.session])).toBe(0);
  }
});

describe("what it costs", () => {
  const asked = async (shop: TestShop, cookie?: string) => {
    const browser = new TestBrowser(one, shop, cookie);
    let cart_id = "";
    const add = [cartLine(shop.event, 1)];
    const first = await recordStatements(async () => {
      cart_id = cartFrom((await browser.call(createCart, { add })).body).id;
    });
    const second = await recordStatements(() => browser.call(modifyCart, { cart_id, add }));
    return { trips: [first.roundTrips, second.roundTrips], questions: [first.texts.length, second.texts.length] };
  };

  test("a batch without members no question and no way to the database more; one with them no way more", async () => {
    const plain = await createTestShop(one.db);
    await asked(plain);
    const before = await asked(plain);
    // As it was before there were members: see discounts.race.test.ts.
    expect(before).toEqual({ trips: [2, 4], questions: [14, 20] });
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, { benefits: { Adult: 10 } });
    await asked(shop, cookie);
    const member = await asked(shop, cookie);
    // One way more to know who it is, which a new visitor does not need.
    expect(member.trips).toEqual([3, 4]);
    // Their memberships, what is used of them, and what is used now.
    expect(member.questions[1]).toBe((before.questions[1] ?? 0) + 3);
  });
});
