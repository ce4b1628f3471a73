import { describe, expect, test } from "vitest";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import {
  buyToChange,
  everyChange,
  orderOf,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { endHold, openChangeShop } from "../../../../test/orders/changeSessions.ts";
import {
  changeCartOf,
  changeStates,
  newTickets,
  requestChange,
  usedPlaces,
} from "../../../../test/orders/requestChange.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { grandTotalsOf } from "../../../../test/cart/carts.ts";
import { createSeatedShop } from "../../../../test/shop/createSeatedShop.ts";
import type { EventOverrides, TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = (self_edit?: SelfEdit, event?: EventOverrides) => openChangeShop(server, self_edit, event);
const buy = (shop: TestShop, quantity?: number) => buyToChange(server, shop, quantity);

describe("moving a ticket to another session", () => {
  test("holds the new ticket, shows the order after the change and leaves the order as it is", async () => {
    const { shop, order } = await buy(await openShop());
    const [moved = "", kept = ""] = order.tickets;
    const change = { remove: [moved], add: newTickets(shop) };
    const reply = await requestChange(withLink(server, shop), order, change);
    const cart = changeCartOf(reply);
    expect(cart).toMatchObject({
      state: "pending",
      editable: true,
      outstanding_balance: "0",
      payment_due_by_credit_card: "0",
      blocking_rules: [],
      change: {
        ticket_order_id: order.id,
        removed: [moved],
        along: [],
        value: "20.00",
        fee: "0",
        added: "20.00",
        due: "0",
        refund: "0",
        gift_card: "0",
      },
    });
    expect(cart.expires_in).toBeGreaterThan(60);
    expect(cart.cart_fees[0]?.gateway_id).toBe("free");
    expect(grandTotalsOf(cart)).toMatchObject({
      total_before_cartmod_price: "40.00",
      total_payments: "40.00",
      total_outstanding: "0",
    });
    const shown = reply.body.ticket._data;
    const [held] = shown.filter(({ state }: { state: string }) => state === "held");
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual(expect.objectContaining({ id: kept, state: "booked" }));
    expect(cart.change.moves).toEqual([{ from: moved, to: held.id }]);
    expect(cart.lines.map(({ event_session_id }) => event_session_id)).toEqual(
      shop.event.sessions.slice(0, 2).map(({ id }) => id),
    );

    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "held"]);
    expect(await shopRows(server, "order_change", shop)).toEqual([]);
    expect(await usedPlaces(server, shop)).toEqual([2, 1, 0, 0, 0]);
  });

  test.each([
    { what: "dearer", session: 2, change: { added: "25.00", due: "5.00", refund: "0" }, gateway: "test" },
    { what: "cheaper", session: 3, change: { added: "15.00", due: "0", refund: "5.00" }, gateway: "free" },
  ])("shows the amounts of a $what one", async ({ session, change, gateway }) => {
    const { shop, order } = await buy(await openShop());
    const reply = await requestChange(withLink(server, shop), order, {
      remove: order.tickets.slice(0, 1),
      add: newTickets(shop, { session }),
    });
    const cart = changeCartOf(reply);
    expect(cart.change).toMatchObject(change);
    expect(cart).toMatchObject({ outstanding_balance: change.due, payment_due_by_credit_card: change.due });
    expect(cart.cart_fees[0]?.gateway_id).toBe(gateway);
    const totals = grandTotalsOf(cart);
    expect(totals.total_outstanding).toBe(change.due);
    expect(Number(totals.total_payments) + Number(totals.total_outstanding)).toBe(
      Number(totals.total_before_cartmod_price),
    );
  });

  test("is read again identically, by its owner and by its link", async () => {
    const { shop, order } = await buy(await openShop());
    const who = withLink(server, shop);
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop, { session: 2 }) };
    const cart = changeCartOf(await requestChange(who, order, change));
    const { body } = await who.get(`/my/cart/${cart.id}?_embed=identity,contact`);
    expect(body.cart._data[0]).toEqual({ ...cart, expires_in: expect.any(Number) });
    // The order's link does not show the purchaser, and neither does a change that was opened with it.
    expect([body.identity._data, body.contact._data]).toEqual([[], []]);
    const linked = await withLink(server, shop).get(`/cart/${cart.id}`);
    expect(linked.body.cart._data[0]).toMatchObject({ editable: false, change: { due: "5.00" } });
    expect(linked.body.ticket._data.map(({ scan_code }: { scan_code: string | null }) => scan_code)).toEqual([
      null,
      null,
    ]);
  });

  test("moving a ticket to another session takes the fee of a change, and a limit per order counts what stays", async () => {
    const rules = { ...everyChange, change_fee: { fixed: "3.00" } };
    const { shop, order } = await buy(await openShop(rules, { groups: [{ max_tickets_per_order: 2 }] }));
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const cart = changeCartOf(await requestChange(withLink(server, shop), order, change));
    expect(cart.change).toMatchObject({ fee: "3.00", due: "3.00" });
    const more = { remove: order.tickets.slice(0, 1), add: newTickets(shop, { quantity: 2 }) };
    expect(refusalOf(await requestChange(withLink(server, shop), order, more))).toBe(
      "422 max_tickets_per_order_exceeded",
    );
  });
});

