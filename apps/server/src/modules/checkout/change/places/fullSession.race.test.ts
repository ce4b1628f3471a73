import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { releaseExpiredHolds } from "../../../../jobs/releaseExpiredHolds.ts";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../../../test/database/raceServers.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  shopStates,
  withLink,
} from "../../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange, usedPlaces } from "../../../../../test/orders/requestChange.ts";
import { TestBuyer } from "../../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../../test/shop/ticketLine.ts";
import { pauseAt } from "../../../../db/faultPoints.ts";
import { roundsToday } from "../../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "change_locked", "carts_locked", "open_change_found"], (first, second) => {
  one = first;
  other = second;
});
const serverOf = (index: number): TestApp => (index % 2 === 0 ? one : other);
const soldOut = "409 event_session_sold_out";

/** A session with `places`, all of them sold to buyers with one ticket each. */
const sellOut = async (places: number) => {
  const shop = await createChangeShop(one, everyChange, {
    groups: [{ types: [{ name: "Adult" }, { name: "Senior" }] }],
    sessions: [{ inDays: 7, capacity: places }],
  });
  const orders = [];
  for (let index = 0; index < places; index++) orders.push(orderOf(await new TestBuyer(serverOf(index), shop).buy(1)));
  return { shop, orders };
};
type SoldOut = Awaited<ReturnType<typeof sellOut>>;
const exchangeOf = ({ shop }: SoldOut, order: SoldOut["orders"][number]) => ({
  remove: order.tickets,
  add: newTickets(shop, { session: 0, type: 1 }),
});
const rivalGets = async ({ shop }: SoldOut, server: TestApp): Promise<string> =>
  refusalOf(await new TestBuyer(server, shop).post("/my/cart/modify", { add: [ticketLine(shop.event, 1)] }));

describe("a full session", () => {
  test("lets every buyer exchange at the same time, and nobody else in", async () => {
    const sold = await sellOut(12);
    const { shop, orders } = sold;
    pauseAt("hold_locked", rendezvous(10));
    const exchange = async (order: SoldOut["orders"][number], server: TestApp): Promise<string> => {
      const who = withLink(server, shop);
      const cart = changeCartOf(await requestChange(who, order, exchangeOf(sold, order)));
      return String((await who.checkOut(cart, {})).body.outcome);
    };
    const [exchanged, rivals] = await Promise.all([
      Promise.all(orders.map((order, index) => exchange(order, serverOf(index)))),
      Promise.all(Array.from({ length: 20 }, (_, index) => rivalGets(sold, serverOf(index)))),
    ]);
    expect(new Set(exchanged)).toEqual(new Set(["completed"]));
    expect(new Set(rivals)).toEqual(new Set([soldOut]));
    expect(await usedPlaces(one, shop)).toEqual([12]);
    expect((await shopStates(one, "ticket", shop)).filter((state) => state === "booked")).toHaveLength(12);
  });

  test("gives a cancelled place to one of twenty buyers while its exchange is opened", async () => {
    for (let round = 0; round < roundsToday(8); round++) {
      const sold = await sellOut(1);
      const { shop, orders } = sold;
      const [order] = orders;
      if (!order) throw new Error("There is an order.");
      for (const point of ["hold_locked", "carts_locked", "open_change_found"] as const) pauseAt(point, rendezvous(15));
      const [exchanged, cancelled, ...rivals] = await Promise.all([
        requestChange(withLink(one, shop), order, exchangeOf(sold, order)).then(refusalOf),
        cancelTickets(withLink(other, shop), order, order.tickets).then(refusalOf),
        ...Array.from({ length: 20 }, (_, index) => rivalGets(sold, serverOf(index))),
      ]);
      for (const point of ["hold_locked", "carts_locked", "open_change_found"] as const) pauseAt(point, undefined);
      expect(cancelled).toBe("200");
      expect(["200", "410 cart_expired", "409 ticket_state_incorrect", soldOut]).toContain(exchanged);
      const won = rivals.filter((answer) => answer === "200").length;
      expect(won).toBeLessThanOrEqual(1);
      expect(await usedPlaces(one, shop)).toEqual([won]);
    }
  });
});

test("an exchange whose hold ends during its completion is completed or not, but never leaves a place to somebody else", async () => {
  for (let round = 0; round < roundsToday(10); round++) {
    const sold = await sellOut(1);
    const { shop, orders } = sold;
    const [order] = orders;
    if (!order) throw new Error("There is an order.");
    const who = withLink(one, shop);
    const cart = changeCartOf(await requestChange(who, order, exchangeOf(sold, order)));
    pauseAt("change_locked", rendezvous(15));
    const expire = async (): Promise<void> => {
      await sql`update cart set expires_at = app_now() - interval '1 second' where id = ${cart.id}`.execute(one.db);
      await releaseExpiredHolds(one.db);
    };
    const [checkedOut, , rival] = await Promise.all([who.checkOut(cart, {}), expire(), rivalGets(sold, other)]);
    pauseAt("change_locked", undefined);
    expect(rival).toBe(soldOut);
    expect(await usedPlaces(one, shop)).toEqual([1]);
    const isCompleted = checkedOut.body.outcome === "completed";
    if (!isCompleted) expect(refusalOf(checkedOut)).toBe("410 cart_expired");
    await releaseExpiredHolds(one.db);
    expect(await shopStates(one, "ticket", shop)).toEqual(["booked", isCompleted ? "cancelled" : "unbooked"]);
  }
});
