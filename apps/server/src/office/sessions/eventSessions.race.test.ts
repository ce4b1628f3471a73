import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { openEditing, refusal } from "../../../test/office/catalogueShop.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["catalogue_planned"], (first, second) => ([one, other] = [first, second]));

/** The same person at the other server. */
const elsewhere = (browser: OfficeBrowser): OfficeBrowser =>
  Object.assign(new OfficeBrowser(other, browser.slug), { cookie: browser.cookie });
const change = (browser: OfficeBrowser, session_ids: readonly string[], to: object) =>
  browser.post("/catalogue/events/visit/sessions/change", {
    session_ids,
    change: to,
    reason: "A school comes",
    expected: { orders: 0 },
  });
const sessionsOf = (shop: TestShop) =>
  one.db
    .selectFrom("event_session")
    .select(["id", "capacity", "oversell_capacity", "cancelled", "local_start"])
    .where("seller_id", "=", shop.seller_id)
    .where("event_template_id", "=", shop.event.id)
    .orderBy("start_datetime")
    .execute();

test("a hold during the cancellation of its session waits, and is then refused", async () => {
  const { shop, manager } = await openEditing(one);
  const held = startAtPause(one.db, "catalogue_planned", () => new TestBuyer(other, shop).requestTickets(2));
  expect((await change(manager, [shop.session.id], { cancelled: true })).status).toBe(200);
  expect(refusal((await held()) as TestResponse)._code).toBe("event_session_not_on_sale");
});

test("a move that two colleagues saw at the same revision is made once, at the same moment too", async () => {
  const { shop, manager } = await openEditing(one);
  const colleague = elsewhere(await signedIn(one, shop, ["manager"]));
  const path = "/catalogue/events/visit/sessions";
  const change = { session_ids: [shop.session.id], change: { move_minutes: 30 } };
  const { body } = await manager.post(`${path}/preview`, change);
  const move = (browser: OfficeBrowser) =>
    browser.post(`${path}/change`, {
      ...change,
      reason: "The boat comes later",
      expected: { orders: 0, revision: body.revision },
    });
  const late = startAtPause(one.db, "catalogue_planned", () => move(colleague));
  expect((await move(manager)).status).toBe(200);
  expect(refusal((await late()) as TestResponse)).toMatchObject({ status: 409, _code: "stale_version" });
  // The same once more, as after an answer that was lost.
  expect(refusal(await move(manager))).toMatchObject({ status: 409, _code: "stale_version" });
  const [first] = await sessionsOf(shop);
  expect(first?.local_start).toBe("10:30");
});

test("two changes of sessions at the same moment are both made", async () => {
  const { shop, manager } = await openEditing(one);
  const colleague = elsewhere(await signedIn(one, shop, ["manager"]));
  const [first, second] = shop.event.sessions.map(({ id }) => id);
  const late = startAtPause(one.db, "catalogue_planned", () =>
    change(colleague, [second ?? ""], { oversell_capacity: 4 }),
  );
  expect((await change(manager, [first ?? "", second ?? ""], { capacity: 7 })).body.revision).toBe(2);
  expect(((await late()) as TestResponse).body.revision).toBe(3);
  expect((await sessionsOf(shop)).slice(0, 3)).toMatchObject([
    { capacity: 7, oversell_capacity: 0 },
    { capacity: 7, oversell_capacity: 4 },
    { capacity: 20, oversell_capacity: 0 },
  ]);
});
