import { describe, expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { createChangeShop, everyChange, orderOf, refusalOf, withLink } from "../../../../test/orders/changedOrders.ts";
import {
  changeCartOf,
  changeStates,
  newTickets,
  requestChange,
  usedPlaces,
} from "../../../../test/orders/requestChange.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "open_change_found", "carts_locked"], (first, second) => {
  one = first;
  other = second;
});
const serverOf = (index: number): TestApp => (index % 2 === 0 ? one : other);

const openShop = (rounds: number) =>
  createChangeShop(one, everyChange, {
    sessions: [
      { inDays: 7, capacity: 500 },
      ...Array.from({ length: rounds }, (_, day) => ({ inDays: 8 + day, capacity: 1 })),
    ],
  });

describe("the last place of a session", () => {
  test.each([
    { changes: 20, purchases: 20, rounds: 5 },
    { changes: 40, purchases: 0, rounds: 2 },
  ])("goes to one of $changes changes and $purchases buyers, whatever the order of their locks", async (of) => {
    const { changes, purchases, rounds } = of;
    const shop = await openShop(rounds);
    const buyers = await Promise.all(Array.from({ length: changes }, () => new TestBuyer(one, shop).buy(1)));
    const orders = buyers.map(orderOf);
    pauseAt("hold_locked", rendezvous(10));
    for (let session = 1; session <= rounds; session++) {
      const answers = await Promise.all([
        ...orders.map((order, index) =>
          requestChange(withLink(serverOf(index), shop), order, {
            remove: order.tickets,
            add: newTickets(shop, { session }),
          }),
        ),
        ...Array.from({ length: purchases }, (_, index) =>
          new TestBuyer(serverOf(index), shop).post("/my/cart/modify", {
            add: [ticketLine(shop.event, 1, { session })],
          }),
        ),
      ]);
      const refused = answers.map(refusalOf).filter((answer) => answer !== "200");
      expect(new Set(refused)).toEqual(new Set(["409 event_session_sold_out"]));
      expect(refused).toHaveLength(39);
      expect((await usedPlaces(one, shop))[session]).toBe(1);
    }
    const states = (await Promise.all(orders.map((order) => changeStates(one, order)))).flat();
    // Each round leaves at most one open change; the orders are unchanged.
    expect(states.filter((state) => state === "pending").length).toBeLessThanOrEqual(rounds);
    expect((await usedPlaces(one, shop))[0]).toBe(changes);
  });
});

describe("two changes of one order that are opened at once", () => {
  const outcomeOf = (reply: TestResponse): string => refusalOf(reply);

  test("leave one of them open, and hold its ticket only", async () => {
    const shop = await createChangeShop(one, everyChange, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
    pauseAt("open_change_found", rendezvous(50));
    for (let round = 0; round < roundsToday(20); round++) {
      const order = orderOf(await new TestBuyer(one, shop).buy(1));
      const change = { remove: order.tickets, add: newTickets(shop) };
      const [, before = 0] = await usedPlaces(one, shop);
      const answers = await Promise.all(
        [0, 1, 2, 3].map((index) => requestChange(withLink(serverOf(index), shop), order, change)),
      );
      // A change that opened first is closed by the next one: its request was answered before that, or is refused because
      // the cart has expired.
      const outcomes = new Set(answers.map(outcomeOf));
      expect([...outcomes].filter((outcome) => outcome !== "200" && outcome !== "410 cart_expired")).toEqual([]);
      expect((await changeStates(one, order)).filter((state) => state === "pending")).toHaveLength(1);
      expect(await usedPlaces(one, shop)).toEqual([round + 1, before + 1]);
    }
  });

  test("wait for a hold of the change that they close", async () => {
    const shop = await createChangeShop(one, everyChange, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
    for (let round = 0; round < roundsToday(10); round++) {
      const order = orderOf(await new TestBuyer(one, shop).buy(2));
      const owner = withLink(one, shop);
      const [first = "", second = ""] = order.tickets;
      const cart = changeCartOf(await requestChange(owner, order, { remove: [first] }));
      pauseAt("carts_locked", rendezvous(20));
      const [held, replaced] = await Promise.all([
        owner.post(`/my/cart/${cart.id}/modify`, { remove: [second], add: newTickets(shop) }),
        requestChange(withLink(other, shop), order, { remove: [second] }),
      ]);
      pauseAt("carts_locked", undefined);
      expect(["200", "410 cart_expired"]).toContain(refusalOf(held));
      expect(changeCartOf(replaced).change.removed).toEqual([second]);
      expect(await changeStates(one, order)).toEqual(["expired", "pending"]);
      expect((await usedPlaces(one, shop))[1]).toBe(0);
    }
  });
});
