import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { editChapter, openEditing, publishPlan, refusal, type Loose } from "../../../test/office/catalogueShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createSettler, payAfterExpiry } from "../../../test/payments/latePayments.ts";
import { createSeatedShop, type SeatedTestShop } from "../../../test/shop/createSeatedShop.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const houseOf = async (shop: TestShop, staff: OfficeBrowser) => {
  const { key } = await server.db
    .selectFrom("event_template")
    .select("key")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", shop.event.id)
    .executeTakeFirstOrThrow();
  const path = `/catalogue/events/${key}/sessions/${shop.session.id}/house`;
  return {
    read: async (): Promise<TestResponse["body"]> => (await staff.get(path)).body,
    keep: (more: object) => staff.post(path, { kind: "kept", name: "The mayor", reason: "Opening night", ...more }),
    free: (id: string, more: object = {}) => staff.post(`${path}/${id}/free`, more),
  };
};
type House = Awaited<ReturnType<typeof houseOf>>;
const usedOf = async ({ session }: TestShop): Promise<number> =>
  (
    await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", session.id)
      .executeTakeFirstOrThrow()
  ).used_capacity;

describe("places of a session", () => {
  let shop: TestShop;
  let manager: OfficeBrowser;
  let house: House;
  beforeEach(async () => {
    ({ shop, manager } = await openEditing(server));
    house = await houseOf(shop, await signedIn(server, shop, ["box_office"]));
  });

  test("are kept at most two hundred times, and the refusal says so", async () => {
    await server.runAsOwner(
      `set app.seller = '*'; insert into house_hold (seller_id, id, event_session_id, kind, name, reason, places, staff_id)
       select '${shop.seller_id}', gen_random_uuid(), '${shop.session.id}', 'kept', 'School ' || n, 'Visit', 0, (select staff_id from staff_grant where seller_id = '${shop.seller_id}' limit 1)
       from generate_series(1, 199) n`,
    );
    expect((await house.keep({ places: 1 })).status).toBe(200);
    expect(refusal(await house.keep({ places: 1, name: "The choir" }))).toMatchObject({
      status: 422,
      _description: "There can be at most 200 kept or blocked places of a session. Release some first.",
      _extra: { fields: ["name"] },
    });
    expect(await usedOf(shop)).toBe(1);
  });

  test("are kept with a name and a reason, are sold to nobody, and are free again", async () => {
    const kept = await house.keep({ places: 18 });
    expect(kept.status).toBe(200);
    expect(await house.read()).toMatchObject({
      session: { capacity: 20, taken: 18, kept: 18 },
      holds: [{ id: kept.body.id, kind: "kept", name: "The mayor", reason: "Opening night", places: 18, seats: [] }],
      seats: [],
    });
    expect(refusal(await new TestBuyer(server, shop).requestTickets(3))).toMatchObject({
      _code: "session_capacity_exceeded",
    });
    await new TestBuyer(server, shop).buy(2);
    expect((await house.free(kept.body.id, { places: 5 })).status).toBe(200);
    await new TestBuyer(server, shop).buy(5);
    expect((await house.free(kept.body.id)).status).toBe(200);
    expect(await house.read()).toMatchObject({ session: { taken: 7, kept: 0 }, holds: [] });
    expect((await house.free(kept.body.id)).status).toBe(404);
    const log = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action.startsWith("session.places"));
    expect(log.map(({ action, after }) => [action, after?.["places"]])).toEqual([
      ["session.places_kept", 18],
      ["session.places_freed", 13],
      ["session.places_freed", 0],
    ]);
  });

  test("are not kept beyond what is left, nor under what is kept is the capacity lowered", async () => {
    await new TestBuyer(server, shop).buy(3);
    expect(refusal(await house.keep({ places: 18 }))).toMatchObject({
      status: 409,
      _code: "event_session_sold_out",
      _extra: { missing: 1 },
    });
    expect(await usedOf(shop)).toBe(3);
    const { body } = await house.keep({ places: 17 });
    const lower = await manager.post("/catalogue/events/visit/sessions/change", {
      session_ids: [shop.session.id],
      change: { capacity: 19 },
      reason: "Fewer chairs",
      expected: { orders: 1 },
      write_to_buyers: null,
    });
    expect(refusal(lower)).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect((await house.free(body.id, { places: 18 })).status).toBe(422);
  });

  test("stay kept where their session is taken out of the schedule and comes back", async () => {
    await house.keep({ places: 4 });
    const setDays = async (from: string) => {
      await editChapter(manager as never, "event/visit", (event) => ({
        ...event,
        schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, from })),
      }));
      await publishPlan(manager as never);
    };
    await setDays("today+2d");
    await setDays("today+1d");
    expect(await house.read()).toMatchObject({ session: { taken: 4, kept: 4 } });
  });

  test("need a number or seats, a session that has not begun, and the permission", async () => {
    for (const more of [{}, { places: 1, seat_ids: [shop.session.id] }, { kind: "blocked", places: 1 }, { places: 0 }])
      expect((await house.keep(more)).status).toBe(422);
    expect((await house.keep({ seat_ids: [shop.session.id] })).status).toBe(422);
    const reporter = await houseOf(shop, await signedIn(server, shop, ["reporter"]));
    expect((await reporter.keep({ places: 1 })).status).toBe(403);
    const elsewhere = await openEditing(server);
    const foreign = await houseOf(
      { ...shop, session: elsewhere.shop.session },
      await signedIn(server, shop, ["manager"]),
    );
    expect((await foreign.keep({ places: 1 })).status).toBe(404);
    await server.db
      .updateTable("event_session")
      .set({ start_datetime: new Date(Date.now() - 60_000).toISOString() })
      .where("id", "=", shop.session.id)
      .execute();
    expect(refusal(await house.keep({ places: 1 }))).toMatchObject({ status: 409, _code: "session_begun" });
    expect(await usedOf(shop)).toBe(0);
  });
});