describe("other changes", () => {
  test("exchange a ticket for one of another type", async () => {
    const { shop, order } = await buy(await openShop());
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop, { session: 0, type: 1 }) };
    const cart = changeCartOf(await requestChange(withLink(server, shop), order, change));
    expect(cart.change).toMatchObject({ value: "20.00", added: "10.00", refund: "10.00", due: "0" });
    expect(cart.lines[0]?.types.map(({ name, count }) => [name, count])).toEqual([
      ["Adult", 1],
      ["Child", 1],
    ]);
  });

  test("remove only: nothing is held, and the cart expires all the same", async () => {
    const { shop, order } = await buy(await openShop());
    const [removed = ""] = order.tickets;
    const who = withLink(server, shop);
    const reply = await who.post(`/cart/${order.cart_id}/remove?token=${order.token}`, { tickets: [removed] });
    const cart = changeCartOf(reply);
    expect(cart).toMatchObject({ change: { removed: [removed], refund: "20.00" }, outstanding_balance: "0" });
    expect(cart.expires_in).toBeGreaterThan(60);
    await endHold(server, cart.id);
    expect(refusalOf(await who.get(`/my/cart/${cart.id}`))).toBe("410 cart_expired");
    await releaseExpiredHolds(server.db);
    expect(await changeStates(server, order)).toEqual(["expired"]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
  });

  test("give up two tickets for one, all of them, and go on with the same cart", async () => {
    const { shop, order } = await buy(await openShop(), 3);
    const who = withLink(server, shop);
    const opened = changeCartOf(
      await requestChange(who, order, { remove: order.tickets.slice(0, 2), add: newTickets(shop) }),
    );
    expect(opened.change).toMatchObject({ value: "40.00", added: "20.00", refund: "20.00" });
    expect(opened.change.moves).toHaveLength(1);
    const all = changeCartOf(await who.post(`/my/cart/${opened.id}/modify`, { remove: order.tickets.slice(2) }));
    expect(all.id).toBe(opened.id);
    expect(all.change.removed.toSorted()).toEqual([...order.tickets].toSorted());
    const [added = ""] = all.change.moves.map(({ to }) => to);
    const none = changeCartOf(await who.post(`/cart/${opened.id}/remove`, { tickets: [added] }));
    expect(none).toMatchObject({ lines: [], change: { moves: [], refund: "60.00" } });
    const other = changeCartOf(
      await who.post(`/my/cart/${opened.id}/modify`, { add: newTickets(shop, { session: 3 }) }),
    );
    expect(other.change).toMatchObject({ added: "15.00", refund: "45.00" });
    expect(await usedPlaces(server, shop)).toEqual([3, 0, 0, 1, 0]);
  });

  test("other changes cannot take another seat: buyers have to contact the venue", async () => {
    const configuration = JSON.stringify({ self_edit: everyChange });
    const hall = await createSeatedShop(server.db, { seller: { configuration } });
    const buyer = new TestBuyer(server, hall);
    const held = await buyer.hold(1, hall.type.id, [hall.seatId("A1")]);
    await buyer.pay(held, cards.good);
    const order = orderOf(await buyer.checkOut(held));
    const seat = (label: string) => ({
      event_session_id: hall.session.id,
      ticket_type_id: hall.type.id,
      seat_template_id: hall.seatId(label),
    });
    const change = { remove: order.tickets, add: [seat("A2")] };
    expect(refusalOf(await requestChange(buyer, order, change))).toBe("403 access_denied");
    expect(await changeStates(server, order)).toEqual(["expired"]);
  });

  test("exchange no ticket for one that is not ordinary", async () => {
    const groups = [{}, { name: "Passes", handler: "passes" as const }];
    const { shop, order } = await buy(await openShop(everyChange, { groups }), 1);
    const change = { remove: order.tickets, add: newTickets(shop, { session: 0, group: 1 }) };
    expect(refusalOf(await requestChange(withLink(server, shop), order, change))).toBe("403 access_denied");
  });

  test("store where the buyer wants the refund to go", async () => {
    const { shop, order } = await buy(await openShop({ ...everyChange, refund_to: "choice" }));
    const who = withLink(server, shop);
    const opened = changeCartOf(
      await requestChange(who, order, { remove: order.tickets.slice(0, 1), refund_to: "gift_card" }),
    );
    expect(opened.change).toMatchObject({ refund: "0", gift_card: "20.00", refund_to: "choice" });
    const more = changeCartOf(await who.post(`/my/cart/${opened.id}/modify`, { remove: order.tickets.slice(1) }));
    expect(more.change).toMatchObject({ refund: "0", gift_card: "40.00" });
    const card = changeCartOf(await who.post(`/my/cart/${opened.id}/modify`, { refund_to: "same_means" }));
    expect(card.change).toMatchObject({ refund: "40.00", gift_card: "0" });
  });
});
