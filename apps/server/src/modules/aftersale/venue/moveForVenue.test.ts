import { describe, expect, test } from "vitest";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import { sql } from "kysely";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import { createTestMember } from "../../../../test/accounts/members.ts";
import { outcomeOf } from "../../../../test/app/outcomeOf.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import {
  buyToChange,
  cancelTickets,
  createChangeShop,
  everyChange,
  fetchActions,
  orderOf,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { changeStates, newTickets, requestChange, usedPlaces } from "../../../../test/orders/requestChange.ts";
import { venueMoves, venueNote, venueQuotesMove } from "../../../../test/orders/venueChanges.ts";
import { createSeatedShop } from "../../../../test/shop/createSeatedShop.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** Adult 20.00, Senior 25.00, Child 10.00; a session in a week and one a day later. */
const openShop = (self_edit?: SelfEdit): Promise<TestShop> =>
  createChangeShop(server, self_edit, {
    groups: [
      {
        types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }, { name: "Child", currency_amount: 1000 }],
      },
    ],
    sessions: [{ inDays: 7 }, { inDays: 8, capacity: 2 }],
  });
const buyTwo = async (self_edit?: SelfEdit) => buyToChange(server, await openShop(self_edit));
type Bought = Awaited<ReturnType<typeof buyTwo>>;

const later = ({ event }: TestShop): string => event.sessions[1]?.id ?? "";
const typeOf = ({ group }: TestShop, name: string): string => group.types.find((type) => type.name === name)?.id ?? "";
const historyOf = async ({ shop, order }: Bought) => (await fetchActions(withLink(server, shop), order)).body.history;

describe("a move by the venue", () => {
  test("gives new tickets of the same types, whatever the policy allows buyers", async () => {
    const bought = await buyTwo({ enabled: false, anon_editing: false });
    const { shop, order } = bought;
    const { change, waived } = await venueMoves(server, shop, order, { event_session_id: later(shop) });
    expect([change.removed.toSorted(), change.due, waived]).toEqual([order.tickets.toSorted(), "0", "0"]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled", "cancelled"]);
    expect(await usedPlaces(server, shop)).toEqual([0, 2]);
    expect(await shopRows(server, "order_change", shop)).toMatchObject([
      { kind: "change", actor: "venue", ...venueNote, value: 4000, added: 4000, fee: 0, paid: 0, refund: 0 },
    ]);
  });

  test("is shown to the buyer as the venue's, in the history and by e-mail, without the reason", async () => {
    const bought = await buyTwo();
    await venueMoves(server, bought.shop, bought.order, { event_session_id: later(bought.shop) });
    const history = await historyOf(bought);
    expect(history).toMatchObject([{ kind: "bought" }, { kind: "moved", tickets: 2, by_venue: true }]);
    const emails = JSON.stringify(
      (await shopRows(server, "outbox", bought.shop)).filter(({ kind }) => kind === "order_changed"),
    );
    expect(emails).toContain("We have changed order");
    expect(emails + JSON.stringify(history)).not.toContain(venueNote.reason);
  });

  test("keeps tickets that are not named, and the names on the tickets", async () => {
    const shop = await createChangeShop(server, everyChange, {
      groups: [{ meta: JSON.stringify({ admit_names: "required" }) }],
      sessions: [{ inDays: 7 }, { inDays: 8 }],
    });
    await recordPrices(server, shop);
    const buyer = new TestBuyer(server, shop);
    const { order } = await buyLines(buyer, [ticketLine(shop.event, 2, { more: { admit_names: ["Ada B", "Bo C"] } })]);
    const [first = ""] = order.tickets;
    await venueMoves(server, shop, order, { event_session_id: later(shop), ticket_ids: [first] });
    const tickets = await shopRows(server, "ticket", shop);
    const moved = tickets.find(({ added_by }) => added_by !== null);
    expect(moved?.["admit_name"]).toBe(tickets.find(({ id }) => id === first)?.["admit_name"]);
    expect(await usedPlaces(server, shop)).toEqual([1, 1]);
  });

  test.each([
    [
      "keeps the policy's fee, which has to be waived with the difference or by itself",
      false,
      "payment_incorrect_amount",
    ],
    ["keeps no fee where it is waived", true, "done"],
  ])("%s", async (_, waivesFee, outcome) => {
    const { shop, order } = await buyTwo({ ...everyChange, change_fee: { fixed: "3.00" } });
    expect(await outcomeOf(venueMoves(server, shop, order, { event_session_id: later(shop), waivesFee }))).toBe(
      outcome,
    );
    expect((await shopRows(server, "order_change", shop)).map(({ fee }) => fee)).toEqual(waivesFee ? [0] : []);
  });

  test("to cheaper tickets refunds the rest to the original means, or as a gift card", async () => {
    for (const refund_to of ["same_means", "gift_card"] as const) {
      const { shop, order } = await buyTwo();
      const to = { event_session_id: later(shop), ticket_type_id: typeOf(shop, "Child"), refund_to };
      const { change } = await venueMoves(server, shop, order, to);
      expect([change.refund, change.gift_card]).toEqual(refund_to === "same_means" ? ["20.00", "0"] : ["0", "20.00"]);
      expect(await shopStates(server, "refund", shop)).toEqual(refund_to === "same_means" ? ["succeeded"] : []);
    }
  });
});

describe("a move by the venue to dearer tickets", () => {
  const toSenior = (shop: TestShop) => ({ event_session_id: later(shop), ticket_type_id: typeOf(shop, "Senior") });

  test("is refused, and nothing is held or changed", async () => {
    const { shop, order } = await buyTwo();
    expect(await outcomeOf(venueMoves(server, shop, order, toSenior(shop)))).toBe("payment_incorrect_amount");
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "unbooked", "unbooked"]);
    expect(await changeStates(server, order)).toEqual(["expired"]);
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
  });

  test("sells them for what was paid if the difference is waived, and refunds no more later", async () => {
    const { shop, order } = await buyTwo();
    const [first = "", second = ""] = order.tickets;
    const to = { ...toSenior(shop), ticket_ids: [first], waivesDifference: true };
    expect((await venueMoves(server, shop, order, to)).waived).toBe("5.00");
    const moved = (await shopRows(server, "ticket", shop)).find(({ added_by }) => added_by !== null);
    expect(moved).toMatchObject({ face_value: 2500, adjusted_value: 2000 });
    expect(await shopRows(server, "order_change", shop)).toMatchObject([{ value: 2000, added: 2000, paid: 0 }]);
    const reply = await cancelTickets(withLink(server, shop), order, [String(moved?.["id"])]);
    expect(reply.body.cancellation.refund).toBe("20.00");
    expect((await cancelTickets(withLink(server, shop), order, [second])).body.cancellation.refund).toBe("20.00");
  });
});

