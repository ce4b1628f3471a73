import { describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/cart.ts";
import { cancelAutoRenew } from "@foyer/contract/membership.ts";
import { pauseAt, removeGuard } from "../../db/faults.ts";
import type { TestApp } from "../../testApp.ts";
import { TestBrowser } from "../../testBrowser.ts";
import { Buyer, cards } from "../../testBuyer.ts";
import { askFor, cartIn } from "../../testMemberships.ts";
import { meet, raceOn } from "../../testRace.ts";
import { joinAndComeDue, renewalOf, takenBy, termsFrom, tidy, turn, wake, type Due } from "../../testRenewals.ts";

let one: TestApp;
let other: TestApp;
raceOn(
  ["renewal_judged_step", "renewal_promised", "renewal_decided", "renewal_found_to_cancel", "after_live_payment_check"],
  (first, second) => {
    one = first;
    other = second;
  },
);

const due = (): Promise<Due> => joinAndComeDue(one);
/** What came of it when everybody is through: the money that was taken, and how many terms there are. */
const outcome = async ({ where, joined }: Due) => {
  await tidy(one);
  return { taken: await takenBy(one, where.shop), terms: (await termsFrom(one, joined.membership_id)).length };
};
const once = { taken: [8000, 8000], terms: 2 };
const never = { taken: [8000], terms: 1 };

describe("two servers whose turn it is at once", () => {
  const both = async (guards: readonly string[]) => {
    const at = await due();
    for (const guard of guards) removeGuard(guard);
    pauseAt("renewal_judged_step", meet(400));
    pauseAt("renewal_promised", meet(400));
    await Promise.all([turn(one), turn(other)]);
    return outcome(at);
  };
  test("x5: charge once", async () => {
    for (let round = 0; round < 5; round++) expect(await both([])).toEqual(once);
  }, 60_000);
  // The place of the cart is enough where a claim ran out; behind it stand the till and the decision, by which one of the two
  // or neither goes on. Without them both charge.
  test.each([
    ["without the claim", ["renewal_claim"], [once]],
    ["without the claim and the place of the cart", ["renewal_claim", "renewal_cart_swap"], [once, never]],
    [
      "without any of the four",
      ["renewal_claim", "renewal_cart_swap", "renewal_decision", "renewal_at_till"],
      [{ taken: [8000, 8000, 8000], terms: 3 }],
    ],
  ] as const)("%s", async (_, guards, expected) => expect(expected).toContainEqual(await both(guards)));
});

describe("whoever cancels while it is charged", () => {
  const cancels = ({ where, joined }: Due) =>
    new TestBrowser(other, where.shop, joined.user?.cookie).call(cancelAutoRenew, { ticket_order_id: joined.order_id });
  const during = async (point: "renewal_promised" | "renewal_decided") => {
    const at = await due();
    let said = 0;
    pauseAt(point, async () => {
      pauseAt(point, undefined);
      said = (await cancels(at)).status;
    });
    await turn(one);
    return { at, said, came: await outcome(at) };
  };
  test("before it is decided is not charged, and the promise is given back", async () => {
    const { at, said, came } = await during("renewal_promised");
    expect([said, came]).toEqual([200, never]);
    expect(await renewalOf(one, at.joined.membership_id)).toMatchObject({ state: "cancelled" });
    const promised = await one.db
      .selectFrom("test_gateway_intent")
      .select("id")
      .where("seller_id", "=", at.where.shop.seller_id)
      .where("status", "=", "requires_capture")
      .execute();
    expect(promised).toEqual([]);
  });
  test("after it is decided pays for one more term, and for no other", async () => {
    const { at, said, came } = await during("renewal_decided");
    expect([said, came]).toEqual([200, once]);
    const [, second] = await termsFrom(one, at.joined.membership_id);
    expect(await renewalOf(one, second?.id ?? "")).toBeUndefined();
    await wake(one, at.joined.membership_id);
    await turn(one);
    expect(await outcome(at)).toEqual(once);
  });
  test("when it has just been charged ends the next: what was read before is read again", async () => {
    const at = await due();
    pauseAt("renewal_found_to_cancel", async () => {
      pauseAt("renewal_found_to_cancel", undefined);
      await turn(one);
    });
    expect((await cancels(at)).status).toBe(200);
    expect(await outcome(at)).toEqual(once);
    const [, second] = await termsFrom(one, at.joined.membership_id);
    expect(await renewalOf(one, second?.id ?? "")).toMatchObject({ state: "cancelled" });
  });
  test("without the decision is charged all the same", async () => {
    removeGuard("renewal_decision");
    expect((await during("renewal_promised")).came).toEqual(once);
  });
});

describe("whoever renews by hand while it is charged", () => {
  const held = async ({ where: { shop, levels }, joined }: Due) => {
    const add = [askFor(levels, levels.individual, { action: "renew", renews_id: joined.membership_id })];
    const cart = cartIn(await new TestBrowser(other, shop, joined.user?.cookie).call(createCart, { add }));
    return { buyer: new Buyer(other, shop, joined.user?.cookie), cart };
  };
  const at = (point: string, work: () => Promise<unknown>) =>
    pauseAt(point, async () => {
      pauseAt(point, undefined);
      await work();
    });

  test("has paid before it is decided: they are charged once, by hand", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    at("renewal_promised", async () => {
      await buyer.pay(cart, cards.good);
      expect((await buyer.checkOut(cart)).status).toBe(200);
    });
    await turn(one);
    expect(await outcome(race)).toEqual(once);
    expect(await renewalOf(one, race.joined.membership_id)).toMatchObject({ state: "renewed" });
  });
  test("has promised money and not checked out: theirs counts", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    at("renewal_promised", () => buyer.pay(cart, cards.good));
    await turn(one);
    expect(await takenBy(one, race.where.shop)).toEqual([8000]);
    expect((await buyer.checkOut(cart)).status).toBe(200);
    await wake(one, race.joined.membership_id);
    await turn(one);
    expect(await outcome(race)).toEqual(once);
  });
  test("comes after it is decided: they wait, and then there is nothing to be renewed", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    const said: string[] = [];
    const pays = async () => void said.push((await buyer.pay(cart, cards.good)).body._data[0]._code);
    at("renewal_decided", pays);
    await turn(one);
    await pays();
    expect(said).toEqual(["payment_in_progress", "membership_not_renewable"]);
    expect(await outcome(race)).toEqual(once);
  });
  test("without the till asking, or without the decision, pays beside us", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    removeGuard("renewal_at_till");
    at("renewal_decided", () => buyer.pay(cart, cards.good));
    await turn(one);
    expect((await buyer.checkOut(cart)).status).toBe(200);
    expect(await outcome(race)).toEqual({ taken: [8000, 8000, 8000], terms: 3 });

    const again = await due();
    const hand = await held(again);
    removeGuard("renewal_decision");
    at("renewal_promised", () => hand.buyer.pay(hand.cart, cards.good));
    await turn(one);
    await hand.buyer.checkOut(hand.cart);
    expect(await outcome(again)).toEqual({ taken: [8000, 8000, 8000], terms: 3 });
  });
});

test("whoever gets their money back while it is charged is not charged", async () => {
  const race = await due();
  pauseAt("renewal_promised", async () => {
    pauseAt("renewal_promised", undefined);
    const { joined } = race;
    await one.db.updateTable("membership").set({ state: "cancelled" }).where("id", "=", joined.membership_id).execute();
    await one.db
      .updateTable("ticket")
      .set({ state: "cancelled" })
      .where("ticket_order_id", "=", joined.order_id)
      .execute();
    await one.db
      .updateTable("ticket_group")
      .set((eb) => ({ used_capacity: eb("used_capacity", "-", 1) }))
      .where("id", "=", race.where.levels.individual.id)
      .execute();
  });
  await turn(one);
  expect(await outcome(race)).toEqual(never);
  await wake(one, race.joined.membership_id);
  await turn(one);
  expect(await renewalOf(one, race.joined.membership_id)).toMatchObject({
    state: "cancelled",
    last_error: "taken_back",
  });
});
