import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCart, deleteCart, getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { getSeatMap } from "@foyer/contract/shop/seating.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { createSeatedShop, type SeatedTestShop } from "../../../../test/shop/createSeatedShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: SeatedTestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createSeatedShop(server.db, {
    seats: 40,
    rows: { A: "stalls", B: "stalls", C: "boxes", D: "nobody's" },
  });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

type LineOptions = { readonly type?: string; readonly quantity?: number; readonly seats?: readonly string[] };
const [adult, child, box] = [0, 1, 2];
const typeId = (index: number) => shop.event.groups.flatMap(({ types }) => types)[index]?.id ?? "";
const seatLine = (lines: readonly LineOptions[], session = shop.session.id) => ({
  event_template_id: shop.event.id,
  event_session_id: session,
  ticket_types_required: lines.map(({ type = typeId(adult), seats, quantity = seats?.length ?? 1 }) => ({
    ticket_type_id: type,
    quantity,
    ...(seats && { seat_template_ids: [...seats] }),
  })),
});
const ids = (...labels: string[]) => labels.map(shop.seatId);
const beginCart = (lines: readonly LineOptions[], browser = new TestBrowser(server, shop)) =>
  browser.call(createCart, { add: [seatLine(lines)] });
const seatStates = () =>
  server.db
    .selectFrom("event_session")
    .select((eb) => [
      "used_capacity",
      eb
        .selectFrom("ticket")
        .select((t) => t.fn.countAll().as("n"))
        .as("tickets"),
    ])
    .where("id", "=", shop.session.id)
    .executeTakeFirstOrThrow();

