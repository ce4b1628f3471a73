import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCart, deleteCart } from "@foyer/contract/shop/cart.ts";
import { getSeatMap, Seat, type Seat as SeatSaid } from "@foyer/contract/shop/seating.ts";
import { createSeatedShop, type SeatedTestShop } from "../../../test/shop/createSeatedShop.ts";
import { createTestHold } from "../../../test/shop/createTestHold.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const seatMapParams = (shop: SeatedTestShop, session = shop.session) => ({
  event_template_id: shop.event.id,
  event_session_id: session.id,
});
const readSeatMap = async (shop: SeatedTestShop, session = shop.session) => {
  const { status, code, body } = await new TestBrowser(server, shop).call(getSeatMap, seatMapParams(shop, session));
  expect([status, code]).toEqual([200, undefined]);
  return body.seat._data;
};
/** States of seats by label, such as 'A1'. */
const states = async (shop: SeatedTestShop, ...labels: string[]) => {
  const seats = new Map((await readSeatMap(shop)).map((seat) => [seat.seat_template_id, seat.state]));
  return labels.map((label) => seats.get(shop.seatId(label)));
};
const seatLine = (shop: SeatedTestShop, labels: readonly string[], group = 0) => ({
  ...seatMapParams(shop),
  ticket_types_required: [
    {
      ticket_type_id: shop.event.groups[group]?.types[0]?.id ?? "",
      quantity: labels.length,
      seat_template_ids: labels.map(shop.seatId),
    },
  ],
});
/** Inserts somebody's hold of seats. */
const heldSeats = async (
  shop: SeatedTestShop,
  labels: readonly string[],
  more: { expiresIn?: number; payingFor?: number },
) => {
  const { cart_id } = await createTestHold(server.db, shop, { ...shop, quantity: labels.length, ...more });
  const tickets = await server.db.selectFrom("ticket").select("id").where("cart_id", "=", cart_id).execute();
  for (const [index, { id }] of tickets.entries())
    await server.db
      .updateTable("ticket")
      .set({ seat_id: shop.seatId(labels[index] ?? "") })
      .where("id", "=", id)
      .execute();
};

describe("the seat map of a session", () => {
  test("shows each seat with its position, neighbours and groups, without the map's shapes", async () => {
    const shop = await createSeatedShop(server.db);
    const { body } = await new TestBrowser(server, shop).call(getSeatMap, seatMapParams(shop));
    expect(body.seat_map._data).toEqual([
      { id: shop.seat_map_id, name: "The Hall", width: 200, height: 400, other_elements: [], map_geometry: [] },
    ]);
    expect(body.seat._data).toHaveLength(30);
    expect(body.seat._data[1]).toEqual({
      seat_template_id: shop.seatId("A2"),
      name: "Stalls A 2",
      section: "Stalls",
      row: "A",
      label: "2",
      x: 60,
      y: 100,
      r: 4,
      state: "available",
      ticket_groups: shop.event.groups[0]?.id,
      previous: shop.seatId("A1"),
      next: shop.seatId("A3"),
      kind: null,
      note: null,
    });
    expect(body.seat._data[0]?.previous).toBeNull();
    expect(body.seat._data[29]?.ticket_groups).toBe(shop.event.groups[1]?.id);
  });

  test("includes the shapes on request", async () => {
    const shop = await createSeatedShop(server.db);
    const { body } = await new TestBrowser(server, shop).call(getSeatMap, {
      ...seatMapParams(shop),
      _withgeometry: "true",
    });
    expect(body.seat_map._data[0]?.other_elements).toEqual([
      { shape: "rect", x: 0, y: 0, width: 100, height: 20, tone: "stage" },
    ]);
    expect(body.seat_map._data[0]?.map_geometry).toEqual([{ shape: "circle", x: 50, y: 50, r: 40, tone: "floor" }]);
  });

  test("shows only the fields of the contract", async () => {
    const shop = await createSeatedShop(server.db);
    await new TestBrowser(server, shop).call(createCart, { add: [seatLine(shop, ["A1"])] });
    const path = `/events/${shop.event.id}/sessions/${shop.session.id}/seat_map`;
    for (const prefix of ["/api", "/cached_api"]) {
      const { body } = await server.get(shop.slug, `${prefix}${path}`);
      for (const seat of body.seat._data as SeatSaid[])
        expect(Object.keys(seat).toSorted()).toEqual(Object.keys(Seat._zod.def.shape).toSorted());
    }
  });

  test("the seat map of a session is compressed without loss when it is large", async () => {
    const shop = await createSeatedShop(server.db, { seats: 60 });
    const path = `/cached_api/events/${shop.event.id}/sessions/${shop.session.id}/seat_map`;
    const plain = await server.get(shop.slug, path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [encoding, open] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await server.app.inject({
        url: `${path}?_seller=${shop.slug}`,
        headers: { "accept-encoding": encoding },
      });
      expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
      expect(JSON.parse(open(rawPayload).toString()).seat).toEqual(plain.body.seat);
      expect(rawPayload.length).toBeLessThan(JSON.stringify(plain.body).length / 4);
    }
  });

  test("shows changes of an import at once", async () => {
    const shop = await createSeatedShop(server.db);
    await readSeatMap(shop);
    await server.db
      .updateTable("seat")
      .set({ kind: "restricted_view", note: "Draughty" })
      .where("id", "=", shop.seatId("A1"))
      .execute();
    await server.db
      .updateTable("seller")
      .set((eb) => ({ catalogue_version: eb("catalogue_version", "+", 1) }))
      .where("id", "=", shop.seller_id)
      .execute();
    expect((await readSeatMap(shop))[0]).toMatchObject({ kind: "restricted_view", note: "Draughty" });
  });

  test("the seat map of a session is not found for unseated events and unknown events or sessions", async () => {
    const plain = await createTestShop(server.db);
    const shop = await createSeatedShop(server.db);
    const other = await createSeatedShop(server.db);
    const browser = new TestBrowser(server, shop);
    const code = async (at: { event_template_id: string; event_session_id: string }, of = browser) =>
      (await of.call(getSeatMap, at)).code;
    const own = { event_template_id: plain.event.id, event_session_id: plain.session.id };
    expect(await code(own, new TestBrowser(server, plain))).toBe("not_found:seating");
    expect(await code(seatMapParams(other))).toBe("event_not_found:general");
    expect(await code({ ...seatMapParams(shop), event_session_id: other.session.id })).toBe(
      "event_session_not_found:general",
    );
  });
});

