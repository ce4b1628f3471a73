import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { setUpTestApp } from "../../../../../test/app/setUpTestApp.ts";
import { buyAtDesk, createDeskShop, deskClerk } from "../../../../../test/office/deskShop.ts";
import { auditOf } from "../../../../../test/office/testStaff.ts";
import { orderOf, refusalOf, withLink } from "../../../../../test/orders/changedOrders.ts";
import { openChangeState } from "../../../../../test/orders/openChangeState.ts";
import { changeCartOf, changeStates, requestChange, usedPlaces } from "../../../../../test/orders/requestChange.ts";
import { venueMoves, venueQuotesMove } from "../../../../../test/orders/venueChanges.ts";
import { createGiftCard } from "../../../../../test/payments/giftCards.ts";
import { createSeatedShop } from "../../../../../test/shop/createSeatedShop.ts";
import { cards, TestBuyer } from "../../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** An order at the desk whose buyer has an open change: it exchanges the first ticket for one on the next day. */
const openOne = async (role: Parameters<typeof deskClerk>[3] = "box_office") => {
  const shop = await createDeskShop(server);
  const order = await buyAtDesk(server, shop, 2);
  const [first = "", second = ""] = order.tickets;
  const later = shop.event.sessions[1]?.id ?? "";
  const buyer = withLink(server, shop);
  const add = [{ event_session_id: later, ticket_type_id: shop.type.id }];
  changeCartOf(await requestChange(buyer, order, { remove: [first], add }));
  const clerk = await deskClerk(server, shop, order, role);
  const move = {
    tickets: [second],
    event_session_id: later,
    money: "refund",
    reason: "Asked for it",
    waive_difference: false,
  };
  const senior = { ticket_type_id: shop.group.types[1]?.id };
  return { shop, order, first, second, later, buyer, clerk, move, senior };
};

describe("a move at the desk that is refused leaves the buyer's open change as it was", () => {
  type Opened = Awaited<ReturnType<typeof openOne>>;
  test.each([
    {
      what: "to dearer tickets whose difference nobody waives",
      call: ({ clerk, move, senior }: Opened) => clerk.post("move", { ...move, ...senior }),
      code: "422 payment_incorrect_amount",
    },
    {
      what: "of more tickets than the session has places",
      call: async ({ clerk, move, order, later }: Opened) => {
        await sql`update event_session set capacity = 1 where id = ${later}`.execute(server.db);
        return clerk.post("move", { ...move, tickets: order.tickets });
      },
      code: "409 session_capacity_exceeded",
    },
    {
      what: "from another version of the order",
      call: ({ clerk, move }: Opened) => clerk.post("move", { ...move, version: "0".repeat(32) }),
      code: "409 stale_version",
    },
    {
      what: "with another difference than was shown",
      call: ({ clerk, move, senior }: Opened) =>
        clerk.post("offer_move", { ...offerOf(move), ...senior, due: "4.00", pay_by: { means: "link" } }),
      code: "422 payment_incorrect_amount",
    },
    {
      what: "with a gift card that has too little",
      call: async ({ shop, clerk, move, senior }: Opened) => {
        const { number } = await createGiftCard(server, shop, 400);
        const pay_by = { means: "gift_card", number };
        return clerk.post("offer_move", { ...offerOf(move), ...senior, due: "5.00", pay_by });
      },
      code: "409 insufficient_balance",
    },
    {
      what: "with a gift card that does not exist",
      call: ({ clerk, move, senior }: Opened) => {
        const pay_by = { means: "gift_card", number: "7K3M-0000" };
        return clerk.post("offer_move", { ...offerOf(move), ...senior, due: "5.00", pay_by });
      },
      code: "404 not_found",
    },
  ])("$what", async ({ call, code }) => {
    const opened = await openOne();
    const { shop, order } = opened;
    const before = await openChangeState(server, shop, order);
    expect(refusalOf(await call(opened))).toBe(code);
    expect(await openChangeState(server, shop, order)).toEqual(before);
    expect((await auditOf(server.db, shop.seller_id)).map(({ action }) => action)).not.toContain("order.moved");
  });

  const offerOf = (move: Opened["move"]) => {
    const { waive_difference: _, ...offer } = move;
    return offer;
  };
});

describe("a move at the desk takes the place of the buyer's open change", () => {
  test("with the last place, which that one holds", async () => {
    const { shop, order, second, later, buyer, clerk, move } = await openOne();
    await sql`update event_session set capacity = 1 where id = ${later}`.execute(server.db);
    const quote = await clerk.get(`move_quote?tickets=${second}&money=refund&event_session_id=${later}`);
    expect([quote.status, quote.body.due]).toEqual([200, "0"]);
    expect((await clerk.post("move", move)).status).toBe(200);
    expect(await changeStates(server, order)).toEqual(["expired", "completed"]);
    expect(await usedPlaces(server, shop)).toEqual([1, 1]);
    const { body } = await buyer.get(`/ticket_order/${order.id}/actions?token=${order.token}`);
    expect(body.change_cart_id).toBeNull();
  });

  test("with an offer that waits to be paid", async () => {
    const { shop, order, clerk, move, senior } = await openOne();
    const { waive_difference: _, ...asked } = move;
    const offer = { ...asked, ...senior, due: "5.00", pay_by: { means: "link" } };
    expect((await clerk.post("offer_move", offer)).status).toBe(200);
    const before = await openChangeState(server, shop, order);
    await clerk.look();
    expect(refusalOf(await clerk.post("offer_move", { ...offer, due: "6.00" }))).toBe("422 payment_incorrect_amount");
    expect(await openChangeState(server, shop, order)).toEqual(before);
    expect((await clerk.post("offer_move", offer)).status).toBe(200);
    expect(await changeStates(server, order)).toEqual(["expired", "expired", "pending"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 1]);
  });
});

describe("seats that the open change holds", () => {
  test("seats that the open change holds are free for the venue's move, and stay held where it is refused", async () => {
    const shop = await createSeatedShop(server.db, {
      seller: { configuration: JSON.stringify({ self_edit: { enabled: true, anon_editing: true } }) },
      sessions: [{ inDays: 7 }, { inDays: 8 }],
    });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1, shop.type.id, [shop.seatId("A1")]);
    await buyer.pay(cart, cards.good);
    const order = orderOf(await buyer.checkOut(cart));
    const later = shop.event.sessions[1]?.id ?? "";
    await sql`update event_session set cancelled = true where id = ${shop.session.id}`.execute(server.db);
    const seat = { event_session_id: later, ticket_type_id: shop.type.id, seat_template_id: shop.seatId("A1") };
    changeCartOf(await requestChange(buyer, order, { remove: order.tickets, add: [seat] }));
    await new TestBuyer(server, shop).post("/my/cart/modify", {
      add: [ticketLine(shop.event, 1, { session: 1, more: { seat_template_ids: [shop.seatId("A2")] } })],
    });

    const before = await openChangeState(server, shop, order);
    const to = { event_session_id: later };
    await expect(venueMoves(server, shop, order, { ...to, seats: ["Stalls A 2"] })).rejects.toMatchObject({
      code: "seat_not_available",
    });
    expect(await openChangeState(server, shop, order)).toEqual(before);
    expect(await venueQuotesMove(server, shop, order, to)).toMatchObject({ due: "0" });
    await venueMoves(server, shop, order, to);
    const seats = await server.db
      .selectFrom("ticket")
      .select("seat_id")
      .where("ticket_order_id", "=", order.id)
      .where("state", "=", "booked")
      .execute();
    expect(seats).toEqual([{ seat_id: shop.seatId("A1") }]);
  });
});
