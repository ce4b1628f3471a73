import { expect, test } from "vitest";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { doneOrWaiting } from "../../../../../test/database/doneOrWaiting.ts";
import { setUpRaceServers } from "../../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../../test/database/startAtPause.ts";
import {
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  withLink,
} from "../../../../../test/orders/changedOrders.ts";
import { openChangeState } from "../../../../../test/orders/openChangeState.ts";
import {
  changeCartOf,
  changeStates,
  newTickets,
  requestChange,
  usedPlaces,
} from "../../../../../test/orders/requestChange.ts";
import { TestBuyer } from "../../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../../test/shop/ticketLine.ts";
import { pauseAt, type PausePoint } from "../../../../db/faultPoints.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = ["open_change_released", "open_change_found", "carts_locked"];
setUpRaceServers(points, (first, second) => {
  one = first;
  other = second;
});

/** An order whose open change holds a ticket of the second session. The last session has no capacity. */
const openOne = async () => {
  const shop = await createChangeShop(one, everyChange, {
    sessions: [{ inDays: 7 }, { inDays: 8 }, { inDays: 9 }, { inDays: 10 }, { inDays: 11, capacity: 0 }],
  });
  const order = orderOf(await new TestBuyer(one, shop).buy(1));
  const wants = (server: TestApp, session: number) =>
    requestChange(withLink(server, shop), order, { remove: order.tickets, add: newTickets(shop, { session }) });
  changeCartOf(await wants(one, 1));
  return { shop, order, wants };
};

test("the later of two replacements waits for the earlier one, and takes its place", async () => {
  const { shop, order, wants } = await openOne();
  const later = startAtPause(one.db, "open_change_released", () => wants(other, 3));
  expect(refusalOf(await wants(one, 2))).toBe("200");
  const replaced = await later();
  expect(replaced && refusalOf(replaced)).toBe("200");
  expect(await changeStates(one, order)).toEqual(["expired", "expired", "pending"]);
  expect(await usedPlaces(one, shop)).toEqual([1, 0, 0, 1, 0]);
});

test("a replacement that waits for another one and is refused leaves that one open", async () => {
  const { shop, order, wants } = await openOne();
  const later = startAtPause(one.db, "open_change_released", () => wants(other, 4));
  expect(refusalOf(await wants(one, 2))).toBe("200");
  const refused = await later();
  expect(refused && refusalOf(refused)).toBe("409 event_session_sold_out");
  expect(await changeStates(one, order)).toEqual(["expired", "pending"]);
  expect(await usedPlaces(one, shop)).toEqual([1, 0, 1, 0, 0]);
});

test("a replacement that is refused first leaves the open change to the replacement that waits for it", async () => {
  const { shop, order, wants } = await openOne();
  const before = await openChangeState(one, shop, order);
  const later = startAtPause(one.db, "open_change_released", () => wants(other, 4));
  expect(refusalOf(await wants(one, 4))).toBe("409 event_session_sold_out");
  const refused = await later();
  expect(refused && refusalOf(refused)).toBe("409 event_session_sold_out");
  expect(await openChangeState(one, shop, order)).toEqual(before);
});

test("a replacement and a hold of the same sessions do not deadlock, and neither is repeated", async () => {
  const { shop, order, wants } = await openOne();
  const idOf = (session: number): string => shop.event.sessions[session]?.id ?? "";
  // The open change holds a ticket of the session that is locked last.
  const [first = 0, last = 0] = [1, 2].toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  changeCartOf(await wants(one, last));
  const passes = { carts: 0, replacements: 0 };
  pauseAt("carts_locked", async () => void (passes.carts += 1));
  let held: Promise<{ readonly status: number }> | undefined;
  pauseAt("open_change_released", async () => {
    passes.replacements += 1;
    if (!held) passes.carts = 0;
    held ??= new TestBuyer(other, shop).post("/my/cart/modify", {
      add: [1, 2].map((session) => ticketLine(shop.event, 1, { session })),
    });
    await doneOrWaiting(one.db, held);
  });
  expect(refusalOf(await wants(one, first))).toBe("200");
  expect((await held)?.status).toBe(200);
  // The two passes after the hold began: the hold itself, and the one of the replacement.
  expect(passes).toEqual({ carts: 2, replacements: 1 });
  expect(await changeStates(one, order)).toEqual(["expired", "expired", "pending"]);
});
