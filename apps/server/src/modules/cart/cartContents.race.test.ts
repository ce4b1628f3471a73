import { describe, expect, test, vi } from "vitest";
import { createCart, getCart, modifyCart, removeTickets } from "@foyer/contract/shop/cart.ts";
import { pauseAt, type PausePoint } from "../../db/faultPoints.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { cartOf } from "../../../test/cart/cartShop.ts";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { roundsToday } from "../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "hold_decided", "after_live_payment_check"], (first, second) => {
  one = first;
  other = second;
});

/** One visitor at two servers holds tickets of a group with a minimum of two tickets per order. */
const holdPairs = async (quantity: number) => {
  const shop = await createTestShop(one.db, { event: { groups: [{ min_tickets_per_order: 2 }] } });
  await recordPrices(one, shop);
  const here = new TestBrowser(one, shop);
  const cart = cartOf(await here.call(createCart, { add: [ticketLine(shop.event, quantity)] }));
  const tickets = cart.lines[0]?.types[0]?.ticket_ids ?? [];
  return { shop, here, there: new TestBrowser(other, shop, here.cookie), cart, tickets };
};

/** Starts `second` once `first` has reached `point`, and resumes `first` when `second` waits for its lock. */
const inOrder = async <A, B>(point: PausePoint, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  pauseAt(point, async () => {
    pauseAt(point, undefined);
    arrive();
    await released;
  });
  const firstAnswer = first();
  await arrived;
  const secondAnswer = second();
  try {
    await waitForLock();
  } finally {
    release();
  }
  return Promise.all([firstAnswer, secondAnswer]);
};

/** Waits until a statement waits for a lock. */
const waitForLock = () => vi.waitFor(async () => expect(await countLockWaits(one.db)).toBeGreaterThan(0));

describe("two requests that take tickets out of one cart", () => {
  test("leave the least number of the group, in each round", async () => {
    pauseAt("hold_locked", rendezvous(10));
    for (let round = 0; round < roundsToday(10); round++) {
      const { here, there, cart, tickets } = await holdPairs(3);
      const answers = await Promise.all([
        here.call(removeTickets, { cart_id: cart.id, tickets: tickets.slice(0, 1) }),
        there.call(modifyCart, { cart_id: cart.id, remove: tickets.slice(1, 2) }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect(cartOf(await here.call(getCart, { cart_id: cart.id })).lines[0]?.types[0]?.count).toBe(2);
    }
  });
});

describe("taking a ticket out while the cart is paid for", () => {
  test("taking a ticket out while the cart is paid for is refused once the payment has begun", async () => {
    const { shop, here, there, cart, tickets } = await holdPairs(3);
    const buyer = new TestBuyer(one, shop, here.cookie);
    const [paid, removed] = await inOrder(
      "after_live_payment_check",
      () => buyer.pay(cart, cards.good),
      () => there.call(removeTickets, { cart_id: cart.id, tickets: tickets.slice(0, 1) }),
    );
    expect([paid.status, removed.code]).toEqual([200, "payment_in_progress:reserve"]);
    expect((await buyer.checkOut(cart)).body.ticket._data.length).toBe(3);
  });

  test("taking a ticket out while the cart is paid for comes first where it was locked first, and the payment is for another amount", async () => {
    const { shop, here, there, cart, tickets } = await holdPairs(3);
    const buyer = new TestBuyer(other, shop, here.cookie);
    const [removed, paid] = await inOrder(
      "hold_decided",
      () => there.call(removeTickets, { cart_id: cart.id, tickets: tickets.slice(0, 1) }),
      () => buyer.pay(cart, cards.good),
    );
    expect([removed.status, paid.body._data[0]._code]).toEqual([200, "payment_incorrect_amount"]);
  });
});
