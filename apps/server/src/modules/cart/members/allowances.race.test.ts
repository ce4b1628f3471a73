import { createCart, deleteCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { pauseAt } from "../../../db/faultPoints.ts";
import { recordFewest, recordStatements } from "../../../../test/database/statements/recordStatements.ts";
import {
  createTestShop,
  type EventOverrides,
  type TestSession,
  type TestShop,
} from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { beginEmptyCart } from "../../../../test/cart/cartShop.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { cartFrom, cartLine } from "../../../../test/cart/carts.ts";
import { createTestMember, createLimitedVisitor, type MembershipOverrides } from "../../../../test/accounts/members.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["carts_locked", "hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

const rounds = roundsToday(12);
/** Two groups and two sessions per day, so that requests share only the membership. */
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
/** Keeps the limits on holds out of these tests. */
const sellerWithHighLimits = {
  configuration: JSON.stringify({ hold_limits: { carts_of_visitor: 1000, carts_of_address: 10_000 } }),
};
const openShop = (): Promise<TestShop> => createTestShop(one.db, { seller: sellerWithHighLimits, event: forMembers });

/** A morning and an afternoon session of one day. */
type Times = readonly [TestSession, TestSession];
const daysOf = ({ event: { sessions } }: TestShop): Times[] =>
  Array.from({ length: rounds }, (_, day) => [sessions[2 * day], sessions[2 * day + 1]] as unknown as Times);
const ticketLine = (shop: TestShop, session: TestSession, quantity: number, group = 0) => ({
  event_template_id: shop.event.id,
  event_session_id: session.id,
  ticket_types_required: [{ ticket_type_id: shop.event.groups[group]?.types[0]?.id ?? "", quantity }],
});
const used = async (shop: TestShop, times: readonly TestSession[]) =>
  (
    await one.db
      .selectFrom("allowance_use as u")
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

/** Two requests for one membership at the same time, one at each server. */
const reserveTwice = async (shop: TestShop, cookies: readonly [string, string], times: Times) => {
  const answers = await Promise.all(
    [one, other].map((server, index) =>
      new TestBrowser(server, shop, cookies[index]).call(createCart, {
        add: [ticketLine(shop, times[index] as TestSession, 1, index)],
      }),
    ),
  );
  return {
    outcomes: answers.map(({ status, code }) => code ?? status).toSorted(),
    used: await used(shop, times),
  };
};
const once = { outcomes: [200, "member_limit_exceeded:reserve"], used: 1 };
const lastOne: MembershipOverrides = { benefits: { Adult: 1 } };

describe("the last allowance", () => {
  test("the last allowance goes to one of two carts of a member, in each round", async () => {
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, lastOne);
    pauseAt("hold_locked", rendezvous(10));
    for (const times of daysOf(shop)) expect(await reserveTwice(shop, [cookie, cookie], times)).toEqual(once);
  });

  test("the last allowance goes to the member or to a visitor with the number of their card, in each round", async () => {
    const shop = await openShop();
    const { cookie, identity_id } = await createTestMember(one.db, shop, lastOne);
    const limited = await createLimitedVisitor(one.db, shop, identity_id);
    pauseAt("hold_locked", rendezvous(10));
    for (const times of daysOf(shop)) expect(await reserveTwice(shop, [cookie, limited.cookie], times)).toEqual(once);
  });

  test("the last allowance of a whole term goes to one of two days", async () => {
    const shop = await openShop();
    const [[monday], [tuesday]] = daysOf(shop) as [Times, Times];
    for (let round = 0; round < rounds; round++) {
      const { cookie } = await createTestMember(one.db, shop, { benefits: { "*": -1 }, purchase_limit: 1 });
      pauseAt("hold_locked", rendezvous(10));
      const answers = await Promise.all([
        new TestBrowser(one, shop, cookie).call(createCart, { add: [ticketLine(shop, monday, 1)] }),
        new TestBrowser(other, shop, cookie).call(createCart, { add: [ticketLine(shop, tuesday, 1, 1)] }),
      ]);
      expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual(once.outcomes);
    }
  });

  test("the last allowance goes to one of two simultaneous additions to a cart", async () => {
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, { benefits: { Adult: 3 } });
    const { id: cart_id } = await beginEmptyCart(new TestBrowser(one, shop, cookie), shop);
    pauseAt("carts_locked", rendezvous(10));
    for (const times of daysOf(shop)) {
      const answers = await Promise.all(
        [one, other].map((server, index) =>
          new TestBrowser(server, shop, cookie).call(modifyCart, {
            cart_id,
            add: [ticketLine(shop, times[index] as TestSession, 2, index)],
          }),
        ),
      );
      expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual(once.outcomes);
      expect(await used(shop, times)).toBe(2);
    }
  });

  test("the last allowance is counted within one batch", async () => {
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, { benefits: { Adult: 2 } });
    const hold = () =>
      new TestBrowser(one, shop, cookie).call(createCart, { add: [ticketLine(shop, shop.session, 1)] });
    // The first is a batch on its own; the others arrive while it commits and form the next.
    const answers = await Promise.all(Array.from({ length: 6 }, hold));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422, 422]);
  });

  test("the last allowance cannot be used by two tickets, by a unique index", async () => {
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, { benefits: { Adult: 2 } });
    const held = await new TestBrowser(one, shop, cookie).call(createCart, {
      add: [ticketLine(shop, shop.session, 2)],
    });
    expect(held.status).toBe(200);
    await expect(
      sql`update allowance_use set visit_index = 0 where seller_id = ${shop.seller_id}`.execute(one.db),
    ).rejects.toThrow("allowance_use_visit_index");
  });
});

