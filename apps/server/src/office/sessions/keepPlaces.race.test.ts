import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { openEditing, refusal } from "../../../test/office/catalogueShop.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { createSeatedShop } from "../../../test/shop/createSeatedShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["house_session_locked", "hold_locked"], (first, second) => ([one, other] = [first, second]));

const open = async () => {
  const shop = await createSeatedShop(one.db);
  const manager = await signedIn(one, shop, ["manager"]);
  const { key } = await one.db
    .selectFrom("event_template")
    .select("key")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", shop.event.id)
    .executeTakeFirstOrThrow();
  const seat = shop.seatId("A1");
  const keep = () =>
    manager.post(`/catalogue/events/${key}/sessions/${shop.session.id}/house`, {
      kind: "blocked",
      name: "Camera",
      reason: "Recorded",
      seat_ids: [seat],
    });
  const hold = () =>
    new TestBuyer(other, shop).post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1, seat_template_ids: [seat] }],
        },
      ],
    });
  return { keep, hold };
};

test("whoever asks for a seat that is being blocked waits, and does not get it", async () => {
  const { keep, hold } = await open();
  const held = startAtPause(one.db, "house_session_locked", hold);
  expect((await keep()).status).toBe(200);
  expect(((await held()) as TestResponse).status).not.toBe(200);
});

test("a seat that somebody is holding is not blocked", async () => {
  const { keep, hold } = await open();
  const kept = startAtPause(one.db, "hold_locked", keep);
  expect((await hold()).status).toBe(200);
  expect(refusal((await kept()) as TestResponse)).toMatchObject({ status: 409, _code: "seat_sold" });
});

test("counted places that one person keeps twice at the same moment are kept once, and again once they were released", async () => {
  const { shop, manager } = await openEditing(one);
  const again = Object.assign(new OfficeBrowser(other, shop.slug), { cookie: manager.cookie });
  const { key } = await one.db
    .selectFrom("event_template")
    .select("key")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", shop.event.id)
    .executeTakeFirstOrThrow();
  const path = `/catalogue/events/${key}/sessions/${shop.session.id}/house`;
  const keep = (browser: OfficeBrowser) =>
    browser.post(path, { kind: "kept", name: "The mayor", reason: "Opening night", places: 2 });
  const late = startAtPause(one.db, "house_session_locked", () => keep(again));
  const first = await keep(manager);
  expect(((await late()) as TestResponse).body).toEqual(first.body);
  const used = async () =>
    (
      await one.db
        .selectFrom("event_session")
        .select("used_capacity")
        .where("id", "=", shop.session.id)
        .executeTakeFirstOrThrow()
    ).used_capacity;
  expect(await used()).toBe(2);
  expect((await manager.post(`${path}/${first.body.id}/free`)).status).toBe(200);
  expect(await used()).toBe(0);
  expect((await keep(manager)).status).toBe(200);
  expect(await used()).toBe(2);
});
