import { keepPrice } from "../../../test/orders/keepPrice.ts";
import { describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { cancelAutoRenew } from "@foyer/contract/shop/membership.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { TestBuyer, cards } from "../../../test/shop/testBuyer.ts";
import { membershipRequest, cartFromResponse } from "../../../test/accounts/membershipLevels.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import {
  chargedOnce,
  joinWithDueRenewal,
  readRenewal,
  capturedAmounts,
  readTermChain,
  runRenewalJob,
  makeRenewalDue,
  renewalOutcome,
  type DueRenewal,
} from "../../../test/accounts/renewals.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["renewal_step_decided", "renewal_authorized", "renewal_decided", "renewal_cancel_found", "after_live_payment_check"],
  (first, second) => {
    one = first;
    other = second;
  },
);

const due = (): Promise<DueRenewal> => joinWithDueRenewal(one);
const outcome = (race: DueRenewal) => renewalOutcome(one, race);
const notCharged = { taken: [8000], terms: 1 };

describe("two servers with the same renewal due", () => {
  test("claim it once and charge it once", async () => {
    for (let round = 0; round < 5; round++) {
      const race = await due();
      let decided = 0;
      const wait = rendezvous(400);
      pauseAt("renewal_step_decided", () => {
        decided += 1;
        return wait();
      });
      pauseAt("renewal_authorized", rendezvous(400));
      await Promise.all([runRenewalJob(one), runRenewalJob(other)]);
      expect([decided, await outcome(race)]).toEqual([1, chargedOnce]);
    }
  }, 60_000);

  test("request one payment when the claim of the first has expired", async () => {
    const race = await due();
    const { shop } = race.renewalShop;
    let second: Promise<unknown> | undefined;
    const wait = rendezvous(2000);
    pauseAt("renewal_step_decided", async () => {
      if (!second) {
        await one.db
          .updateTable("auto_renewal")
          .set({ claimed_until: null })
          .where("membership_id", "=", race.member.membership_id)
          .execute();
        second = runRenewalJob(other);
      }
      await wait();
    });
    await runRenewalJob(one);
    await second;
    const requested = await one.db
      .selectFrom("test_gateway_intent")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(requested).toHaveLength(2);
    expect(await outcome(race)).toEqual(chargedOnce);
  });
});

describe("a holder who cancels during the charge", () => {
  const cancels = ({ renewalShop, member }: DueRenewal) =>
    new TestBrowser(other, renewalShop.shop, member.user?.cookie).call(cancelAutoRenew, {
      ticket_order_id: member.order_id,
    });
  const during = async (point: "renewal_authorized" | "renewal_decided") => {
    const at = await due();
    let answer = 0;
    pauseAt(point, async () => {
      pauseAt(point, undefined);
      answer = (await cancels(at)).status;
    });
    await runRenewalJob(one);
    return { at, answer, came: await outcome(at) };
  };
  test("a holder who cancels during the charge before the decision is not charged, and the authorization is voided", async () => {
    const { at, answer, came } = await during("renewal_authorized");
    expect([answer, came]).toEqual([200, notCharged]);
    expect(await readRenewal(one, at.member.membership_id)).toMatchObject({ state: "cancelled" });
    const promised = await one.db
      .selectFrom("test_gateway_intent")
      .select("id")
      .where("seller_id", "=", at.renewalShop.shop.seller_id)
      .where("status", "=", "requires_capture")
      .execute();
    expect(promised).toEqual([]);
  });
  test("a holder who cancels during the charge after the decision pays for one more term and no other", async () => {
    const { at, answer, came } = await during("renewal_decided");
    expect([answer, came]).toEqual([200, chargedOnce]);
    const [, second] = await readTermChain(one, at.member.membership_id);
    expect(await readRenewal(one, second?.id ?? "")).toBeUndefined();
    await makeRenewalDue(one, at.member.membership_id);
    await runRenewalJob(one);
    expect(await outcome(at)).toEqual(chargedOnce);
  });
  test("right after the charge cancels the next term", async () => {
    const at = await due();
    pauseAt("renewal_cancel_found", async () => {
      pauseAt("renewal_cancel_found", undefined);
      await runRenewalJob(one);
    });
    expect((await cancels(at)).status).toBe(200);
    expect(await outcome(at)).toEqual(chargedOnce);
    const [, second] = await readTermChain(one, at.member.membership_id);
    expect(await readRenewal(one, second?.id ?? "")).toMatchObject({ state: "cancelled" });
  });
});

describe("a manual renewal during the charge", () => {
  const held = async ({ renewalShop: { shop, levels }, member }: DueRenewal) => {
    const add = [membershipRequest(levels, levels.individual, { action: "renew", renews_id: member.membership_id })];
    const cart = cartFromResponse(await new TestBrowser(other, shop, member.user?.cookie).call(createCart, { add }));
    return { buyer: new TestBuyer(other, shop, member.user?.cookie), cart };
  };
  const at = (point: Parameters<typeof pauseAt>[0], work: () => Promise<unknown>) =>
    pauseAt(point, async () => {
      pauseAt(point, undefined);
      await work();
    });

  test("paid before the decision is charged once", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    at("renewal_authorized", async () => {
      await buyer.pay(cart, cards.good);
      expect((await buyer.checkOut(cart)).status).toBe(200);
    });
    await runRenewalJob(one);
    expect(await outcome(race)).toEqual(chargedOnce);
    expect(await readRenewal(one, race.member.membership_id)).toMatchObject({ state: "renewed" });
  });
  test("authorized before the decision wins over the automatic one", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    at("renewal_authorized", () => buyer.pay(cart, cards.good));
    await runRenewalJob(one);
    expect(await capturedAmounts(one, race.renewalShop.shop)).toEqual([8000]);
    expect((await buyer.checkOut(cart)).status).toBe(200);
    await makeRenewalDue(one, race.member.membership_id);
    await runRenewalJob(one);
    expect(await outcome(race)).toEqual(chargedOnce);
  });
  test("a manual renewal during the charge after the decision waits and is then refused", async () => {
    const race = await due();
    const { buyer, cart } = await held(race);
    const answer: string[] = [];
    const pays = async () => void answer.push((await buyer.pay(cart, cards.good)).body._data[0]._code);
    at("renewal_decided", pays);
    await runRenewalJob(one);
    await pays();
    expect(answer).toEqual(["payment_in_progress", "membership_not_renewable"]);
    expect(await outcome(race)).toEqual(chargedOnce);
  });
});

test("a refund during the charge stops it", async () => {
  const race = await due();
  pauseAt("renewal_authorized", async () => {
    pauseAt("renewal_authorized", undefined);
    const { member } = race;
    await one.db.updateTable("membership").set({ state: "cancelled" }).where("id", "=", member.membership_id).execute();
    const cancelled = await one.db
      .updateTable("ticket")
      .set({ state: "cancelled" })
      .where("ticket_order_id", "=", member.order_id)
      .returning("id")
      .execute();
    await keepPrice(
      one.db,
      cancelled.map(({ id }) => id),
    );
    await one.db
      .updateTable("ticket_group")
      .set((eb) => ({ used_capacity: eb("used_capacity", "-", 1) }))
      .where("id", "=", race.renewalShop.levels.individual.id)
      .execute();
  });
  await runRenewalJob(one);
  expect(await outcome(race)).toEqual(notCharged);
  await makeRenewalDue(one, race.member.membership_id);
  await runRenewalJob(one);
  expect(await readRenewal(one, race.member.membership_id)).toMatchObject({
    state: "cancelled",
    last_error: "taken_back",
  });
});
