import { describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type EventOverrides, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { payAfterExpiry, createSettler } from "../../../../test/payments/latePayments.ts";
import { createTestMember } from "../../../../test/accounts/members.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["restore_locked", "restore_decided", "hold_locked", "hold_decided"], (first, second) => {
  one = first;
  other = second;
});

type Servers = readonly [TestApp, TestApp];
const rounds = 4;
/** Separate sessions and groups, so that only the contested resource is locked by both. */
const apart: EventOverrides = { groups: [{}, { name: "Students" }], sessions: [{ inDays: 3 }, { inDays: 4 }] };
const open = async (server: TestApp, event: EventOverrides): Promise<TestShop> => {
  const shop = await createTestShop(server.db, { event });
  await recordPrices(server, shop);
  return shop;
};
const noLog = () => undefined;

/** A late payment at one server and another buyer's hold at the other, meeting at the given points. */
const both = async (
  servers: Servers,
  [late, theirs]: readonly [Parameters<typeof pauseAt>[0], Parameters<typeof pauseAt>[0]],
  hold: () => Promise<number>,
) => {
  const wait = rendezvous(150);
  pauseAt(late, wait);
  pauseAt(theirs, wait);
  const [, status] = await Promise.all([createSettler(servers[0], noLog)(), hold()]);
  return status === 200;
};
const isBooked = async ({ db }: TestApp, { id }: Cart): Promise<boolean> =>
  (await db.selectFrom("ticket_order").select("id").where("cart_id", "=", id).execute()).length === 1;
const addRequest = (shop: TestShop, place: 0 | 1) => ({
  event_template_id: shop.event.id,
  event_session_id: shop.event.sessions[place]?.id ?? "",
  ticket_types_required: [{ ticket_type_id: shop.event.groups[place]?.types[0]?.id ?? "", quantity: 1 }],
});

/** A cart with a late payment, and a hold of another session with the same code. */
const overCode = async (servers: Servers) => {
  const shop = await open(servers[0], apart);
  const { id, codes } = await createCodes(servers[0].db, shop, { LAST: { max_uses: 1 } });
  await createDiscount(servers[0].db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
  const buyer = new TestBuyer(servers[0], shop);
  const held = await buyer.hold(1);
  const cart: Cart = (await buyer.post(`/my/cart/${held.id}/apply_code`, { code: "last" })).body.cart._data[0];
  await payAfterExpiry(servers[0], buyer, cart);
  const hold = async () => {
    const body = { add: [addRequest(shop, 1)], preReservePromoCodes: { codes: ["LAST"] } };
    return (await new TestBuyer(servers[1], shop).post("/my/cart/modify", body)).status;
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
const overCapacity = async (servers: Servers) => {
  const shop = await open(servers[0], { sessions: [{ capacity: 1 }] });
  const buyer = new TestBuyer(servers[0], shop);
  const cart = await buyer.hold(1);
  await payAfterExpiry(servers[0], buyer, cart);
  const hold = async () =>
    (await new TestBuyer(servers[1], shop).post("/my/cart/modify", { add: [addRequest(shop, 0)] })).status;
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
  const { cookie } = await createTestMember(servers[0].db, shop, { benefits: { "*": 1 } });
  const buyer = new TestBuyer(servers[0], shop, cookie);
  const cart = await buyer.hold(1);
  await payAfterExpiry(servers[0], buyer, cart);
  const hold = async () =>
    (await new TestBuyer(servers[1], shop, cookie).post("/my/cart/modify", { add: [addRequest(shop, 1)] })).status;
  return { cart, hold };
};

const races = [
  ["the last use of a code", overCode],
  ["the last place", overCapacity],
  ["the last allowance of a member", overAllowance],
] as const;

describe("a late payment against another buyer", () => {
  test.each(races)(`%s: one of them has it, ${rounds} times`, async (_, open) => {
    for (let round = 0; round < rounds; round++) {
      const { cart, hold } = await open([one, other]);
      const hasHeld = await both([one, other], ["restore_locked", "hold_locked"], hold);
      expect([hasHeld, await isBooked(one, cart)].toSorted()).toEqual([false, true]);
    }
  });

  test("settled by two workers makes one order and uses a code once", async () => {
    for (let round = 0; round < rounds; round++) {
      const { cart, used } = await overCode([one, other]);
      pauseAt("restore_locked", rendezvous(50));
      await Promise.all([createSettler(one, noLog)(), createSettler(other, noLog)()]);
      await createSettler(one, noLog)();
      expect([await isBooked(one, cart), await used()]).toEqual([true, 1]);
    }
  });
});
