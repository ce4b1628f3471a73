import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  shopStates,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange, usedPlaces } from "../../../../test/orders/requestChange.ts";
import { expireCart } from "../../../../test/payments/latePayments.ts";
import type { EventOverrides, TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine, type LineOptions } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** Two types at 20.00, so that nothing is due. */
const types = [{ name: "Adult" }, { name: "Senior" }];
/** The first session has as many places as the order has tickets; the second one has plenty. */
const buyAll = async (event: EventOverrides = {}, quantity = 2) => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [{ types }],
    sessions: [{ inDays: 7, capacity: 2 }, { inDays: 8 }],
    ...event,
  });
  const buyer = new TestBuyer(server, shop);
  return { shop, buyer, order: orderOf(await buyer.buy(quantity)) };
};
type Bought = Awaited<ReturnType<typeof buyAll>>;

/** One more order of the same buyer. */
const buyOne = async ({ shop, buyer }: Bought, line: LineOptions): Promise<TestOrder> => {
  const { body } = await buyer.post("/my/cart/modify", { add: [ticketLine(shop.event, 1, line)] });
  await buyer.pay(body.cart._data[0], cards.good);
  return orderOf(await buyer.checkOut(body.cart._data[0]));
};
/** A ticket of the first session as a Senior. */
const senior = { session: 0, type: 1 };
const exchange = ({ shop, buyer, order }: Bought, gives_up = order.tickets, quantity = gives_up.length) =>
  requestChange(buyer, order, { remove: gives_up, add: newTickets(shop, { ...senior, quantity }) });
const usedOfGroups = async (shop: TestShop): Promise<number[]> =>
  (
    await server.db
      .selectFrom("ticket_group")
      .select(["id", "used_capacity"])
      .where("seller_id", "=", shop.seller_id)
      .execute()
  )
    .toSorted((one, other) => groupIndex(shop, one.id) - groupIndex(shop, other.id))
    .map(({ used_capacity }) => used_capacity);
const groupIndex = (shop: TestShop, id: string): number => shop.event.groups.findIndex((group) => group.id === id);
const discard = ({ shop, buyer }: Bought, id: string) =>
  server.app.inject({
    method: "DELETE",
    url: `/api/my/cart/${id}?_seller=${shop.slug}`,
    headers: { cookie: buyer.cookie, [applicationHeader.name]: applicationHeader.value },
  });
/** The answer to another visitor who wants one ticket of the first session. */
const rivalGets = async (shop: TestShop): Promise<string> =>
  refusalOf(await withLink(server, shop).post("/my/cart/modify", { add: [ticketLine(shop.event, 1, { session: 0 })] }));
const soldOut = "409 event_session_sold_out";

describe("an exchange within a full session", () => {
  test("an exchange within a full session takes over the places of what it gives up, and completes", async () => {
    const bought = await buyAll();
    const { shop, buyer } = bought;
    const cart = changeCartOf(await exchange(bought));
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
    expect(await rivalGets(shop)).toBe(soldOut);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled", "cancelled"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
    expect(await usedOfGroups(shop)).toEqual([2]);
    expect(await rivalGets(shop)).toBe(soldOut);
  });

  test.each([
    { how: "is discarded", end: discard },
    { how: "expires", end: (_: Bought, id: string) => expireCart(server, { id }) },
  ])("leaves the order its places when it $how", async ({ end }) => {
    const bought = await buyAll();
    const { shop, order } = bought;
    const { id } = changeCartOf(await exchange(bought));
    await end(bought, id);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "unbooked", "unbooked"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
    expect(await usedOfGroups(shop)).toEqual([2]);
    expect(await rivalGets(shop)).toBe(soldOut);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets))).toBe("200");
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
  });

  test("an exchange within a full session is closed by a cancellation of its given-up tickets, which frees each place once", async () => {
    const bought = await buyAll();
    const { shop, order } = bought;
    changeCartOf(await exchange(bought, order.tickets.slice(0, 1)));
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1)))).toBe("200");
    expect(await usedPlaces(server, shop)).toEqual([1, 0]);
    expect(await usedOfGroups(shop)).toEqual([1]);
  });

  test("gives a place back to its own next ticket, and not to two", async () => {
    const bought = await buyAll();
    const { shop, buyer, order } = bought;
    const first = changeCartOf(await exchange(bought, order.tickets.slice(0, 1)));
    const [held] = (await buyer.get(`/my/cart/${first.id}?_embed=ticket`)).body.ticket._data.filter(
      ({ state }: { state: string }) => state !== "booked",
    );
    const swap = { remove: [held.id], add: newTickets(shop, { session: 0 }) };
    expect(refusalOf(await buyer.post(`/my/cart/${first.id}/modify`, swap))).toBe("200");
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
    const more = { add: newTickets(shop, { session: 0 }) };
    expect(refusalOf(await buyer.post(`/my/cart/${first.id}/modify`, more))).toBe("409 session_capacity_exceeded");
    const withAnother = { remove: order.tickets.slice(1), ...more };
    expect(refusalOf(await buyer.post(`/my/cart/${first.id}/modify`, withAnother))).toBe("200");
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
  });

  test("an exchange within a full session needs free places for tickets that come from another session", async () => {
    const bought = await buyAll();
    const { shop, buyer } = bought;
    const other = await buyOne(bought, { session: 1 });
    const move = { remove: other.tickets, add: newTickets(shop, { session: 0 }) };
    expect(refusalOf(await requestChange(buyer, other, move))).toBe(soldOut);
    expect(await usedPlaces(server, shop)).toEqual([2, 1]);
  });
});

