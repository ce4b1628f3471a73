import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../../test/app/outcomeOf.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import {
  buyInChangeShop,
  cancelTickets,
  everyChange,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { venueCancels } from "../../../../test/orders/venueChanges.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["order_change_locked", "cancellation_planned"], (first, second) => {
  one = first;
  other = second;
});

const buyTwo = async (rules = everyChange) => {
  const { shop, order } = await buyInChangeShop(one, { self_edit: rules });
  const byBuyer = (tickets = order.tickets) =>
    cancelTickets(withLink(one, shop), order, tickets).then((reply) => refusalOf(reply));
  const byVenue = () => outcomeOf(venueCancels(other, shop, order));
  return { shop, order, byBuyer, byVenue };
};

describe("an order that its buyer and the venue cancel at the same time", () => {
  const rules = { ...everyChange, cancel_fee: { percent: 10 } };

  test("is cancelled by its buyer where they come first", async () => {
    const { shop, byBuyer, byVenue } = await buyTwo(rules);
    const venue = startAtPause(one.db, "order_change_locked", byVenue);
    expect(await byBuyer()).toBe("200");
    expect(await venue()).toBe("ticket_state_incorrect");
    expect(await shopRows(one, "order_change", shop)).toMatchObject([{ actor: "guest", fee: 400 }]);
    expect((await shopRows(one, "refund", shop)).map(({ amount }) => amount)).toEqual([3600]);
  });

  test("is cancelled by the venue if it comes first", async () => {
    const { shop, byBuyer, byVenue } = await buyTwo(rules);
    const buyer = startAtPause(one.db, "order_change_locked", byBuyer);
    expect(await byVenue()).toBe("done");
    expect(await buyer()).toBe("409 ticket_state_incorrect");
    expect(await shopRows(one, "order_change", shop)).toMatchObject([{ actor: "venue" }]);
    expect(await shopRows(one, "refund", shop)).toHaveLength(1);
  });

  test("refunds the rest if the buyer cancels one ticket first", async () => {
    const { shop, order, byBuyer, byVenue } = await buyTwo();
    const venue = startAtPause(one.db, "order_change_locked", byVenue);
    expect(await byBuyer(order.tickets.slice(0, 1))).toBe("200");
    // The venue named all tickets that were valid when it sent the request.
    expect(["done", "ticket_state_incorrect"]).toContain(await venue());
    const given = (await shopRows(one, "refund", shop)).reduce((sum, { amount }) => sum + Number(amount), 0);
    const cancelled = (await shopStates(one, "ticket", shop)).filter((state) => state === "cancelled");
    expect(given).toBe(cancelled.length * 2000);
  });
});

test("a payment that is disputed while the order is cancelled is not refunded", async () => {
  const { shop, byBuyer } = await buyTwo();
  startAtPause(one.db, "cancellation_planned", () =>
    sql`insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
      select seller_id, gen_random_uuid(), id, 'dispute_opened', amount, currency, 'dp_1' from payment
      where seller_id = ${shop.seller_id} returning seller_id`.execute(other.db),
  );
  expect(await byBuyer()).toBe("409 payment_in_progress");
  expect(await shopRows(one, "refund", shop)).toEqual([]);
  expect(await shopStates(one, "ticket", shop)).toEqual(["booked", "booked"]);
  // A second request gets a refund of nothing.
  expect(await byBuyer()).toBe("200");
  expect(await shopRows(one, "order_change", shop)).toMatchObject([{ value: 4000, refund: 0 }]);
});