describe("the preview of a move by the venue", () => {
  test("holds nothing, and leaves the buyer's change open", async () => {
    const { shop, order } = await buyTwo();
    const [first = "", second = ""] = order.tickets;
    const change = { remove: [first], add: newTickets(shop) };
    expect(refusalOf(await requestChange(withLink(server, shop), order, change))).toBe("200");
    const before = await usedPlaces(server, shop);
    const to = { event_session_id: later(shop), ticket_type_id: typeOf(shop, "Senior"), ticket_ids: [second] };
    expect(await venueQuotesMove(server, shop, order, to)).toMatchObject({
      value: "20.00",
      added: "25.00",
      due: "5.00",
    });
    expect(await changeStates(server, order)).toEqual(["pending"]);
    expect(await usedPlaces(server, shop)).toEqual(before);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "held"]);
  });

  test("is refused where the session is full, as the move is", async () => {
    const { shop, order } = await buyTwo();
    await sql`update event_session set capacity = 1 where id = ${later(shop)}`.execute(server.db);
    for (const asked of [venueQuotesMove, venueMoves])
      expect(await outcomeOf(asked(server, shop, order, { event_session_id: later(shop) }))).toBe(
        "session_capacity_exceeded",
      );
  });
});

describe("a move by the venue is refused", () => {
  test.each<[string, (bought: Bought) => { event_session_id: string; ticket_ids?: string[] }, string]>([
    ["to a session of nobody", () => ({ event_session_id: crypto.randomUUID() }), "event_session_not_found"],
    ["to the session of the tickets", ({ shop }) => ({ event_session_id: shop.session.id }), "ticket_state_incorrect"],
    [
      "of a ticket that is not of the order",
      ({ shop }) => ({ event_session_id: later(shop), ticket_ids: [crypto.randomUUID()] }),
      "ticket_state_incorrect",
    ],
  ])("%s", async (_, wanted, code) => {
    const bought = await buyTwo();
    expect(await outcomeOf(venueMoves(server, bought.shop, bought.order, wanted(bought)))).toBe(code);
    expect(await shopStates(server, "ticket", bought.shop)).toEqual(["booked", "booked"]);
  });

  test("of a ticket that has admitted somebody", async () => {
    const { shop, order } = await buyTwo();
    const [first = ""] = order.tickets;
    await redeemTicket(server.db, first);
    const to = { event_session_id: later(shop), ticket_ids: [first] };
    expect(await outcomeOf(venueMoves(server, shop, order, to))).toBe("ticket_state_incorrect");
  });
});

