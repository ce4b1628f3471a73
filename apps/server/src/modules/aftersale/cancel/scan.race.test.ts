import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { doneOrWaiting } from "../../../../test/database/doneOrWaiting.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import {
  buyInChangeShop,
  cancelTickets,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange, usedPlaces } from "../../../../test/orders/requestChange.ts";
import type { PausePoint } from "../../../db/faultPoints.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = ["cancellation_planned", "change_locked"];
setUpRaceServers(points, (first, second) => {
  one = first;
  other = second;
});

/** An order of one ticket for 20.00, and a session for 15.00 to which it can be moved. */
const buyOne = async () => {
  const { shop, order } = await buyInChangeShop(one, {
    event: {
      sessions: [{ inDays: 7 }, { inDays: 8, prices: { 0: 1500 } }],
    },
    quantity: 1,
  });
  const who = withLink(one, shop);
  return { shop, order, who, ticket: order.tickets[0] ?? "" };
};
type Bought = Awaited<ReturnType<typeof buyOne>>;

/** The gate admits every booked ticket and does not read orders. */
const scanWith = (db: TestApp["db"], { ticket }: Bought): Promise<boolean> => redeemTicket(db, ticket);
const cancel = async ({ who, order }: Bought) => refusalOf(await cancelTickets(who, order, order.tickets));
const startMove = async ({ who, shop, order }: Bought) => {
  const cart = changeCartOf(await requestChange(who, order, { remove: order.tickets, add: newTickets(shop) }));
  return async () => refusalOf(await who.checkOut(cart, {}));
};

/** Expects that a ticket that has admitted somebody is neither cancelled nor refunded. */
const expectUsed = async ({ shop }: Bought): Promise<void> => {
  expect(await shopStates(one, "ticket", shop)).toContain("redeemed");
  expect(await shopRows(one, "refund", shop)).toEqual([]);
  expect(await shopRows(one, "order_change", shop)).toEqual([]);
  expect((await usedPlaces(one, shop))[0]).toBe(1);
};

const changes = [
  { what: "a cancellation", point: "cancellation_planned", begin: async (bought: Bought) => () => cancel(bought) },
  { what: "a move", point: "change_locked", begin: startMove },
] as const;

test.each(changes)("a ticket that is scanned while $what of it is decided admits nobody", async ({ point, begin }) => {
  const bought = await buyOne();
  const change = await begin(bought);
  const scanned = startAtPause(one.db, point, () => scanWith(other.db, bought));
  expect(await change()).toBe("200");
  expect(await scanned()).toBe(false);
  expect(await shopStates(one, "ticket", bought.shop)).not.toContain("redeemed");
  expect(await shopRows(one, "refund", bought.shop)).toHaveLength(1);
});

test.each(changes)("a scan that came first keeps its ticket from $what, which waits for it", async ({ begin }) => {
  const bought = await buyOne();
  const change = await begin(bought);
  let changed: Promise<string> | undefined;
  await other.db.transaction().execute(async (db) => {
    expect(await scanWith(db, bought)).toBe(true);
    changed = change();
    expect(await doneOrWaiting(one.db, changed)).toBe("waits");
  });
  expect(await changed).toBe("409 ticket_state_incorrect");
  await expectUsed(bought);
});

test.each(changes)("of a simultaneous scan and $what one succeeds, in each round", async ({ begin }) => {
  for (let round = 0; round < roundsToday(20); round++) {
    const bought = await buyOne();
    const change = await begin(bought);
    const [scanned, changed] = await Promise.all([
      sleep(Math.random() * 15).then(() => scanWith(other.db, bought)),
      change(),
    ]);
    expect([scanned, changed === "200"].filter(Boolean)).toHaveLength(1);
    if (scanned) await expectUsed(bought);
  }
});