describe("seats of a session", () => {
  let shop: SeatedTestShop;
  let house: House;
  beforeEach(async () => {
    shop = await createSeatedShop(server.db);
    house = await houseOf(shop, await signedIn(server, shop, ["manager"]));
  });
  const seats = (...labels: string[]) => ({ seat_ids: labels.map(shop.seatId) });
  const stateOf = async (label: string): Promise<string> =>
    (await house.read()).seats.find(({ id }: { id: string }) => id === shop.seatId(label)).state;
  const hold = (...labels: string[]) =>
    new TestBuyer(server, shop).post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [
            { ticket_type_id: shop.type.id, quantity: labels.length, seat_template_ids: labels.map(shop.seatId) },
          ],
        },
      ],
    });
  const seenByBuyers = async (label: string): Promise<string> => {
    const { body } = await new TestBuyer(server, shop).get(
      `/events/${shop.event.id}/sessions/${shop.session.id}/seat_map`,
    );
    return JSON.stringify(
      body.seat._data.find((seat: { seat_template_id: string }) => seat.seat_template_id === shop.seatId(label)),
    );
  };

  test("are blocked and kept for the house, shown as taken, sold to nobody, and given free", async () => {
    const before = await seenByBuyers("A1");
    const blocked = await house.keep({ ...seats("A1", "A2"), kind: "blocked", name: "Camera" });
    const kept = await house.keep(seats("B1"));
    expect([blocked.status, kept.status]).toEqual([200, 200]);
    expect([await stateOf("A1"), await stateOf("B1"), await stateOf("B2")]).toEqual(["blocked", "kept", "free"]);
    expect(await usedOf(shop)).toBe(3);
    expect(await seenByBuyers("A1")).not.toBe(before);
    expect((await hold("A2")).status).not.toBe(200);
    expect((await hold("B1", "B2")).status).not.toBe(200);
    expect((await hold("B2")).status).toBe(200);
    expect((await house.free(blocked.body.id, seats("A1"))).status).toBe(200);
    expect(await seenByBuyers("A1")).toBe(before);
    expect((await house.read()).holds[0]).toMatchObject({ places: 1, seats: [{ id: shop.seatId("A2") }] });
    expect((await hold("A1")).status).toBe(200);
    expect((await house.free(blocked.body.id)).status).toBe(200);
    expect((await house.read()).holds).toHaveLength(1);
    expect(await usedOf(shop)).toBe(3);
  });

  test("that are sold, held or kept already are refused by name, and nothing is kept", async () => {
    expect((await hold("A1")).status).toBe(200);
    await house.keep(seats("A2"));
    const refused = await house.keep({ ...seats("A1", "A2", "A3"), kind: "blocked" });
    expect(refusal(refused)).toMatchObject({ status: 409, _code: "seat_sold" });
    expect((refused.body._data?.[0]?._extra?.seats ?? []).length).toBe(2);
    expect(await stateOf("A3")).toBe("free");
    expect(await usedOf(shop)).toBe(2);
  });

  test("that were blocked after a hold of them expired are not taken back by its late payment", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1, shop.type.id, [shop.seatId("A1")]);
    await payAfterExpiry(server, buyer, cart);
    expect((await house.keep({ ...seats("A1"), kind: "blocked" })).status).toBe(200);
    await createSettler(server, () => undefined)();
    const payments = await server.db
      .selectFrom("payment")
      .select("state")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(payments).toEqual([{ state: "voided" }]);
    expect(await stateOf("A1")).toBe("blocked");
  });
});
