import { expect, test } from "vitest";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { rendezvous, setUpRaceServers } from "../../../../../test/database/raceServers.ts";
import { openForVenue } from "../../../../../test/orders/openForVenue.ts";
import { orderOf, refusalOf, shopStates } from "../../../../../test/orders/changedOrders.ts";
import { TestBuyer, cards } from "../../../../../test/shop/testBuyer.ts";
import { createSeatedShop } from "../../../../../test/shop/createSeatedShop.ts";
import { pauseAt } from "../../../../db/faultPoints.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["hold_locked", "change_locked"], (first, second) => {
  one = first;
  other = second;
});
const serverOf = (index: number): TestApp => (index % 2 === 0 ? one : other);

/** A seated session, and an order with seat A1. */
const buySeat = async () => {
  const shop = await createSeatedShop(one.db);
  const buyer = new TestBuyer(one, shop);
  const cart = await buyer.hold(1, shop.type.id, [shop.seatId("A1")]);
  await buyer.pay(cart, cards.good);
  const order = orderOf(await buyer.checkOut(cart));
  const moveTo = async (name: string, type_id = shop.type.id) => {
    const id = await openForVenue(one.db, order, order.cart_id);
    const add = [{ event_session_id: shop.session.id, ticket_type_id: type_id, seat_template_id: shop.seatId(name) }];
    return buyer.post(`/my/cart/${id}/modify`, { remove: order.tickets, add });
  };
  /** The answers to forty visitors who request a seat at the same time. */
  const fortyWant = (name: string): Promise<string[]> =>
    Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const line = {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [
            { ticket_type_id: shop.type.id, quantity: 1, seat_template_ids: [shop.seatId(name)] },
          ],
        };
        return refusalOf(await new TestBuyer(serverOf(index), shop).post("/my/cart/modify", { add: [line] }));
      }),
    );
  return { shop, buyer, moveTo, fortyWant };
};

test("a seat goes either to a moved ticket or to one of forty buyers", async () => {
  for (let round = 0; round < 4; round++) {
    const { shop, moveTo, fortyWant } = await buySeat();
    pauseAt("hold_locked", rendezvous(10));
    const [moved, others] = await Promise.all([moveTo("B1").then(refusalOf), fortyWant("B1")]);
    pauseAt("hold_locked", undefined);
    const answers = [moved, ...others];
    expect(answers.filter((answer) => answer === "200")).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(["200", "409 seat_not_available"]));
    expect(await shopStates(one, "ticket", shop)).toEqual(["booked", "held"]);
  }
});

test("a seat that a move frees goes to at most one of forty buyers, and to nobody before the move completes", async () => {
  for (let round = 0; round < 4; round++) {
    const { shop, buyer, moveTo, fortyWant } = await buySeat();
    const cart = (await moveTo("B1")).body.cart._data[0];
    expect(new Set(await fortyWant("A1"))).toEqual(new Set(["409 seat_not_available"]));
    pauseAt("change_locked", rendezvous(10));
    const [moved, others] = await Promise.all([buyer.checkOut(cart, {}), fortyWant("A1")]);
    pauseAt("change_locked", undefined);
    expect(moved.body.outcome).toBe("completed");
    const won = others.filter((answer) => answer === "200").length;
    expect(won).toBeLessThanOrEqual(1);
    expect(await shopStates(one, "ticket", shop)).toEqual(["booked", "cancelled", ...(won ? ["held"] : [])]);
    expect((await fortyWant("A1")).filter((answer) => answer === "200")).toHaveLength(1 - won);
  }
});

test("a seat that another type takes over goes to none of forty buyers while the change completes", async () => {
  for (let round = 0; round < 4; round++) {
    const { shop, buyer, moveTo, fortyWant } = await buySeat();
    const cart = (await moveTo("A1", shop.group.types[1]?.id)).body.cart._data[0];
    pauseAt("change_locked", rendezvous(10));
    const [moved, others] = await Promise.all([buyer.checkOut(cart, {}), fortyWant("A1")]);
    pauseAt("change_locked", undefined);
    expect(moved.body.outcome).toBe("completed");
    expect(new Set([...others, ...(await fortyWant("A1"))])).toEqual(new Set(["409 seat_not_available"]));
    expect(await shopStates(one, "ticket", shop)).toEqual(["booked", "cancelled"]);
  }
});