describe("a ticket group's capacity", () => {
  const groups = [
    { name: "Day", types, capacity: 2 },
    { name: "Night", types, capacity: 1 },
  ];

  test("a ticket group's capacity is taken over within the group, in the same session and in another", async () => {
    const bought = await buyAll({ groups });
    const { shop, buyer, order } = bought;
    changeCartOf(await exchange(bought));
    expect(await usedOfGroups(shop)).toEqual([2, 0]);
    const cart = changeCartOf(
      await requestChange(buyer, order, { remove: order.tickets, add: newTickets(shop, { quantity: 2 }) }),
    );
    expect([await usedOfGroups(shop), await usedPlaces(server, shop)]).toEqual([
      [2, 0],
      [2, 2],
    ]);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect([await usedOfGroups(shop), await usedPlaces(server, shop)]).toEqual([
      [2, 0],
      [0, 2],
    ]);
  });

  test("limits an exchange for another group, whose places the order keeps until the change completes", async () => {
    const { shop, buyer, order } = await buyAll({ groups });
    const night = (quantity: number) => newTickets(shop, { session: 0, group: 1, quantity });
    const both = { remove: order.tickets, add: night(2) };
    expect(refusalOf(await requestChange(buyer, order, both))).toBe("409 ticket_group_capacity_exceeded");
    const cart = changeCartOf(await requestChange(buyer, order, { remove: order.tickets.slice(0, 1), add: night(1) }));
    expect([await usedOfGroups(shop), await usedPlaces(server, shop)]).toEqual([
      [2, 1],
      [2, 0],
    ]);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect([await usedOfGroups(shop), await usedPlaces(server, shop)]).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test("outside the session's capacity gives no place of the session", async () => {
    const extra = { name: "Extra", types, exclude_from_event_capacity: true };
    const bought = await buyAll({ groups: [{ types }, extra] });
    const { shop, buyer } = bought;
    const order = await buyOne(bought, { session: 0, group: 1 });
    const change = { remove: order.tickets, add: newTickets(shop, senior) };
    expect(refusalOf(await requestChange(buyer, order, change))).toBe(soldOut);
  });
});

test("a full session looks full to the buyer who exchanges in it for another group", async () => {
  const { shop, buyer, order } = await buyAll({ groups: [{ types }, { types }] });
  changeCartOf(
    await requestChange(buyer, order, {
      remove: order.tickets,
      add: newTickets(shop, { session: 0, group: 1, quantity: 2 }),
    }),
  );
  const path = `/events/${shop.event.id}/sessions/${shop.session.id}`;
  for (const who of [buyer, withLink(server, shop)])
    expect((await who.get(path)).body.event_session._data[0]).toMatchObject({ left: 0, sold_out: true });
});
