import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import {
  editChapter,
  publishPlan,
  readChapterOf,
  refusal,
  writesToNobody,
  type Loose,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import { buySeat, openHall, seatBuyer, withoutRowB } from "../../../../test/office/hallShop.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

let shop: TestShop;
let manager: Manager;
let seatId: (key: string) => string;
beforeEach(async () => {
  ({ shop, manager, seatId } = await openHall(server));
});

const useOf = async (query = ""): Promise<TestResponse["body"]> =>
  (await manager.get(`/catalogue/halls/hall/use${query}`)).body;
const dayOf = (index: number): string =>
  `${shop.event.sessions[index]?.local_day} ${shop.event.sessions[index]?.local_start}`;
const second = () => shop.event.sessions[1] ?? shop.session;
const keepSeat = (key: string) =>
  manager.post(`/catalogue/events/concert/sessions/${shop.session.id}/house`, {
    kind: "kept",
    name: "The mayor",
    reason: "Opening night",
    seat_ids: [seatId(key)],
  });
const storedSeats = () =>
  server.db
    .selectFrom("seat")
    .select(["key", "retired", "zone"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("key")
    .execute();
const takeRowB = () => editChapter(manager, "hall/hall", withoutRowB);

describe("a change of a hall that takes a seat away", () => {
  test("is refused while the seat is sold, names the sessions, and changes nothing", async () => {
    expect(await buySeat(seatBuyer(server, shop), seatId("stalls/B/3"))).toBe(200);
    expect(await buySeat(seatBuyer(server, shop, second()), seatId("stalls/B/3"))).toBe(200);
    const before = await storedSeats();
    const message = `seat 'Stalls B 3' is sold, held or kept in the sessions of 'Concert' on ${dayOf(0)}, ${dayOf(1)}, and cannot be taken away`;
    const { body } = await takeRowB();
    expect(body.errors).toEqual([{ chapter: "hall/hall", path: "", message }]);
    const { body: plan } = await manager.get("/catalogue/plan");
    expect(plan.broken_promises).toEqual([{ chapter: "hall/hall", path: "", message }]);
    expect(refusal(await publishPlan(manager))).toMatchObject({
      status: 409,
      _code: "would_break_promise",
      _description: message,
    });
    expect(await storedSeats()).toEqual(before);
    expect((await readChapterOf(manager, "hall/hall")).draft).not.toBeNull();
  });

  test("is refused while the seat is held or kept for the house, and names some of several seats", async () => {
    const buyer = seatBuyer(server, shop);
    await buyer.hold(2, shop.type.id, [seatId("stalls/B/1"), seatId("stalls/B/2")]);
    expect((await keepSeat("stalls/B/6")).status).toBe(200);
    expect((await takeRowB()).body.errors[0].message).toBe(
      `seats such as 'Stalls B 1', 'Stalls B 2', 'Stalls B 6' are sold, held or kept in the session of 'Concert' on ${dayOf(0)}, and cannot be taken away`,
    );
  });

  test("is published once the hold has expired or the session is over or cancelled, and keeps seats that were held or sold as retired", async () => {
    const held = await seatBuyer(server, shop).hold(1, shop.type.id, [seatId("stalls/B/1")]);
    expect((await takeRowB()).body.errors).toHaveLength(1);
    await server.db
      .updateTable("cart")
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where("id", "=", held.id)
      .execute();
    expect((await takeRowB()).body.errors).toEqual([]);

    expect(await buySeat(seatBuyer(server, shop), seatId("stalls/B/2"))).toBe(200);
    expect((await takeRowB()).body.errors).toHaveLength(1);
    const ofSession = server.db.updateTable("event_session").where("id", "=", shop.session.id);
    await ofSession.set({ cancelled: true }).execute();
    expect((await useOf()).sessions).toEqual([]);
    expect((await takeRowB()).body.errors).toEqual([]);
    await ofSession.set({ cancelled: false }).execute();
    expect((await takeRowB()).body.errors).toHaveLength(1);
    const begun = { start_datetime: new Date(Date.now() - 3_600_000).toISOString() };
    await ofSession.set({ ...begun, end_datetime: new Date(Date.now() + 3_600_000).toISOString() }).execute();
    expect((await takeRowB()).body.errors).toHaveLength(1);
    await ofSession.set({ ...begun, end_datetime: new Date(Date.now() - 1000).toISOString() }).execute();
    expect((await takeRowB()).body.errors).toEqual([]);

    expect((await publishPlan(manager)).status).toBe(200);
    expect((await storedSeats()).filter(({ key }) => key.startsWith("stalls/B/"))).toMatchObject([
      { key: "stalls/B/1", retired: true },
      { key: "stalls/B/2", retired: true },
    ]);
  });

  test("leaves the other seats on sale, and sold seats may get another zone", async () => {
    expect(await buySeat(seatBuyer(server, shop), seatId("stalls/A/1"))).toBe(200);
    await takeRowB();
    await editChapter(manager, "hall/hall", (hall) => ({
      ...hall,
      sections: (hall["sections"] as Loose[]).map((section) =>
        section["key"] === "stalls" ? { ...section, marks: [{ rows: ["A"], seats: [1], zone: "boxes" }] } : section,
      ),
    }));
    expect((await readChapterOf(manager, "hall/hall")).errors).toEqual([]);
    expect((await publishPlan(manager, writesToNobody(1))).status).toBe(200);
    const rows = await storedSeats();
    expect(rows.filter(({ key }) => key.startsWith("stalls/"))).toHaveLength(6);
    expect(rows.find(({ key }) => key === "stalls/A/1")).toMatchObject({ zone: "boxes", retired: false });
  });
});

describe("the seats of a hall that are in use", () => {
  test("are listed with their sessions, or for one session", async () => {
    expect(await useOf()).toEqual({ sessions: [], seats: [] });
    await buySeat(seatBuyer(server, shop), seatId("stalls/A/2"));
    await buySeat(seatBuyer(server, shop, second()), seatId("stalls/A/2"));
    await keepSeat("stalls/B/6");
    const [one, two] = shop.event.sessions;
    const use = await useOf();
    expect(use.sessions).toEqual([
      expect.objectContaining({ id: one?.id, event_key: "concert", event_name: "Concert", seats: 2 }),
      expect.objectContaining({ id: two?.id, local_day: two?.local_day, local_start: two?.local_start, seats: 1 }),
    ]);
    expect(use.seats).toEqual([
      { key: "stalls/A/2", sessions: 2 },
      { key: "stalls/B/6", sessions: 1 },
    ]);
    expect((await useOf(`?event_session_id=${two?.id}`)).seats).toEqual([{ key: "stalls/A/2", sessions: 1 }]);
  });

  test("are limited to the seller, and empty for a hall that is only drafted", async () => {
    await buySeat(seatBuyer(server, shop), seatId("stalls/A/2"));
    const other = await openHall(server);
    expect((await other.manager.get("/catalogue/halls/hall/use")).body).toEqual({ sessions: [], seats: [] });
    const foreign = await other.manager.get(`/catalogue/halls/hall/use?event_session_id=${shop.session.id}`);
    expect(foreign.body.seats).toEqual([]);
    expect((await manager.get("/catalogue/halls/new-hall/use")).body).toEqual({ sessions: [], seats: [] });
  });
});
