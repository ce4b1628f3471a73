import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { openForVenue } from "../../../../../test/orders/openForVenue.ts";
import {
  everyChange,
  orderOf,
  refusalOf,
  shopStates,
  withLink,
  type TestOrder,
} from "../../../../../test/orders/changedOrders.ts";
import { changeCartOf, requestChange, usedPlaces } from "../../../../../test/orders/requestChange.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../../test/payments/splitPayments.ts";
import { expireCart } from "../../../../../test/payments/latePayments.ts";
import { createSeatedShop, type SeatedTestShop } from "../../../../../test/shop/createSeatedShop.ts";
import { cards } from "../../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const ticketsBySeat = async ({ tickets }: TestOrder): Promise<string[]> =>
  (
    await server.db
      .selectFrom("ticket as t")
      .innerJoin("seat as s", (join) => join.onRef("s.seller_id", "=", "t.seller_id").onRef("s.id", "=", "t.seat_id"))
      .select("t.id")
      .where("t.id", "in", [...tickets])
      .orderBy("s.rank")
      .execute()
  ).map(({ id }) => id);

/** A hall with two evenings, and an order of these seats of the first one, with its tickets in the same order. */
const buySeats = async (seats: readonly string[], capacity = 30) => {
  const shop = await createSeatedShop(server.db, {
    seller: { configuration: JSON.stringify({ self_edit: everyChange }) },
    sessions: [{ inDays: 7, capacity }, { inDays: 8 }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(seats.length, shop.type.id, seats.map(shop.seatId));
  await buyer.pay(cart, cards.good);
  const order = orderOf(await buyer.checkOut(cart));
  return { shop, buyer, order: { ...order, tickets: await ticketsBySeat(order) } };
};
type Bought = Awaited<ReturnType<typeof buySeats>>;

const seat = (shop: SeatedTestShop, name: string, { session = 0, group = 0, type = 0 } = {}) => ({
  event_session_id: shop.event.sessions[session]?.id,
  ticket_type_id: shop.event.groups[group]?.types[type]?.id,
  seat_template_id: shop.seatId(name),
});
/** The answer to another visitor who requests a seat. */
const rivalGets = async ({ shop }: Bought, name: string, session = 0): Promise<string> => {
  const { event_session_id, ticket_type_id, seat_template_id } = seat(shop, name, { session });
  return refusalOf(
    await withLink(server, shop).post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id,
          ticket_types_required: [{ ticket_type_id, quantity: 1, seat_template_ids: [seat_template_id] }],
        },
      ],
    }),
  );
};
const taken = "409 seat_not_available";
/** The venue's change of the order, which gives up the first tickets in exchange for these seats. */
const moveForVenue = async (bought: Bought, seats: readonly object[]) => {
  const cart_id = await openForVenue(server.db, bought.order, bought.order.cart_id);
  const remove = bought.order.tickets.slice(0, seats.length);
  return bought.buyer.post(`/my/cart/${cart_id}/modify`, { remove, add: seats });
};

describe("the venue moves a seated ticket", () => {
  test("to another seat of the same evening: both are taken until it completes, then the old one is free", async () => {
    const bought = await buySeats(["A1", "A2"]);
    const { shop, buyer } = bought;
    const cart = changeCartOf(await moveForVenue(bought, [seat(shop, "B5")]));
    for (const name of ["A1", "A2", "B5"]) expect(await rivalGets(bought, name)).toBe(taken);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    for (const name of ["A2", "B5"]) expect(await rivalGets(bought, name)).toBe(taken);
    expect(await rivalGets(bought, "A1")).toBe("200");
  });

  test("in an evening without a free place, and no further one", async () => {
    const bought = await buySeats(["A1", "A2"], 2);
    const { shop, buyer } = bought;
    const cart = changeCartOf(await moveForVenue(bought, [seat(shop, "B5")]));
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
    expect(await rivalGets(bought, "A1")).toBe("409 event_session_sold_out");
  });

  test("to the same seat of another evening", async () => {
    const bought = await buySeats(["A1"]);
    const { shop, buyer } = bought;
    const cart = changeCartOf(await moveForVenue(bought, [seat(shop, "A1", { session: 1 })]));
    expect([await rivalGets(bought, "A1"), await rivalGets(bought, "A1", 1)]).toEqual([taken, taken]);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect([await rivalGets(bought, "A1"), await rivalGets(bought, "A1", 1)]).toEqual(["200", taken]);
  });

  test("to a dearer zone for the difference", async () => {
    const bought = await buySeats(["A1"]);
    const { shop, buyer } = bought;
    const cart = changeCartOf(await moveForVenue(bought, [seat(shop, "C1", { group: 1 })]));
    expect(cart.change).toMatchObject({ value: "20.00", added: "50.00", due: "30.00" });
    expect(refusalOf(await buyer.payWith(cart, cardTender(3000)))).toBe("200");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await rivalGets(bought, "A1")).toBe("200");
  });

  test("and gives the new seat back when the change expires; the order keeps its own", async () => {
    const bought = await buySeats(["A1"]);
    const cart = changeCartOf(await moveForVenue(bought, [seat(bought.shop, "B5")]));
    await expireCart(server, cart);
    expect([await rivalGets(bought, "A1"), await rivalGets(bought, "B5")]).toEqual([taken, "200"]);
    expect(await shopStates(server, "ticket", bought.shop)).toEqual(["booked", "held", "unbooked"]);
  });

  test.each([
    { what: "without a seat", name: "A3", more: { seat_template_id: undefined }, code: "422 not_enough_seats" },
    { what: "to a taken seat", name: "A2", more: {}, code: taken },
    { what: "to a seat of another zone", name: "C1", more: {}, code: "422 seat_not_found" },
  ])("not $what", async ({ name, more, code }) => {
    const bought = await buySeats(["A1", "A2"]);
    expect(refusalOf(await moveForVenue(bought, [{ ...seat(bought.shop, name), ...more }]))).toBe(code);
    expect(await shopStates(server, "ticket", bought.shop)).toEqual(["booked", "booked"]);
  });
});