describe("held seats", () => {
  test("appear on tickets, and sorted naturally on cart lines", async () => {
    const browser = new TestBrowser(server, shop);
    const { body } = await beginCart([{ seats: ids("A10", "A9") }, { type: typeId(child), seats: ids("A8") }], browser);
    const [cart] = body.cart._data;
    expect(cart?.lines[0]?.types.map(({ name, count, seats }) => [name, count, seats])).toEqual([
      ["Adult", 2, ["Stalls A 9", "Stalls A 10"]],
      ["Child", 1, ["Stalls A 8"]],
    ]);
    expect(body.ticket._data.map(({ seat_name }) => seat_name).toSorted()).toEqual([
      "Stalls A 10",
      "Stalls A 8",
      "Stalls A 9",
    ]);
    expect(body.ticket._data.map(({ seat_template_id }) => seat_template_id)).toEqual(ids("A10", "A9", "A8"));
    const read = await browser.call(getCart, { cart_id: cart?.id ?? "" });
    expect(read.body.cart._data[0]?.lines).toEqual(cart?.lines);
    expect(read.body.ticket).toEqual(body.ticket);
    const more = await browser.call(modifyCart, { cart_id: cart?.id ?? "", add: [seatLine([{ seats: ids("A7") }])] });
    expect(more.body.ticket).toEqual((await browser.call(getCart, { cart_id: cart?.id ?? "" })).body.ticket);
  });

  test("held seats can be exchanged in one step, for others or the same", async () => {
    const browser = new TestBrowser(server, shop);
    const first = await beginCart([{ seats: ids("A1", "A2") }], browser);
    const cart_id = first.body.cart._data[0]?.id ?? "";
    const ticket = (name: string) => first.body.ticket._data.find(({ seat_name }) => seat_name === name)?.id ?? "";
    const moved = await browser.call(modifyCart, {
      cart_id,
      remove: [ticket("Stalls A 1")],
      add: [seatLine([{ type: typeId(child), seats: ids("A1") }])],
    });
    expect(moved.status).toBe(200);
    expect(moved.body.cart._data[0]?.lines[0]?.types.map(({ name, seats }) => [name, seats])).toEqual([
      ["Adult", ["Stalls A 2"]],
      ["Child", ["Stalls A 1"]],
    ]);
    // A failed exchange releases nothing.
    const refused = await browser.call(modifyCart, {
      cart_id,
      remove: [ticket("Stalls A 2")],
      add: [seatLine([{ seats: ids("A1") }])],
    });
    expect(refused.code).toBe("seat_not_available:seating");
    expect((await beginCart([{ seats: ids("A2") }])).code).toBe("seat_not_available:seating");
  });

  test("held seats are free at once when their cart is deleted", async () => {
    const browser = new TestBrowser(server, shop);
    const { body } = await beginCart([{ seats: ids("A3", "A4") }], browser);
    expect((await beginCart([{ seats: ids("A4") }])).code).toBe("seat_not_available:seating");
    await browser.call(deleteCart, { cart_id: body.cart._data[0]?.id ?? "" });
    expect((await beginCart([{ seats: ids("A4") }])).status).toBe(200);
  });

  test("held seats are free when their hold has expired, but not during a payment", async () => {
    const carts = [await beginCart([{ seats: ids("A5") }]), await beginCart([{ seats: ids("A6") }])];
    const [over, paying] = carts.map(({ body }) => body.cart._data[0]?.id ?? "");
    const past = Temporal.Now.instant().subtract({ seconds: 1 }).toString();
    await server.db
      .updateTable("cart")
      .set({ expires_at: past })
      .where("id", "in", [over ?? "", paying ?? ""])
      .execute();
    const soon = Temporal.Now.instant().add({ seconds: 60 }).toString();
    await server.db
      .updateTable("cart")
      .set({ leased_until: soon })
      .where("id", "=", paying ?? "")
      .execute();
    expect((await beginCart([{ seats: ids("A5") }])).status).toBe(200);
    expect((await beginCart([{ seats: ids("A6") }])).code).toBe("seat_not_available:seating");
  });

  test("held seats are on the order and in the e-mail once bought, and stay taken", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(2, typeId(box), ids("C2", "C1"));
    await buyer.pay(cart, cards.good);
    const { body } = await buyer.checkOut(cart);
    const [order] = body.ticket_order._data;
    const read = await buyer.get(`/ticket_order/${order.id}`);
    expect(read.body.lines[order.id][0].types[0].seats).toEqual(["Boxes C 1", "Boxes C 2"]);
    expect(read.body.ticket._data.map(({ seat_name }: { seat_name: string }) => seat_name).toSorted()).toEqual([
      "Boxes C 1",
      "Boxes C 2",
    ]);
    expect(
      read.body.ticket._data.map(({ seat_template_id }: { seat_template_id: string }) => seat_template_id),
    ).toEqual(ids("C2", "C1"));
    const { message } = await server.db
      .selectFrom("outbox")
      .select("message")
      .where("ref_id", "=", order.id)
      .executeTakeFirstOrThrow();
    for (const part of [message.html, message.text])
      for (const words of ["2 × Everybody", "Boxes C 1, Boxes C 2"]) expect(part).toContain(words);
    expect((await beginCart([{ type: typeId(box), seats: ids("C2") }])).code).toBe("seat_not_available:seating");
  });
});

