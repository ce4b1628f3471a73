import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { doneOrWaiting } from "../../../../test/database/doneOrWaiting.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { openChange } from "../../../../test/orders/requestChange.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { pauseAt } from "../../../db/faultPoints.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["carts_locked", "order_change_locked", "open_change_closed"], (first, second) => {
  one = first;
  other = second;
});

/** Two sessions, in the order in which they are locked. */
const openShop = async () => {
  const shop = await createChangeShop(one, everyChange, {
    sessions: [
      { inDays: 7, capacity: 500 },
      { inDays: 8, capacity: 500 },
    ],
  });
  const [first = "", second = ""] = shop.event.sessions.map(({ id }) => id).toSorted();
  return { shop, first, second };
};

/** An order with a ticket for `from`, and an open change that moves it to `to`. */
const openMove = async (shop: TestShop, from: string, to: string) => {
  const buyer = new TestBuyer(one, shop);
  const session = shop.event.sessions.findIndex(({ id }) => id === from);
  const held = await buyer.post("/my/cart/modify", { add: [ticketLine(shop.event, 1, { session })] });
  await buyer.pay(held.body.cart._data[0], cards.good);
  const order = orderOf(await buyer.checkOut(held.body.cart._data[0]));
  await openChange(buyer, {
    order,
    gives_up: order.tickets,
    add: [{ session_id: to, type_id: shop.type.id, quantity: 1 }],
  });
  return order;
};

const holdBoth = (shop: TestShop) =>
  new TestBuyer(other, shop).post("/my/cart/modify", {
    add: [ticketLine(shop.event, 1, { session: 0 }), ticketLine(shop.event, 1, { session: 1 })],
  });

/** Counts how often each transaction passes its pause point: a repeated one passes it again. */
const countPasses = (wait: () => Promise<void>) => {
  const passes = { cancellations: 0, holds: 0 };
  pauseAt("order_change_locked", () => {
    passes.cancellations += 1;
    return wait();
  });
  pauseAt("carts_locked", () => {
    passes.holds += 1;
    return wait();
  });
  return passes;
};

test("a hold of both sessions waits for a cancellation that closes a change, and neither is repeated", async () => {
  const { shop, first, second } = await openShop();
  const order = await openMove(shop, first, second);
  const passes = countPasses(() => Promise.resolve());
  let held: ReturnType<typeof holdBoth> | undefined;
  pauseAt("open_change_closed", async () => {
    held ??= holdBoth(shop);
    await doneOrWaiting(one.db, held);
  });
  expect(refusalOf(await cancelTickets(withLink(one, shop), order, order.tickets))).toBe("200");
  expect((await held)?.status).toBe(200);
  expect(passes).toEqual({ cancellations: 1, holds: 1 });
});

test("forty cancellations with open changes do not deadlock with holds of the same two sessions", async () => {
  const { shop, first, second } = await openShop();
  const orders = await Promise.all(
    Array.from({ length: 40 }, (_, round) =>
      round % 2 === 0 ? openMove(shop, first, second) : openMove(shop, second, first),
    ),
  );
  const passes = countPasses(() => sleep(Math.random() * 30));
  pauseAt("open_change_closed", () => sleep(10));
  for (const order of orders) {
    const [cancelled, held] = await Promise.all([
      cancelTickets(withLink(one, shop), order, order.tickets),
      holdBoth(shop),
    ]);
    expect([refusalOf(cancelled), held.status]).toEqual(["200", 200]);
  }
  expect(passes).toEqual({ cancellations: 40, holds: 40 });
});