describe("a seated ticket that is exchanged for another type", () => {
  const ticketsOnSeats = async ({ order }: Bought) =>
    (
      await server.db
        .selectFrom("ticket as t")
        .innerJoin("seat as s", (join) => join.onRef("s.seller_id", "=", "t.seller_id").onRef("s.id", "=", "t.seat_id"))
        .innerJoin("ticket_type as y", (join) =>
          join.onRef("y.seller_id", "=", "t.seller_id").onRef("y.id", "=", "t.ticket_type_id"),
        )
        .select(["s.name as seat", "y.name as type", "t.state"])
        .where("t.ticket_order_id", "=", order.id)
        .orderBy("t.state")
        .execute()
    ).map((row) => `${row.seat} ${row.type} ${row.state}`);

  test("keeps its seat, in a full evening too, and nobody gets the seat before or afterwards", async () => {
    const bought = await buySeats(["A1"], 1);
    const { shop, buyer } = bought;
    const reply = await moveForVenue(bought, [seat(shop, "A1", { type: 1 })]);
    const cart = changeCartOf(reply);
    expect(reply.body.ticket._data).toMatchObject([{ seat_name: "Stalls A 1" }]);
    expect(await rivalGets(bought, "A1")).not.toBe("200");
    await sql`update event_session set capacity = 30 where id = ${shop.session.id}`.execute(server.db);
    expect(await rivalGets(bought, "A1")).toBe(taken);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await ticketsOnSeats(bought)).toEqual(["Stalls A 1 Child booked", "Stalls A 1 Adult cancelled"]);
    expect(await rivalGets(bought, "A1")).toBe(taken);
  });

  test("keeps its seat as it was when the change expires", async () => {
    const bought = await buySeats(["A1"]);
    const cart = changeCartOf(await moveForVenue(bought, [seat(bought.shop, "A1", { type: 1 })]));
    await expireCart(server, cart);
    expect(await rivalGets(bought, "A1")).toBe(taken);
    expect(await ticketsOnSeats(bought)).toEqual(["Stalls A 1 Adult booked"]);
  });

  test("gives its seat to one new ticket", async () => {
    const bought = await buySeats(["A1", "A2"]);
    const { shop, buyer } = bought;
    const cart = changeCartOf(await moveForVenue(bought, [seat(shop, "A1", { type: 1 })]));
    const again = { remove: bought.order.tickets.slice(1), add: [seat(shop, "A1", { type: 1 })] };
    expect(refusalOf(await buyer.post(`/my/cart/${cart.id}/modify`, again))).toBe(taken);
  });
});

describe("a visitor with the link", () => {
  const moveByLink = ({ shop, order }: Bought, wanted: object) =>
    requestChange(withLink(server, shop), order, { remove: order.tickets.slice(0, 1), add: [wanted] });
  const cancelEvening = ({ shop }: Bought) =>
    sql`update event_session set cancelled = true where id = ${shop.session.id}`.execute(server.db);

  test("does not move a seated ticket, except when the venue has cancelled the evening", async () => {
    const bought = await buySeats(["A1", "A2"]);
    const { shop, order } = bought;
    const wanted = seat(shop, "B5", { session: 1 });
    expect(refusalOf(await moveByLink(bought, wanted))).toBe("403 access_denied");
    await cancelEvening(bought);
    const who = withLink(server, shop);
    const cart = changeCartOf(await requestChange(who, order, { remove: order.tickets.slice(0, 1), add: [wanted] }));
    expect(await rivalGets(bought, "B5", 1)).toBe(taken);
    expect((await who.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await usedPlaces(server, shop)).toEqual([1, 1]);
  });

  test("does not get a dearer zone or another type in exchange for a cancelled evening", async () => {
    const bought = await buySeats(["A1"]);
    const { shop } = bought;
    await cancelEvening(bought);
    for (const more of [{ group: 1 }, { type: 1 }])
      expect(refusalOf(await moveByLink(bought, seat(shop, more.group ? "C1" : "B5", { session: 1, ...more })))).toBe(
        "403 access_denied",
      );
  });
});
