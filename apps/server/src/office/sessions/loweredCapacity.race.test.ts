import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import {
  editChapter,
  openEditing,
  publishPlan,
  refusal,
  writesToNobody,
  type Loose,
} from "../../../test/office/catalogueShop.ts";
import { OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf, shopStates } from "../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../test/orders/requestChange.ts";
import { createSettler, payAfterExpiry } from "../../../test/payments/latePayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["catalogue_planned", "hold_locked", "restore_locked"], (first, second) => {
  [one, other] = [first, second];
});

const open = async () => {
  const { shop, manager } = await openEditing(one);
  /** The same person at the other server. */
  const elsewhere = Object.assign(new OfficeBrowser(other, shop.slug), { cookie: manager.cookie });
  return { shop, manager, elsewhere };
};
const lower = (browser: OfficeBrowser, { session }: TestShop, capacity: number, orders = 0): Promise<TestResponse> =>
  browser.post("/catalogue/events/visit/sessions/change", {
    session_ids: [session.id],
    change: { capacity },
    reason: "A school comes",
    ...writesToNobody(orders),
  });
const leaveOut = (browser: OfficeBrowser) =>
  editChapter(browser, "event/visit", (event) => ({
    ...event,
    groups: (event["groups"] as Loose[]).map((group) => ({ ...group, exclude_from_event_capacity: true })),
  }));
const settleTwice = async (): Promise<void> => {
  const settle = createSettler(one, () => undefined);
  await settle();
  await settle();
};

test("a capacity that is lowered while late money takes its places again is refused", async () => {
  const { shop, elsewhere } = await open();
  const buyer = new TestBuyer(one, shop);
  await payAfterExpiry(one, buyer, await buyer.hold(3));
  const lowered = startAtPause(one.db, "restore_locked", () => lower(elsewhere, shop, 2));
  await settleTwice();
  expect(refusal((await lowered()) as TestResponse)).toMatchObject({ status: 409, _code: "would_break_promise" });
  expect(await shopStates(one, "ticket", shop)).toEqual(["booked", "booked", "booked"]);
});

test("late money that arrives while the capacity is lowered waits, and is given back", async () => {
  const { shop, elsewhere } = await open();
  const buyer = new TestBuyer(one, shop);
  await payAfterExpiry(one, buyer, await buyer.hold(3));
  const settled = startAtPause(one.db, "catalogue_planned", settleTwice);
  expect((await lower(elsewhere, shop, 2)).status).toBe(200);
  await settled();
  expect(await shopStates(one, "payment", shop)).toEqual(["voided"]);
  expect((await usedPlaces(one, shop))[0]).toBe(0);
});

test("a capacity that is lowered while what is held is bought is refused with the new number of orders", async () => {
  const { shop, elsewhere } = await open();
  const buyer = new TestBuyer(one, shop);
  const cart = await buyer.hold(3);
  await buyer.pay(cart, cards.good);
  const bought = startAtPause(one.db, "catalogue_planned", () => buyer.checkOut(cart));
  expect(refusal(await lower(elsewhere, shop, 3))).toMatchObject({
    status: 409,
    _code: "stale_version",
    _extra: { orders: 1 },
  });
  expect(((await bought()) as TestResponse).body.outcome).toBe("completed");
  expect((await lower(elsewhere, shop, 3, 1)).status).toBe(200);
  expect((await usedPlaces(one, shop))[0]).toBe(3);
});

test("a group that leaves the session's capacity while its tickets are being held is refused", async () => {
  const { shop, elsewhere } = await open();
  await leaveOut(elsewhere);
  const published = startAtPause(one.db, "hold_locked", () => publishPlan(elsewhere));
  expect(refusalOf(await new TestBuyer(one, shop).requestTickets(2))).toBe("200");
  expect(refusal((await published()) as TestResponse)).toMatchObject({ status: 409, _code: "would_break_promise" });
  expect((await usedPlaces(one, shop))[0]).toBe(2);
});

test("tickets of a group that is leaving the session's capacity wait, and take no place of it", async () => {
  const { shop, elsewhere } = await open();
  await leaveOut(elsewhere);
  const held = startAtPause(one.db, "catalogue_planned", () => new TestBuyer(one, shop).requestTickets(2));
  expect((await publishPlan(elsewhere)).status).toBe(200);
  expect(refusalOf((await held()) as TestResponse)).toBe("200");
  expect((await usedPlaces(one, shop))[0]).toBe(0);
});