describe("a seat", () => {
  test("a seat is taken while it is held or sold, and available at the moment a hold expires", async () => {
    const shop = await createSeatedShop(server.db, { sessions: [{}, { inDays: 8 }] });
    const browser = new TestBrowser(server, shop);
    const { body } = await browser.call(createCart, { add: [seatLine(shop, ["A1", "A2"])] });
    expect(await states(shop, "A1", "A2", "A3")).toEqual(["booked", "booked", "available"]);
    const tomorrow = await readSeatMap(shop, shop.event.sessions[1]);
    expect(new Set(tomorrow.map(({ state }) => state))).toEqual(new Set(["available"]));

    await browser.call(deleteCart, { cart_id: body.cart._data[0]?.id ?? "" });
    expect(await states(shop, "A1", "A2")).toEqual(["available", "available"]);

    await heldSeats(shop, ["A1"], { expiresIn: -1 });
    await heldSeats(shop, ["A2"], { expiresIn: -1, payingFor: 60 });
    await heldSeats(shop, ["A3"], { expiresIn: 60 });
    expect(await states(shop, "A1", "A2", "A3")).toEqual(["available", "booked", "booked"]);
  });

  test.each([
    ["in a group off sale", { sales_end: "2020-01-01T00:00:00Z" }, "unavailable", ""],
    ["in a group for members", { hidden_type: "public_member_only" as const }, "unavailable", ""],
    ["in a group with a link only", { hidden_type: "public_link_only" as const }, "unavailable", ""],
    ["in an unavailable group", { available: false }, "unavailable", ""],
    ["in a sold-out group", { capacity: 0 }, "unavailable", "its id"],
    ["in a group that does not sell its zone", { seat_zones: ["attic"] }, "unavailable", ""],
    ["in a group with capacity left", { capacity: 1 }, "available", "its id"],
  ])("a seat %s is shown as it can be sold", async (_, overrides, state, groups) => {
    const shop = await createSeatedShop(server.db, {
      groups: [
        { handler: "seated", seat_zones: ["stalls"] },
        { handler: "seated", seat_zones: ["boxes"], ...overrides },
      ],
    });
    const seats = new Map((await readSeatMap(shop)).map((seat) => [seat.seat_template_id, seat]));
    const box = seats.get(shop.seatId("C1"));
    expect(box).toMatchObject({ state, ticket_groups: groups && shop.event.groups[1]?.id });
    expect(seats.get(shop.seatId("A1"))?.state).toBe("available");
  });

  test("a seat is available when one of two groups sells it", async () => {
    const shop = await createSeatedShop(server.db, {
      groups: [
        { handler: "seated", seat_zones: ["stalls", "boxes"], capacity: 0 },
        { handler: "seated", seat_zones: ["boxes"] },
        { handler: "tickets" },
      ],
    });
    const [first, second] = shop.event.groups;
    const seats = new Map((await readSeatMap(shop)).map((seat) => [seat.seat_template_id, seat]));
    expect(seats.get(shop.seatId("C1"))).toMatchObject({
      state: "available",
      ticket_groups: `${first?.id},${second?.id}`,
    });
    expect(seats.get(shop.seatId("A1"))).toMatchObject({ state: "unavailable", ticket_groups: first?.id });
  });

  test("a seat is available in a group with a link only to visitors with the link", async () => {
    const shop = await createSeatedShop(server.db, {
      groups: [{ handler: "seated", seat_zones: ["stalls"], hidden_type: "public_link_only" }],
    });
    const { body } = await new TestBrowser(server, shop).call(getSeatMap, {
      ...seatMapParams(shop),
      "ticket_group.id._in": shop.group.id,
    });
    expect(body.seat._data[0]).toMatchObject({ state: "available", ticket_groups: shop.group.id });
  });

  test.each([
    ["in a full session", { capacity: 0 }],
    ["in a cancelled session", { cancelled: true }],
    ["in a session that has begun", { start_datetime: "2020-01-01T10:00:00Z", end_datetime: "2020-01-01T12:00:00Z" }],
  ])("a seat is not available %s", async (_, session) => {
    const shop = await createSeatedShop(server.db, { sessions: [session] });
    expect(new Set((await readSeatMap(shop)).map(({ state }) => state))).toEqual(new Set(["unavailable"]));
  });

  test("a seat is hidden once it is retired", async () => {
    const shop = await createSeatedShop(server.db);
    await server.db.updateTable("seat").set({ retired: true }).where("id", "=", shop.seatId("A1")).execute();
    expect((await readSeatMap(shop)).map(({ name }) => name)).not.toContain("Stalls A 1");
  });
});
