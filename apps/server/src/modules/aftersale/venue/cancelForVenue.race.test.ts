import { describe, expect, test } from "vitest";
import type { PausePoint } from "../../../db/faultPoints.ts";
import {
  capturedAmounts,
  joinWithDueRenewal,
  readTermChain,
  runPaymentJobs,
  runRenewalJob,
} from "../../../../test/accounts/renewals.ts";
import { outcomeOf } from "../../../../test/app/outcomeOf.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { createChangeShop, shopRows } from "../../../../test/orders/changedOrders.ts";
import { sellGiftCard } from "../../../../test/orders/sellGiftCard.ts";
import { venueCancels, venueContext, venueNote } from "../../../../test/orders/venueChanges.ts";
import { readCardBalance } from "../../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { cancelPlan } from "../../checkout/plan/cancelPlan.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = [
  "after_live_payment_check",
  "cancellation_planned",
  "gift_cards_locked",
  "membership_endings_locked",
  "plan_locked",
  "renewal_authorized",
  "renewal_before_capture",
];
setUpRaceServers(points, (first, second) => {
  one = first;
  other = second;
});

describe("a gift card that is spent while its sale is cancelled", () => {
  const sellCard = async () => {
    const shop = await createChangeShop(one);
    const { order, id, number } = await sellGiftCard(one, shop);
    const spender = new SplitPaymentBuyer(other, shop);
    const held = await spender.hold(1);
    const spend = async (): Promise<number> => (await spender.payWith(held, giftCardTender({ number }, 2000))).status;
    const refunds = async (): Promise<number> => (await shopRows(one, "refund", shop)).length;
    return { shop, order, id, spend, refunds };
  };

  test("stays with its buyer where the spending comes first, and nothing is refunded", async () => {
    const card = await sellCard();
    const spent = startAtPause(one.db, "cancellation_planned", card.spend);
    expect(await outcomeOf(venueCancels(one, card.shop, card.order))).toBe("ticket_state_incorrect");
    expect(await spent()).toBe(200);
    expect([await readCardBalance(one, card), await card.refunds()]).toEqual([3000, 0]);
  });

  test("pays for nothing where the cancellation comes first", async () => {
    const card = await sellCard();
    const spent = startAtPause(one.db, "gift_cards_locked", card.spend);
    expect(await outcomeOf(venueCancels(one, card.shop, card.order))).toBe("done");
    expect(await spent()).toBeGreaterThanOrEqual(400);
    expect([await readCardBalance(one, card), await card.refunds()]).toEqual([0, 1]);
  });
});

describe("an instalment that is paid while its plan is cancelled", () => {
  const plan = [
    { basis_points: 3000, due_days: 0 },
    { basis_points: 7000, due_days: 14 },
  ];
  const payInParts = async () => {
    const shop = await createChangeShop(one, undefined, {
      sessions: [{ inDays: 90 }],
      groups: [{ payment_plan: JSON.stringify(plan) }],
    });
    const buyer = new SplitPaymentBuyer(other, shop);
    const cart = await buyer.hold(2);
    await buyer.payWith(cart, cardTender(1200));
    expect((await buyer.checkOut(cart)).body.outcome).toBe("partial");
    const cancel = async () => cancelPlan(await venueContext(one, shop), cart.id, venueNote);
    const payRest = async (): Promise<number> => (await buyer.payWith(cart, cardTender(2800))).status;
    const money = async () =>
      (await shopRows(one, "payment", shop)).map(({ state, refunded }) => `${String(state)} ${String(refunded)}`);
    return { buyer, cart, cancel, payRest, money };
  };

  test("is not charged if the cancellation comes first", async () => {
    const { cancel, payRest, money } = await payInParts();
    const paid = startAtPause(one.db, "plan_locked", payRest);
    expect(await outcomeOf(cancel())).toBe("done");
    expect(await paid()).toBeGreaterThanOrEqual(400);
    expect(await money()).toEqual(["refunded 1200"]);
  });

  test("completes the order where the payment comes first", async () => {
    const { buyer, cart, cancel, payRest, money } = await payInParts();
    const cancelled = startAtPause(one.db, "after_live_payment_check", () => outcomeOf(cancel()));
    expect(await payRest()).toBe(200);
    expect(await cancelled()).toBe("payment_in_progress");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect((await money()).toSorted()).toEqual(["captured 0", "captured 0"]);
    expect(await outcomeOf(cancel())).toBe("cart_not_editable");
  });
});

describe("a next term that is charged while its membership is cancelled", () => {
  const outcome = async ({ renewalShop, member }: Awaited<ReturnType<typeof joinWithDueRenewal>>) => {
    await runPaymentJobs(one);
    const terms = await readTermChain(one, member.membership_id);
    return {
      charged: (await capturedAmounts(one, renewalShop.shop)).length,
      states: terms.map(({ state }) => state),
    };
  };

  test("is not charged if the cancellation comes first", async () => {
    const race = await joinWithDueRenewal(one);
    const order = { id: race.member.order_id };
    const cancelled = startAtPause(one.db, "renewal_authorized", () =>
      outcomeOf(venueCancels(other, race.renewalShop.shop, order)),
    );
    await runRenewalJob(one);
    expect(await cancelled()).toBe("done");
    expect(await outcome(race)).toEqual({ charged: 1, states: ["cancelled"] });
  });

  test("stays where the charge was decided first, and so does the membership", async () => {
    const race = await joinWithDueRenewal(one);
    const order = { id: race.member.order_id };
    const cancelled = startAtPause(one.db, "renewal_before_capture", () =>
      outcomeOf(venueCancels(other, race.renewalShop.shop, order)),
    );
    await runRenewalJob(one);
    expect(["payment_in_progress", "ticket_state_incorrect"]).toContain(await cancelled());
    expect(await outcome(race)).toEqual({ charged: 2, states: ["active", "active"] });
  });
});