describe("a seat selection, refused as a whole", () => {
  test.each([
    ["without seats", () => [{ quantity: 2 }], "not_enough_seats", "Not enough seats for Stalls Adult"],
    [
      "with too few seats",
      () => [{ quantity: 3, seats: ids("B1", "B2") }],
      "not_enough_seats",
      "Not enough seats for Stalls Adult",
    ],
    [
      "with too many seats",
      () => [{ quantity: 1, seats: ids("B1", "B2") }],
      "too_many_seats",
      "Too many seats for Stalls",
    ],
    [
      "with one seat for two tickets",
      () => [{ seats: ids("B1", "B1") }],
      "seat_not_available",
      "Only available seats may be selected. Seat Stalls B 1 is selected",
    ],
    [
      "with a seat that is taken",
      () => [{ seats: ids("B1", "B40") }],
      "seat_not_available",
      "Only available seats may be selected. Seat Stalls B 40 is booked",
    ],
    [
      "with a retired seat",
      () => [{ seats: ids("B39") }],
      "seat_not_available",
      "Only available seats may be selected. Seat Stalls B 39 is unavailable",
    ],
    [
      "with a seat of another group",
      () => [{ seats: ids("C9") }],
      "seat_not_found",
      "Sorry, the selected seat could not be found.",
    ],
    [
      "with a seat that no group sells",
      () => [{ seats: ids("D1") }],
      "seat_not_found",
      "Sorry, the selected seat could not be found.",
    ],
    [
      "with an unknown seat",
      () => [{ seats: [crypto.randomUUID()] }],
      "seat_not_found",
      "Sorry, the selected seat could not be found.",
    ],
    [
      "with a seat of another seat map",
      () => [{ seats: [elsewhere.seat("A1")] }],
      "seat_not_found",
      "Sorry, the selected seat could not be found.",
    ],
    [
      "with a seat of another seller",
      () => [{ seats: [stranger.seatId("A1")] }],
      "seat_not_found",
      "Sorry, the selected seat could not be found.",
    ],
    ["with a label instead of an id", () => [{ seats: ["A1"] }], "validation_failed", undefined],
  ])("a seat selection is refused as a whole: %s", async (_, lines, code, description) => {
    const before = await seatStates();
    const answer = await beginCart(lines());
    expect(answer.status).toBe(code === "seat_not_available" ? 409 : 422);
    expect(answer.code).toBe(code === "validation_failed" ? `${code}:general` : `${code}:seating`);
    if (description) expect(answer.refusal?._description).toBe(description);
    expect(await seatStates()).toEqual(before);
  });

  let stranger: SeatedTestShop;
  let elsewhere: { seat: (label: string) => string };
  beforeAll(async () => {
    stranger = await createSeatedShop(server.db);
    // A second seat map of the same seller.
    const id = crypto.randomUUID();
    const seat_map_id = crypto.randomUUID();
    const at = { seller_id: shop.seller_id, width: 10, height: 10, name: "Annex" };
    await server.db
      .insertInto("seat_map")
      .values({ ...at, id: seat_map_id, key: "annex", other_elements: "[]", map_geometry: "[]" })
      .execute();
    await server.db
      .insertInto("seat")
      .values({
        seller_id: shop.seller_id,
        id,
        seat_map_id,
        key: "A/1",
        section: "S",
        row: "A",
        label: "1",
        name: "A1",
        zone: "stalls",
        x: 1,
        y: 1,
        r: 1,
      })
      .execute();
    elsewhere = { seat: () => id };
    await beginCart([{ seats: ids("B40") }]);
    // As an import retires a seat: its neighbours no longer refer to it.
    await server.db.updateTable("seat").set({ next_id: null }).where("id", "=", shop.seatId("B38")).execute();
    await server.db.updateTable("seat").set({ previous_id: null }).where("id", "=", shop.seatId("B40")).execute();
    await server.db
      .updateTable("seat")
      .set({ retired: true, previous_id: null, next_id: null })
      .where("id", "=", shop.seatId("B39"))
      .execute();
  });

  test("seats are invisible to other sellers", async () => {
    const theirs = new TestBrowser(server, stranger);
    const at = { event_template_id: shop.event.id, event_session_id: shop.session.id };
    expect((await theirs.call(getSeatMap, at)).code).toBe("event_not_found:general");
    const answer = await theirs.call(createCart, {
      add: [
        {
          event_template_id: stranger.event.id,
          event_session_id: stranger.session.id,
          ticket_types_required: [{ ticket_type_id: stranger.type.id, quantity: 1, seat_template_ids: ids("A30") }],
        },
      ],
    });
    expect(answer.code).toBe("seat_not_found:seating");
    expect((await beginCart([{ seats: ids("A30") }])).status).toBe(200);
  });
});
