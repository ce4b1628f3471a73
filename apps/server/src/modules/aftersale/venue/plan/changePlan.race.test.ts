import { expect, test } from "vitest";
import type { PausePoint } from "../../../../db/faultPoints.ts";
import { cancelPlan } from "../../../checkout/plan/cancelPlan.ts";
import { outcomeOf } from "../../../../../test/app/outcomeOf.ts";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../../test/database/startAtPause.ts";
import { shopRows, shopStates } from "../../../../../test/orders/changedOrders.ts";
import { openPlan, ticketsOf, venueChangesPlan, type OpenPlan } from "../../../../../test/orders/plans.ts";
import { usedPlaces } from "../../../../../test/orders/requestChange.ts";
import { venueContext, venueNote } from "../../../../../test/orders/venueChanges.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../../test/payments/splitPayments.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = ["after_live_payment_check", "plan_locked"];
setUpRaceServers(points, (first, second) => {
  one = first;
  other = second;
});

const cancels = (server: TestApp, plan: OpenPlan, index = 0): Promise<string> =>
  outcomeOf(
    venueChangesPlan(server, plan, { kind: "cancel", ticket_ids: ticketsOf(plan.cart).slice(index, index + 1) }),
  );
const paymentsOf = async ({ shop }: OpenPlan) =>
  (await shopRows(one, "payment", shop))
    .map(({ amount, refunded }) => `${String(amount)} -${String(refunded)}`)
    .toSorted();

test("an instalment after the venue's change pays for the remaining tickets", async () => {
  const plan = await openPlan(one);
  const buyer = new SplitPaymentBuyer(other, plan.shop, plan.buyer.cookie);
  const paid = startAtPause(
    one.db,
    "plan_locked",
    async () => (await buyer.payWith(plan.cart, cardTender(2800))).status,
  );
  expect(await cancels(one, plan)).toBe("done");
  expect(await paid()).toBeGreaterThanOrEqual(400);
  expect(await paymentsOf(plan)).toEqual(["1200 -0"]);
  expect((await buyer.payWith(plan.cart, cardTender(800))).status).toBe(200);
  expect((await buyer.checkOut(plan.cart)).body.outcome).toBe("completed");
});

test("an instalment that comes first keeps the venue from changing", async () => {
  const plan = await openPlan(one);
  const buyer = new SplitPaymentBuyer(other, plan.shop, plan.buyer.cookie);
  const changed = startAtPause(one.db, "after_live_payment_check", () => cancels(one, plan));
  expect((await buyer.payWith(plan.cart, cardTender(2800))).status).toBe(200);
  expect(await changed()).toBe("payment_in_progress");
  expect((await buyer.checkOut(plan.cart)).body.outcome).toBe("completed");
  expect(await shopStates(one, "ticket", plan.shop)).toEqual(["booked", "booked"]);
});

test("two changes of one plan follow one another, and each starts from the other's result", async () => {
  const plan = await openPlan(one, { tickets: 3 });
  const outcomes = await Promise.all([cancels(one, plan, 0), cancels(other, plan, 1)]);
  expect(outcomes).toEqual(["done", "done"]);
  expect(await plan.buyer.readCart(plan.cart)).toMatchObject({ outstanding_balance: "2.00" });
  expect((await usedPlaces(one, plan.shop))[0]).toBe(1);
});

test("the same ticket is cancelled once", async () => {
  const plan = await openPlan(one, { paid: 2600 });
  const outcomes = await Promise.all([cancels(one, plan), cancels(other, plan)]);
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(await paymentsOf(plan)).toEqual(["2600 -600"]);
});

test("a plan that was ended in the meantime is no longer changed", async () => {
  const plan = await openPlan(one);
  const ended = startAtPause(one.db, "plan_locked", async () =>
    outcomeOf(cancelPlan(await venueContext(other, plan.shop), plan.cart.id, venueNote)),
  );
  expect(await cancels(one, plan)).toBe("done");
  expect(await ended()).toBe("done");
  expect(await paymentsOf(plan)).toEqual(["1200 -1200"]);
  expect(await cancels(one, plan, 1)).toBe("cart_not_editable");
});

test("one last place goes to a buyer or to the plan that is moved to it", async () => {
  const plan = await openPlan(one, { tickets: 1, paid: 600 });
  const later = plan.shop.event.sessions[1]?.id ?? "";
  await one.db.updateTable("event_session").set({ capacity: 1 }).where("id", "=", later).execute();
  const buyers = Array.from(
    { length: 12 },
    (_, index) => new SplitPaymentBuyer(index % 2 === 0 ? one : other, plan.shop),
  );
  const line = {
    event_template_id: plan.shop.event.id,
    event_session_id: later,
    ticket_types_required: [{ ticket_type_id: plan.shop.type.id, quantity: 1 }],
  };
  const [moved, ...held] = await Promise.all([
    outcomeOf(venueChangesPlan(one, plan, { kind: "move", event_session_id: later })),
    ...buyers.map(async (buyer) => (await buyer.post("/my/cart/modify", { add: [line] })).status),
  ]);
  expect((moved === "done" ? 1 : 0) + held.filter((status) => status === 200).length).toBe(1);
  expect((await usedPlaces(one, plan.shop))[1]).toBe(1);
});