test("a member's tickets are moved with the allowance that admits them", async () => {
  const shop = await createChangeShop(server, undefined, {
    groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 500 }] }],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });
  await recordPrices(server, shop);
  const member = await createTestMember(server.db, shop, { benefits: { Adult: 1 } });
  const { order } = await buyLines(new TestBuyer(server, shop, member.cookie), [ticketLine(shop.event, 1)]);
  await venueMoves(server, shop, order, { event_session_id: later(shop) });
  const uses = await server.db
    .selectFrom("allowance_use")
    .select("ticket_id")
    .where("membership_id", "=", member.membership.id)
    .execute();
  const moved = (await shopRows(server, "ticket", shop)).find(({ added_by }) => added_by !== null);
  expect(uses).toEqual([{ ticket_id: moved?.["id"] }]);
});

describe("seated tickets that the venue moves", () => {
  const buySeats = async (seats: readonly string[]) => {
    const shop = await createSeatedShop(server.db, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(seats.length, shop.type.id, seats.map(shop.seatId));
    await buyer.pay(cart, cards.good);
    return { shop, order: orderOf(await buyer.checkOut(cart)) };
  };
  const seatsOf = async ({ id }: TestOrder): Promise<readonly string[]> =>
    (
      await server.db
        .selectFrom("ticket as t")
        .innerJoin("seat as s", (join) => join.onRef("s.seller_id", "=", "t.seller_id").onRef("s.id", "=", "t.seat_id"))
        .select("s.name")
        .where("t.ticket_order_id", "=", id)
        .where("t.state", "=", "booked")
        .orderBy("s.rank")
        .execute()
    ).map(({ name }) => name);
  const [a1, a2] = ["Stalls A 1", "Stalls A 2"];

  test("get the same seats where they are free", async () => {
    const { shop, order } = await buySeats(["A1", "A2"]);
    await venueMoves(server, shop, order, { event_session_id: later(shop) });
    expect(await seatsOf(order)).toEqual([a1, a2]);
  });

  test("get others where theirs are taken", async () => {
    const { shop, order } = await buySeats(["A1"]);
    const rival = withLink(server, shop);
    await rival.post("/my/cart/modify", {
      add: [ticketLine(shop.event, 1, { session: 1, more: { seat_template_ids: [shop.seatId("A1")] } })],
    });
    await venueMoves(server, shop, order, { event_session_id: later(shop) });
    const [moved] = await seatsOf(order);
    expect(moved).not.toBe(a1);
    expect(moved).toBeDefined();
  });

  test("get the seats that are named, and none that is unknown", async () => {
    const { shop, order } = await buySeats(["A1"]);
    const to = { event_session_id: later(shop) };
    await expect(venueMoves(server, shop, order, { ...to, seats: ["Stalls Z 99"] })).rejects.toMatchObject({
      code: "seat_not_available",
      description: "Name one seat of this session for each ticket.",
    });
    expect(await outcomeOf(venueMoves(server, shop, order, { ...to, seats: [a2, a1] }))).toBe("seat_not_available");
    await venueMoves(server, shop, order, { ...to, seats: [a2] });
    expect(await seatsOf(order)).toEqual([a2]);
  });

  test("keep their seats when they become another type", async () => {
    const { shop, order } = await buySeats(["A1"]);
    const [, child] = shop.group.types;
    const { change } = await venueMoves(server, shop, order, {
      event_session_id: shop.session.id,
      ticket_type_id: child?.id,
    });
    expect(change.refund).toBe("10.00");
    expect(await seatsOf(order)).toEqual([a1]);
  });

  test("get a seat of the other zone when they become a type of it", async () => {
    const { shop, order } = await buySeats(["A1"]);
    const [, boxes] = shop.event.groups;
    await venueMoves(server, shop, order, {
      event_session_id: shop.session.id,
      ticket_type_id: boxes?.types[0]?.id,
      waivesDifference: true,
    });
    expect(await seatsOf(order)).toEqual([expect.stringContaining("Boxes C")]);
  });
});