test("an allowance released in one tab is free in the other at once", async () => {
  const shop = await openShop();
  const { cookie } = await createTestMember(one.db, shop, lastOne);
  const [here, there] = [new TestBrowser(one, shop, cookie), new TestBrowser(other, shop, cookie)];
  for (let round = 0; round < rounds; round++) {
    const cart_id = cartFrom((await here.call(createCart, { add: [ticketLine(shop, shop.session, 1)] })).body).id;
    const [released, taken] = await Promise.all([
      here.call(deleteCart, { cart_id }),
      there.call(createCart, { add: [ticketLine(shop, shop.session, 1)] }),
    ]);
    expect(released.status).toBe(200);
    expect([200, 422]).toContain(taken.status);
    if (taken.status === 200) await there.call(deleteCart, { cart_id: cartFrom(taken.body).id });
    expect(await used(shop, [shop.session])).toBe(0);
  }
});

describe("the database work of a hold with members", () => {
  /** Measures a first hold, and a second one in the same cart. */
  const measure = (shop: TestShop, cookie?: string) =>
    recordFewest(async () => {
      const browser = new TestBrowser(one, shop, cookie);
      let cart_id = "";
      const add = [cartLine(shop.event, 1)];
      const first = await recordStatements(async () => {
        cart_id = cartFrom((await browser.call(createCart, { add })).body).id;
      });
      return [first, await recordStatements(() => browser.call(modifyCart, { cart_id, add }))];
    });

  test("the database work of a hold with members needs no additional round trip, and no statement for a batch without members", async () => {
    const plain = await createTestShop(one.db);
    await measure(plain);
    const before = await measure(plain);
    // The same numbers as in discounts.race.test.ts.
    expect(before).toEqual({ roundTrips: [2, 4], statements: [15, 21] });
    const shop = await openShop();
    const { cookie } = await createTestMember(one.db, shop, { benefits: { Adult: 12 } });
    await measure(shop, cookie);
    const member = await measure(shop, cookie);
    // One more round trip identifies the member; a new visitor does not need it.
    expect(member.roundTrips).toEqual([3, 4]);
    // Lock the memberships, read their uses, insert the new uses.
    expect(member.statements[1]).toBe((before.statements[1] ?? 0) + 3);
  });
});
