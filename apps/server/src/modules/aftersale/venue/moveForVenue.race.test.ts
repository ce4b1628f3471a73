import { expect, test } from "vitest";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import { pauseAt, type PausePoint } from "../../../db/faultPoints.ts";
import { outcomeOf } from "../../../../test/app/outcomeOf.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import {
  buyInChangeShop,
  cancelTickets,
  everyChange,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import {
  changeCartOf,
  changeStates,
  newTickets,
  requestChange,
  usedPlaces,
} from "../../../../test/orders/requestChange.ts";
import { venueMoves } from "../../../../test/orders/venueChanges.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = ["venue_move_held", "change_locked"];
setUpRaceServers(points, (first, second) => {
  one = first;
  other = second;
});

const buyTwo = async (self_edit = everyChange) => {
  const { shop, order } = await buyInChangeShop(one, {
    self_edit,
    event: { sessions: [{ inDays: 7 }, { inDays: 8 }, { inDays: 9 }] },
  });
  const moves = (session = 1) =>
    outcomeOf(venueMoves(one, shop, order, { event_session_id: shop.event.sessions[session]?.id ?? "" }));
  return { shop, order, moves };
};
/** Runs `work` once, when a move by the venue holds its new tickets and has not completed. */
const whenHeld = (work: () => Promise<unknown>): void => {
  let isDone = false;
  pauseAt("venue_move_held", async () => {
    if (isDone) return;
    isDone = true;
    await work();
  });
};

test("a change that the buyer opens in the meantime wins, and the venue's move is refused", async () => {
  const { shop, order, moves } = await buyTwo();
  whenHeld(async () => {
    const change = { remove: order.tickets, add: newTickets(shop, { session: 2, quantity: 2 }) };
    expect(refusalOf(await requestChange(withLink(other, shop), order, change))).toBe("200");
  });
  expect(await moves()).toBe("ticket_state_incorrect");
  expect(await changeStates(one, order)).toEqual(["expired", "pending"]);
  expect(await usedPlaces(one, shop)).toEqual([2, 0, 2]);
  expect(await shopRows(one, "order_change", shop)).toEqual([]);
});

test("a change that the buyer is paying for keeps the venue from moving", async () => {
  const { shop, order, moves } = await buyTwo({ ...everyChange, change_fee: { fixed: "1.00" } });
  const who = withLink(other, shop);
  const change = { remove: order.tickets, add: newTickets(shop, { quantity: 2 }) };
  const cart = changeCartOf(await requestChange(who, order, change));
  expect(refusalOf(await who.pay(cart, cards.good))).toBe("200");
  expect(await moves(2)).toBe("payment_in_progress");
  expect((await who.checkOut(cart, {})).body.outcome).toBe("completed");
  expect(await usedPlaces(one, shop)).toEqual([0, 2, 0]);
});

test("a ticket that is scanned meanwhile stays where it is, with all others", async () => {
  const { shop, order, moves } = await buyTwo();
  whenHeld(() => redeemTicket(other.db, order.tickets[0]));
  expect(await moves()).toBe("ticket_state_incorrect");
  expect(await shopStates(one, "ticket", shop)).toEqual(["booked", "redeemed", "unbooked", "unbooked"]);
  expect(await usedPlaces(one, shop)).toEqual([2, 0, 0]);
});

test("a ticket that the buyer cancels during the move is not moved, and is refunded once", async () => {
  const { shop, order, moves } = await buyTwo();
  whenHeld(async () => {
    expect(refusalOf(await cancelTickets(withLink(other, shop), order, order.tickets.slice(0, 1)))).toBe("200");
  });
  expect(await moves()).toBe("ticket_state_incorrect");
  expect(await shopStates(one, "ticket", shop)).toEqual(["booked", "cancelled", "unbooked", "unbooked"]);
  expect((await shopRows(one, "refund", shop)).map(({ amount }) => amount)).toEqual([2000]);
});

test("two simultaneous moves by the venue leave the order in one session", async () => {
  const { shop, order, moves } = await buyTwo();
  const outcomes = await Promise.all([moves(1), moves(2)]);
  expect(outcomes).toContain("done");
  const places = await usedPlaces(one, shop);
  expect(places.toSorted()).toEqual([0, 0, 2]);
  expect((await shopStates(one, "ticket", shop)).filter((state) => state === "booked")).toHaveLength(2);
  expect(order.tickets).toHaveLength(2);
});
