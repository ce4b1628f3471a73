import { beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import {
  editChapter,
  openEditing,
  publishPlan,
  quayCatalogue,
  refusal,
  writesToNobody,
  type Loose,
  type Manager,
} from "../../../test/office/catalogueShop.ts";
import { orderOf, refusalOf, shopRows, shopStates } from "../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange, usedPlaces } from "../../../test/orders/requestChange.ts";
import { createSettler, expireCart, payAfterExpiry } from "../../../test/payments/latePayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));

/** Buyers may change everything. The group's own capacity is 30. */
const catalogue = (slug: string) =>
  quayCatalogue(slug)
    .replace(
      "timezone: America/New_York }",
      "timezone: America/New_York, configuration: { self_edit: { enabled: true, anon_editing: true } } }",
    )
    .replace("max_tickets_per_order: 10", "capacity: 30");
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server, catalogue));
});

/** Changes the capacity of the first sessions of the event. */
const lower = (capacity: number, { session = 0, orders = 0 } = {}): Promise<TestResponse> =>
  manager.post("/catalogue/events/visit/sessions/change", {
    session_ids: [shop.event.sessions[session]?.id ?? ""],
    change: { capacity },
    reason: "A school comes",
    ...writesToNobody(orders),
  });
const editGroup = async (fields: Loose, orders = 0): Promise<TestResponse> => {
  await editChapter(manager, "event/visit", (event) => ({
    ...event,
    groups: (event["groups"] as Loose[]).map((group) => ({ ...group, ...fields })),
  }));
  return publishPlan(manager, writesToNobody(orders));
};
const usedOfFirst = async (): Promise<number> => (await usedPlaces(server, shop))[0] ?? 0;
const release = async (buyer: TestBuyer, cart: Cart): Promise<string> =>
  refusalOf(await buyer.post(`/cart/${cart.id}/remove`, { tickets: cart.lines[0]?.types[0]?.ticket_ids ?? [] }));

describe("a session whose capacity is lowered during a hold", () => {
  test("keeps what is held: fewer places and none are refused, just as many are left to pay and check out", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    for (const capacity of [2, 0])
      expect(refusal(await lower(capacity))).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect((await lower(3)).status).toBe(200);
    expect(refusalOf(await new TestBuyer(server, shop).requestTickets(1))).toBe("409 event_session_sold_out");
    expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await usedOfFirst()).toBe(3);
    expect(refusal(await lower(0, { orders: 1 }))._code).toBe("would_break_promise");
  });

  test("has no place once the hold has been given up and the capacity is zero", async () => {
    const buyer = new TestBuyer(server, shop);
    expect(await release(buyer, await buyer.hold(3))).toBe("200");
    expect((await lower(0)).status).toBe(200);
    expect(refusalOf(await buyer.requestTickets(1))).toBe("409 event_session_sold_out");
  });

  test("takes no money that arrives after the hold has expired, if it has too few places by then", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    await payAfterExpiry(server, buyer, cart);
    expect((await lower(2)).status).toBe(200);
    const settle = createSettler(server, () => undefined);
    await settle();
    await settle();
    expect(await shopStates(server, "payment", shop)).toEqual(["voided"]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["unbooked", "unbooked", "unbooked"]);
    expect(await usedOfFirst()).toBe(0);
  });

  test("is checked out while a change of an order is open: both times keep their places until it ends", async () => {
    const buyer = new TestBuyer(server, shop);
    const order = orderOf(await buyer.buy(2));
    const change = changeCartOf(
      await requestChange(buyer, order, { remove: order.tickets, add: newTickets(shop, { quantity: 2 }) }),
    );
    expect(await usedPlaces(server, shop)).toEqual([2, 2, 0, 0, 0, 0]);
    expect(refusal(await lower(1, { orders: 1 }))._code).toBe("would_break_promise");
    expect(refusal(await lower(0, { session: 1 }))._code).toBe("would_break_promise");
    expect((await lower(2, { session: 1 })).status).toBe(200);
    expect((await buyer.checkOut(change, {})).body.outcome).toBe("completed");
    expect((await lower(0)).status).toBe(200);
    expect(refusal(await lower(1, { session: 1, orders: 1 }))._code).toBe("would_break_promise");
  });

  test("leaves an order where it is whose change has expired", async () => {
    const buyer = new TestBuyer(server, shop);
    const order = orderOf(await buyer.buy(2));
    const toSecond = { remove: order.tickets, add: newTickets(shop, { quantity: 2 }) };
    await expireCart(server, changeCartOf(await requestChange(buyer, order, toSecond)));
    expect((await lower(1, { session: 1 })).status).toBe(200);
    expect(refusalOf(await requestChange(buyer, order, toSecond))).toBe("409 session_capacity_exceeded");
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 0, 0, 0, 0]);
  });
});

describe("a group that is changed during a hold", () => {
  test("keeps a capacity for what is held", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    for (const capacity of [2, 0])
      expect(refusal(await editGroup({ capacity }))).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect((await editGroup({ capacity: 3 })).status).toBe(200);
    expect(refusalOf(await new TestBuyer(server, shop).requestTickets(1))).toBe("409 ticket_group_sold_out");
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test.each([
    { what: "no longer counts in the session", fields: { exclude_from_event_capacity: true } },
    { what: "is sold as passes", fields: { handler: "passes" } },
  ])("is refused if it $what while its tickets are held or sold", async ({ fields }) => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    const refused = refusal(await editGroup(fields));
    expect(refused).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect(refused._description).toMatch(/3 of its tickets are sold or held/);
    expect(await release(buyer, cart)).toBe("200");
    expect(await usedOfFirst()).toBe(0);
    expect((await editGroup(fields)).status).toBe(200);
    expect(await shopRows(server, "ticket", shop)).toHaveLength(3);
  });
});
