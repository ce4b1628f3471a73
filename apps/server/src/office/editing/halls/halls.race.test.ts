import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { editChapter, publishPlan, refusal } from "../../../../test/office/catalogueShop.ts";
import { openHall, seatBuyer, withoutRowB } from "../../../../test/office/hallShop.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["catalogue_planned", "hold_locked"], (first, second) => ([one, other] = [first, second]));

/**
 * A hall whose draft lacks row B, a function that publishes it, and one that holds a seat of that row on another server.
 */
const open = async () => {
  const { shop, manager, seatId } = await openHall(one);
  await editChapter(manager, "hall/hall", withoutRowB);
  const hold = () =>
    seatBuyer(other, shop).post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.session.id,
          ticket_types_required: [
            { ticket_type_id: shop.type.id, quantity: 1, seat_template_ids: [seatId("stalls/B/3")] },
          ],
        },
      ],
    });
  const seats = async () =>
    (
      await one.db
        .selectFrom("seat")
        .select("key")
        .where("seller_id", "=", shop.seller_id)
        .where("key", "like", "stalls/B/%")
        .where("retired", "=", false)
        .execute()
    ).length;
  return { publish: () => publishPlan(manager), hold, seats };
};

test("a hall that meets a hold of a seat that it takes away waits, and is refused with the session", async () => {
  const { publish, hold, seats } = await open();
  const published = startAtPause(one.db, "hold_locked", publish);
  expect((await hold()).status).toBe(200);
  expect(refusal((await published()) as TestResponse)).toMatchObject({
    status: 409,
    _code: "would_break_promise",
    _description: expect.stringContaining("seat 'Stalls B 3' is sold, held or kept in the session of 'Concert' on "),
  });
  expect(await seats()).toBe(6);
});

test("a hold of a seat that is being removed waits, and does not get it", async () => {
  const { publish, hold, seats } = await open();
  const held = startAtPause(one.db, "catalogue_planned", hold);
  expect((await publish()).status).toBe(200);
  expect(((await held()) as TestResponse).status).not.toBe(200);
  expect(await seats()).toBe(0);
});
