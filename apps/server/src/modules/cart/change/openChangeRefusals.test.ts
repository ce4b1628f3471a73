import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import { deleteCart, extendCart } from "@foyer/contract/shop/cart.ts";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import {
  buyToChange,
  cancelTickets,
  everyChange,
  refusalOf,
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
import { inMinutes } from "../../../../test/cart/cartShop.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import type { EventOverrides, TestShop } from "../../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = (self_edit?: SelfEdit, event?: EventOverrides) => openChangeShop(server, self_edit, event);
const buy = (shop: TestShop, quantity?: number) => buyToChange(server, shop, quantity);

describe("a change is refused, and none is left open", () => {
  test.each([
    {
      what: "past the policy's hours",
      rules: { ...everyChange, horizon_hours: 24 * 30 },
      code: "422 tickets_too_old",
    },
    {
      what: "where the policy moves nothing",
      rules: { ...everyChange, allow: ["cancel" as const] },
      code: "403 access_denied",
    },
    {
      what: "for guests without anonymous editing",
      rules: { ...everyChange, anon_editing: false },
      code: "403 access_denied",
    },
  ])("$what", async ({ rules, code }) => {
    const { shop, order } = await buy(await openShop(rules));
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    expect(refusalOf(await requestChange(withLink(server, shop), order, change))).toBe(code);
    expect(await changeStates(server, order)).toEqual(["expired"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 0, 0, 0]);
  });

  test("a change is refused, and none is left open for a session without a place, and for more tickets than are given up", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const who = withLink(server, shop);
    const [first = ""] = order.tickets;
    const soldOut = { remove: [first], add: newTickets(shop, { session: 4 }) };
    expect(refusalOf(await requestChange(who, order, soldOut))).toBe("409 event_session_sold_out");
    const more = { remove: [first], add: newTickets(shop, { quantity: 2 }) };
    expect(refusalOf(await requestChange(who, order, more))).toBe("403 access_denied");
    expect(refusalOf(await requestChange(buyer, order, { add: newTickets(shop) }))).toBe("409 cart_booked");
    expect(await changeStates(server, order)).toEqual(["expired", "expired"]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 0, 0, 0]);
  });

  test("a change is refused, and none is left open for a used ticket and a cancelled one", async () => {
    const { shop, order } = await buy(await openShop(), 3);
    const [used = "", cancelled = ""] = order.tickets;
    await redeemTicket(server.db, used);
    await cancelTickets(withLink(server, shop), order, [cancelled]);
    for (const ticket of [used, cancelled])
      expect(
        refusalOf(await requestChange(withLink(server, shop), order, { remove: [ticket], add: newTickets(shop) })),
      ).toBe("409 ticket_state_incorrect");
  });

  test("a change is refused, and none is left open in a cart that is open already: it stays as it was", async () => {
    const { shop, order } = await buy(await openShop());
    const who = withLink(server, shop);
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const cart = changeCartOf(await requestChange(who, order, change));
    const more = await who.post(`/my/cart/${cart.id}/modify`, { add: newTickets(shop) });
    expect(refusalOf(more)).toBe("403 access_denied");
    const { body } = await who.get(`/my/cart/${cart.id}`);
    expect(body.cart._data[0].change).toEqual(cart.change);
    expect(await usedPlaces(server, shop)).toEqual([2, 1, 0, 0, 0]);
  });
});

describe("an open change", () => {
  test("an open change replaces the earlier one of any visitor", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const first = changeCartOf(await requestChange(withLink(server, shop), order, change));
    const second = changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change));
    expect(second.id).not.toBe(first.id);
    expect(await changeStates(server, order)).toEqual(["expired", "pending"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 1, 0, 0, 0]);
  });

  test("an open change stays while it is being paid for", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop, { session: 2 }) };
    const cart = changeCartOf(await requestChange(buyer, order, change));
    await server.db
      .updateTable("cart")
      .set({ leased_until: sql<string>`app_now() + interval '5 minutes'` })
      .where("id", "=", cart.id)
      .execute();
    expect(refusalOf(await requestChange(withLink(server, shop), order, change))).toBe("409 payment_in_progress");
    expect(await changeStates(server, order)).toEqual(["pending"]);
    await server.db.updateTable("cart").set({ leased_until: null }).where("id", "=", cart.id).execute();
  });

  test("an open change is discarded, extended and swept like any hold, and the order stays", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const change = { remove: order.tickets.slice(0, 1), add: newTickets(shop) };
    const discarded = changeCartOf(await requestChange(buyer, order, change));
    const browser = new TestBrowser(server, shop, buyer.cookie);
    const { body: extended } = await browser.call(extendCart, { cart_id: discarded.id, expires_at: inMinutes(2) });
    expect(extended).toMatchObject({ expires_in: expect.any(Number), extensions_left: discarded.extensions_left - 1 });
    expect((await browser.call(deleteCart, { cart_id: discarded.id })).body).toEqual({ deleted: true });
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 0, 0, 0]);

    const expired = changeCartOf(await requestChange(buyer, order, change));
    await endHold(server, expired.id);
    expect(refusalOf(await buyer.post(`/my/cart/${expired.id}/modify`, { remove: order.tickets }))).toBe(
      "410 cart_expired",
    );
    await releaseExpiredHolds(server.db);
    expect(await changeStates(server, order)).toEqual(["expired", "expired"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 0, 0, 0]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "unbooked", "unbooked"]);
  });

  test("shows why it is no longer possible after a ticket was cancelled", async () => {
    const { shop, buyer, order } = await buy(await openShop());
    const [given = ""] = order.tickets;
    const cart = changeCartOf(await requestChange(buyer, order, { remove: [given], add: newTickets(shop) }));
    await redeemTicket(server.db, given);
    const { status, body } = await buyer.get(`/my/cart/${cart.id}`);
    expect(status).toBe(200);
    expect(body.cart._data[0]).toMatchObject({
      outstanding_balance: "0",
      blocking_rules: [{ id: order.id, block_reason: "not_allowed" }],
      change: { removed: [given], moves: [], due: "0", refund: "0" },
    });
    expect(body.ticket._data).toHaveLength(2);
  });
});
