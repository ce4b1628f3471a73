import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { TestApp } from "../../../../../test/app/testApp.ts";
import { redeemTicket } from "../../../../../test/office/testGate.ts";
import { setUpTestApp } from "../../../../../test/app/setUpTestApp.ts";
import {
  buyToChange,
  everyChange,
  orderOf,
  refusalOf,
  withLink,
  type TestOrder,
} from "../../../../../test/orders/changedOrders.ts";
import { endHold, openChangeShop } from "../../../../../test/orders/changeSessions.ts";
import { openChangeState } from "../../../../../test/orders/openChangeState.ts";
import {
  changeCartOf,
  changeStates,
  newTickets,
  requestChange,
  usedPlaces,
} from "../../../../../test/orders/requestChange.ts";
import { createSeatedShop } from "../../../../../test/shop/createSeatedShop.ts";
import type { EventOverrides } from "../../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../../test/shop/ticketLine.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** An order of two tickets, and a change of it that holds a ticket of the second session. */
const openOne = async (self_edit?: SelfEdit, event?: EventOverrides) => {
  const { shop, order } = await buyToChange(server, await openChangeShop(server, self_edit, event));
  const who = withLink(server, shop);
  const [first = ""] = order.tickets;
  const opened = changeCartOf(await requestChange(who, order, { remove: [first], add: newTickets(shop) }));
  return { shop, order, who, first, opened };
};

describe("another change that is refused leaves the open one as it was", () => {
  type Opened = Awaited<ReturnType<typeof openOne>>;
  test.each([
    {
      what: "for a session without a place",
      add: ({ shop }: Opened) => newTickets(shop, { session: 4 }),
      code: "409 event_session_sold_out",
    },
    {
      what: "for more tickets than an order may have",
      event: { groups: [{ max_tickets_per_order: 2 }] },
      add: ({ shop }: Opened) => newTickets(shop, { session: 2, quantity: 2 }),
      code: "422 max_tickets_per_order_exceeded",
    },
    {
      what: "for a session whose sale has ended meanwhile",
      add: ({ shop }: Opened) => newTickets(shop, { session: 2 }),
      meanwhile: ({ shop }: Opened) =>
        sql`update event_session set sales_closed_at = app_now() where id = ${shop.event.sessions[2]?.id}`.execute(
          server.db,
        ),
      code: "422 event_session_not_on_sale",
    },
    {
      what: "after the hours of the policy",
      rules: { ...everyChange, horizon_hours: 24 },
      add: ({ shop }: Opened) => newTickets(shop, { session: 2 }),
      meanwhile: ({ shop }: Opened) =>
        sql`update event_session set start_datetime = app_now() + interval '23 hours', end_datetime = app_now() + interval '24 hours'
            where id = ${shop.event.sessions[0]?.id}`.execute(server.db),
      code: "422 tickets_too_old",
    },
    {
      what: "for a ticket that has admitted somebody meanwhile",
      add: ({ shop }: Opened) => newTickets(shop, { session: 2 }),
      meanwhile: ({ first }: Opened) => redeemTicket(server.db, first),
      code: "409 ticket_state_incorrect",
    },
    {
      what: "with a code that does not exist",
      add: ({ shop }: Opened) => newTickets(shop, { session: 2 }),
      more: { preReservePromoCodes: { codes: ["NOSUCHCODE"] } },
      code: "404 code_not_found",
    },
  ])("$what", async ({ rules, event, add, meanwhile, more = {}, code }) => {
    const opened = await openOne(rules, event);
    const { shop, order, who, first } = opened;
    await meanwhile?.(opened);
    const before = await openChangeState(server, shop, order);
    expect(before.tickets).toMatchObject([{ state: "held" }]);

    const refused = await requestChange(who, order, { remove: [first], add: add(opened), ...more });
    expect(refusalOf(refused)).toBe(code);
    expect(await openChangeState(server, shop, order)).toEqual(before);
  });

  test("and it can still be completed", async () => {
    const { shop, order, who, first, opened } = await openOne();
    const soldOut = { remove: [first], add: newTickets(shop, { session: 4 }) };
    expect(refusalOf(await requestChange(who, order, soldOut))).toBe("409 event_session_sold_out");
    expect((await who.checkOut(opened, {})).body.outcome).toBe("completed");
    expect(await usedPlaces(server, shop)).toEqual([1, 1, 0, 0, 0]);
  });

  test("for tickets of another order, and for none at all", async () => {
    const { shop, order, who } = await openOne();
    const other = orderOf(await new TestBuyer(server, shop).buy(1));
    const before = await openChangeState(server, shop, order);
    const foreign = { remove: other.tickets, add: newTickets(shop, { session: 2 }) };
    expect(refusalOf(await requestChange(who, order, foreign))).toBe("404 ticket_not_found");
    expect(refusalOf(await requestChange(who, order, { remove: [], add: [] }))).toBe("422 validation_failed");
    expect(await openChangeState(server, shop, order)).toEqual(before);
  });
});

