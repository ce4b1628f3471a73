import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { stopClock } from "../../../test/database/stopClock.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import {
  editChapter,
  editType,
  importText,
  openEditing,
  publishPlan,
  quayCatalogue,
  readChapterOf,
  refusal,
  type Loose,
  type Manager,
} from "../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

const now = Temporal.Instant.from("2027-01-15T12:00:00Z");
/** New York's clocks skip 2:30 on 14 March 2027 and show 1:30 twice on 7 November 2027. */
let server: TestApp;
let shop: TestShop;
let manager: Manager;
beforeAll(async () => {
  server = await openTestApp({ clock: () => now });
  await stopClock(server, now);
});
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server, quayCatalogue));
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const nights = (more: object) => (talk: Loose) => ({
  ...talk,
  sessions: [
    { date: "2027-03-14", at: "02:30", minutes: 60, capacity: 5, ...more },
    { date: "2027-11-07", at: "01:30", minutes: 60, capacity: 5, ...more },
  ],
});
const draftNights = async (more: object) => (await editChapter(manager, "event/talk", nights(more))).body;
const startsOfTalk = async () =>
  (
    await server.db
      .selectFrom("event_session")
      .innerJoin("event_template as e", (join) =>
        join.onRef("e.seller_id", "=", "event_session.seller_id").onRef("e.id", "=", "event_session.event_template_id"),
      )
      .select("start_datetime")
      .where("event_session.seller_id", "=", shop.seller_id)
      .where("e.key", "=", "talk")
      .where("event_session.retired", "=", false)
      .where("start_datetime", ">", now.toString())
      .orderBy("start_datetime")
      .execute()
  ).map(({ start_datetime }) => start_datetime);
const places = (problems: readonly { path: string }[]) => problems.map(({ path }) => path);

test("a draft whose start the clocks skip or show twice is wrong until it says what is meant", async () => {
  const open = await draftNights({});
  expect(open.errors).toEqual([
    {
      chapter: "event/talk",
      path: "sessions[0]",
      message: "starts at 02:30 on 2027-03-14: the clocks skip that time, so it starts at 03:30. Choose one",
    },
    {
      chapter: "event/talk",
      path: "sessions[1]",
      message: "starts at 01:30 on 2027-11-07: the clocks show that time twice, so it starts at the first. Choose one",
    },
  ]);
  expect((await manager.get("/catalogue/plan")).body.errors).toEqual(open.errors);
  expect((await readChapterOf(manager, "event/talk")).errors).toEqual(open.errors);
  const before = await startsOfTalk();
  expect(refusal(await publishPlan(manager))).toMatchObject({
    status: 422,
    _code: "validation_failed",
    _extra: { errors: open.errors },
  });
  expect(await startsOfTalk()).toEqual(before);

  const half = await draftNights({ when_skipped: "move" });
  expect(places(half.errors)).toEqual(["sessions[1]"]);
  expect((await draftNights({ when_skipped: "move", when_repeated: "second" })).errors).toEqual([]);
  expect((await publishPlan(manager)).status).toBe(200);
  expect(await startsOfTalk()).toEqual(["2027-03-14T07:30:00Z", "2027-11-07T06:30:00Z"]);

  await draftNights({ when_skipped: "omit", when_repeated: "first" });
  expect((await publishPlan(manager)).status).toBe(200);
  expect(await startsOfTalk()).toEqual(["2027-11-07T05:30:00Z"]);
});

test("a start imported without a choice is a doubt until somebody edits its event", async () => {
  const night = `sessions: [{ date: 2027-11-07, at: "01:30", minutes: 60, capacity: 5 }]`;
  const { slug } = shop;
  await importText(server.connections, quayCatalogue(slug).replace(/sessions: \[\{ date: today.*$/m, night), { now });
  expect(await startsOfTalk()).toEqual(["2027-11-07T05:30:00Z"]);

  await editType(manager, "general/adult", { price: "24" });
  const { body: plan } = await manager.get("/catalogue/plan");
  expect([places(plan.errors), places(plan.doubts)]).toEqual([[], ["sessions[0]"]]);
  expect((await publishPlan(manager)).status).toBe(200);

  const { body } = await editChapter(manager, "event/talk", (talk) => ({ ...talk, name: "Night Talk" }));
  expect([places(body.errors), places(body.doubts)]).toEqual([["sessions[0]"], []]);
  expect(refusal(await publishPlan(manager))).toMatchObject({ status: 422 });
});
