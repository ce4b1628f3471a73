import { describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/cart.ts";
import { checkInvariants } from "../../cli/check.ts";
import { pauseAt, removeGuard } from "../../db/faults.ts";
import { cloneDatabase } from "../../db/testDatabase.ts";
import { makeCodes, makeDiscount } from "../../db/testRules.ts";
import { makeShop, type EventWishes, type Shop } from "../../db/testShop.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { Buyer, logPrices } from "../../testBuyer.ts";
import { agreedLate, settlerOf } from "../../testLate.ts";
import { makeMember } from "../../testMembers.ts";
import { meet, raceOn } from "../../testRace.ts";

let one: TestApp;
let other: TestApp;
raceOn(["held_again_locked", "held_again_judged", "hold_locked", "hold_judged"], (first, second) => {
  one = first;
  other = second;
});

type Servers = readonly [TestApp, TestApp];
const rounds = 4;
/** Sessions and groups of their own, so that nobody waits but for what is raced for. */
const apart: EventWishes = { groups: [{}, { name: "Students" }], sessions: [{ inDays: 3 }, { inDays: 4 }] };
const open = async (server: TestApp, event: EventWishes): Promise<Shop> => {
  const shop = await makeShop(server.db, { event });
  await logPrices(server, shop);
  return shop;
};
const quiet = () => undefined;

/** Money that came late at one server, and somebody else's hold at the other, both at the same point. */
const both = async (servers: Servers, [late, theirs]: readonly [string, string], hold: () => Promise<number>) => {
  const wait = meet(150);
  pauseAt(late, wait);
  pauseAt(theirs, wait);
  const [, status] = await Promise.all([settlerOf(servers[0], quiet)(), hold()]);
  return status === 200;
};
const isBooked = async ({ db }: TestApp, { id }: Cart): Promise<boolean> =>
  (await db.selectFrom("ticket_order").select("id").where("cart_id", "=", id).execute()).length === 1;
const wish = (shop: Shop, place: 0 | 1) => ({
  event_template_id: shop.event.id,
  event_session_id: shop.event.sessions[place]?.id ?? "",
  ticket_types_required: [{ ticket_type_id: shop.event.groups[place]?.types[0]?.id ?? "", quantity: 1 }],
});

/** A cart whose money came late, and a use of its code that another asks for with tickets of another session. */
const overCode = async (servers: Servers) => {
  const shop = await open(servers[0], apart);
  const { id, codes } = await makeCodes(servers[0].db, shop, { LAST: { max_uses: 1 } });
  await makeDiscount(servers[0].db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
  const buyer = new Buyer(servers[0], shop);
  const held = await buyer.hold(1);
  const cart: Cart = (await buyer.post(`/my/cart/${held.id}/apply_code`, { code: "last" })).body.cart._data[0];
  await agreedLate(servers[0], buyer, cart);
  const hold = async () => {
    const body = { add: [wish(shop, 1)], preReservePromoCodes: { codes: ["LAST"] } };
    return (await new Buyer(servers[1], shop).post("/my/cart/modify", body)).status;
  };
  const used = async () =>
    (
      await servers[0].db
        .selectFrom("code")
        .select("used")
        .where("id", "=", codes.LAST ?? "")
        .executeTakeFirstOrThrow()
    ).used;
  return { cart, hold, used };
};
const overPlace = async (servers: Servers) => {
  const shop = await open(servers[0], { sessions: [{ capacity: 1 }] });
  const buyer = new Buyer(servers[0], shop);
  const cart = await buyer.hold(1);
  await agreedLate(servers[0], buyer, cart);
  const hold = async () => (await new Buyer(servers[1], shop).post("/my/cart/modify", { add: [wish(shop, 0)] })).status;
  return { cart, hold };
};
const overAllowance = async (servers: Servers) => {
  const [first, second] = [{ hidden_type: "public_member_only" as const }, { name: "Students" }];
  const shop = await open(servers[0], {
    sessions: [
      { inDays: 3, at: "10:00" },
      { inDays: 3, at: "14:00" },
    ],
    groups: [first, { ...first, ...second }],
  });
  const { cookie } = await makeMember(servers[0].db, shop, { benefits: { "*": 1 } });
  const buyer = new Buyer(servers[0], shop, cookie);
  const cart = await buyer.hold(1);
  await agreedLate(servers[0], buyer, cart);
  const hold = async () =>
    (await new Buyer(servers[1], shop, cookie).post("/my/cart/modify", { add: [wish(shop, 1)] })).status;
  return { cart, hold };
};

const races = [
  ["the last use of a code", overCode],
  ["the last place", overPlace],
  ["the last allowance of a member", overAllowance],
] as const;

describe("money that came late, against another who wants (T33, T57)", () => {
  test.each(races)(`%s: one of them has it, ${rounds} times`, async (_, open) => {
    for (let round = 0; round < rounds; round++) {
      const { cart, hold } = await open([one, other]);
      const hasHeld = await both([one, other], ["held_again_locked", "hold_locked"], hold);
      expect([hasHeld, await isBooked(one, cart)].toSorted()).toEqual([false, true]);
    }
  });

  test("two workers at once: one order, one use", async () => {
    for (let round = 0; round < rounds; round++) {
      const { cart, used } = await overCode([one, other]);
      pauseAt("held_again_locked", meet(50));
      await Promise.all([settlerOf(one, quiet)(), settlerOf(other, quiet)()]);
      await settlerOf(one, quiet)();
      expect([await isBooked(one, cart), await used()]).toEqual([true, 1]);
    }
  });

  test("without the lock on codes the condition stops the second; without both it is had twice", async () => {
    const { app: login } = await cloneDatabase();
    const servers: Servers = [await openTestApp({}, { login }), await openTestApp({}, { login })];
    try {
      const points = ["held_again_judged", "hold_judged"] as const;
      removeGuard("code_lock");
      const first = await overCode(servers);
      await both(servers, points, first.hold).catch(quiet);
      expect(await first.used()).toBe(1);
      expect(await checkInvariants(servers[0].db)).toEqual([]);
      removeGuard("code_condition");
      const second = await overCode(servers);
      expect(await both(servers, points, second.hold)).toBe(true);
      expect([await isBooked(servers[0], second.cart), await second.used()]).toEqual([true, 2]);
    } finally {
      for (const server of servers) await server.close();
    }
  });

  test("without the lock on memberships the numbers of their places stop the second", async () => {
    removeGuard("membership_lock");
    const { cart, hold } = await overAllowance([one, other]);
    const points = ["held_again_judged", "hold_judged"] as const;
    const hasHeld = await both([one, other], points, () => hold().catch(() => 500));
    await settlerOf(one, quiet)();
    expect([hasHeld, await isBooked(one, cart)].toSorted()).toEqual([false, true]);
  });
});