describe("a seat of a cancelled evening", () => {
  const wanted = (shop: Awaited<ReturnType<typeof createSeatedShop>>, name: string, order: TestOrder) => ({
    remove: order.tickets,
    add: [
      {
        event_session_id: shop.event.sessions[1]?.id,
        ticket_type_id: shop.type.id,
        seat_template_id: shop.seatId(name),
      },
    ],
  });

  test("a seat of a cancelled evening that somebody else has is refused, and the open change keeps its own", async () => {
    const shop = await createSeatedShop(server.db, {
      seller: { configuration: JSON.stringify({ self_edit: everyChange }) },
      sessions: [{ inDays: 7 }, { inDays: 8 }],
    });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1, shop.type.id, [shop.seatId("A1")]);
    await buyer.pay(cart, cards.good);
    const order = orderOf(await buyer.checkOut(cart));
    await sql`update event_session set cancelled = true where id = ${shop.session.id}`.execute(server.db);
    changeCartOf(await requestChange(buyer, order, wanted(shop, "A1", order)));
    await new TestBuyer(server, shop).post("/my/cart/modify", {
      add: [ticketLine(shop.event, 1, { session: 1, more: { seat_template_ids: [shop.seatId("A2")] } })],
    });

    const before = await openChangeState(server, shop, order);
    expect(refusalOf(await requestChange(buyer, order, wanted(shop, "A2", order)))).toBe("409 seat_not_available");
    expect(await openChangeState(server, shop, order)).toEqual(before);

    changeCartOf(await requestChange(buyer, order, wanted(shop, "A1", order)));
    const after = await openChangeState(server, shop, order);
    expect(after.cart.id).not.toBe(before.cart.id);
    expect(after.tickets.map(({ seat_id }) => seat_id)).toEqual([shop.seatId("A1")]);
    expect(after.places).toEqual(before.places);
  });
});

describe("what the open change holds is free for the one in its place", () => {
  const lastPlace: EventOverrides = { sessions: [{ inDays: 7 }, { inDays: 8, capacity: 1 }, { inDays: 9 }] };

  test("the last place of a session, wanted again as another type", async () => {
    const event = { ...lastPlace, groups: [{ types: [{ name: "Adult" }, { name: "Child", currency_amount: 1000 }] }] };
    const { shop, order, who, first, opened } = await openOne(undefined, event);
    const again = changeCartOf(
      await requestChange(who, order, { remove: [first], add: newTickets(shop, { type: 1 }) }),
    );
    expect(again.id).not.toBe(opened.id);
    expect(again.change.refund).toBe("10.00");
    expect(await changeStates(server, order)).toEqual(["expired", "pending"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 1, 0]);
    expect(refusalOf(await who.get(`/my/cart/${opened.id}`))).toBe("410 cart_expired");
  });

  test("its own place is free again when another session is wanted", async () => {
    const { shop, order, who, first } = await openOne(undefined, lastPlace);
    changeCartOf(await requestChange(who, order, { remove: [first], add: newTickets(shop, { session: 2 }) }));
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 1]);
  });

  test("a place that an expired hold of somebody else has", async () => {
    const event = { sessions: [{ inDays: 7 }, { inDays: 8 }, { inDays: 9, capacity: 1 }] };
    const { shop, order, who, first } = await openOne(undefined, event);
    const rival = await new TestBuyer(server, shop).post("/my/cart/modify", {
      add: [ticketLine(shop.event, 1, { session: 2 })],
    });
    const wanted = { remove: [first], add: newTickets(shop, { session: 2 }) };
    expect(refusalOf(await requestChange(who, order, wanted))).toBe("409 event_session_sold_out");
    await endHold(server, rival.body.cart._data[0].id);
    changeCartOf(await requestChange(who, order, wanted));
    expect(await usedPlaces(server, shop)).toEqual([2, 0, 1]);
  });
});
