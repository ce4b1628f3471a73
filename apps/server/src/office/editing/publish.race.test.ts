import { expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import {
  editChapter,
  editType,
  importText,
  openEditing,
  priceOf,
  publishPlan,
  quayCatalogue,
  readChapterOf,
  refusal,
  revisionsOf,
  type Loose,
} from "../../../test/office/catalogueShop.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import type { TestResponse } from "../../../test/app/testApp.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["catalogue_planned"], (first, second) => ([one, other] = [first, second]));

/** The same person at the other server. */
const elsewhere = (browser: OfficeBrowser): OfficeBrowser =>
  Object.assign(new OfficeBrowser(other, browser.slug), { cookie: browser.cookie });

const open = async () => {
  const { shop, manager } = await openEditing(one);
  return { shop, manager, colleague: await signedIn(one, shop, ["manager"]) };
};

test("one of two people who publish at the same moment succeeds, and the other is told and loses nothing", async () => {
  const { shop, manager, colleague } = await open();
  await editType(manager, "general/adult", { price: "24" });
  await editChapter(colleague, "event/talk", (talk) => ({ ...talk, name: "Night Talk" }));
  const second = startAtPause(one.db, "catalogue_planned", () =>
    publishPlan(elsewhere(colleague), { drafts: [{ chapter: "event/talk", version: 1 }] }),
  );
  const first = await publishPlan(manager, { drafts: [{ chapter: "event/visit", version: 1 }] });
  const late = (await second()) as TestResponse;
  expect([first.status, first.body.revision]).toEqual([200, 2]);
  expect(refusal(late)).toMatchObject({ status: 409, _code: "stale_version", _extra: { revision: 2 } });
  expect((await publishPlan(colleague)).body.revision).toBe(3);
  expect(await priceOf(one, shop)).toBe(2400);
  const numbers = (await revisionsOf(one.db, shop.seller_id)).map(({ number }) => number);
  expect(numbers).toEqual([1, 2, 3]);
  const { published } = await readChapterOf(manager, "event/talk");
  expect(published.name).toBe("Night Talk");
});

test("publishing waits for a concurrent import, and does not undo it", async () => {
  const { shop, manager } = await open();
  await editType(manager, "general/child", { price: "12" });
  const published = startAtPause(one.db, "catalogue_planned", () => publishPlan(elsewhere(manager)));
  await importText(one.connections, quayCatalogue(shop.slug).replace("price: 20", "price: 22"));
  expect(refusal((await published()) as TestResponse)).toMatchObject({ status: 409, _code: "stale_version" });
  expect((await publishPlan(manager)).status).toBe(200);
  expect([await priceOf(one, shop), await priceOf(one, shop, "Child")]).toEqual([2200, 1200]);
});

test("an import that meets a publishing waits for it, and is refused where it knows an older revision", async () => {
  const { shop, manager } = await open();
  await editType(manager, "general/adult", { price: "24" });
  const file = `revision: 1\n${quayCatalogue(shop.slug).replace("name: Evening Talk", "name: Day Talk")}`;
  const imported = startAtPause(one.db, "catalogue_planned", () =>
    importText(other.connections, file).then(
      () => "done",
      (error: Error) => error.message,
    ),
  );
  expect((await publishPlan(manager)).status).toBe(200);
  expect(await imported()).toContain("the newest is 2; changed since 1: event/visit");
  expect(await priceOf(one, shop)).toBe(2400);
});

test("a hold that meets a lower capacity waits, and finds what is left", async () => {
  const { shop, manager } = await open();
  await editChapter(manager, "event/visit", (event) => ({
    ...event,
    schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, capacity: 1 })),
  }));
  const held = startAtPause(one.db, "catalogue_planned", () => new TestBuyer(other, shop).requestTickets(2));
  expect((await publishPlan(manager)).status).toBe(200);
  expect(refusal((await held()) as TestResponse)).toMatchObject({ status: 409 });
  const { used_capacity, capacity } = await one.db
    .selectFrom("event_session")
    .select(["used_capacity", "capacity"])
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", shop.session.id)
    .executeTakeFirstOrThrow();
  expect({ used_capacity, capacity }).toEqual({ used_capacity: 0, capacity: 1 });
});

test("a draft that is saved while it is published is refused, and what was typed is not half published", async () => {
  const { shop, manager } = await open();
  await editType(manager, "general/adult", { price: "24" });
  const { draft } = await readChapterOf(manager, "event/visit");
  const saved = startAtPause(one.db, "catalogue_planned", () =>
    elsewhere(manager).post("/catalogue/draft", {
      chapter: "event/visit",
      version: 1,
      document: { ...draft.document, name: "Typed late" },
    }),
  );
  expect((await publishPlan(manager)).status).toBe(200);
  expect(refusal((await saved()) as TestResponse)).toMatchObject({ status: 409, _code: "stale_version" });
  expect(await priceOf(one, shop)).toBe(2400);
  expect((await readChapterOf(manager, "event/visit")).published.name).toBe("General Admission");
});

test("a code that meets a lower limit of its group waits, and finds what is left", async () => {
  const { shop, manager } = await open();
  const apply = async (buyer: TestBuyer, { id }: { readonly id: string }) =>
    buyer.post(`/my/cart/${id}/apply_code`, { code: "PRESS" });
  const first = new TestBuyer(one, shop);
  expect((await apply(first, await first.hold(1))).status).toBe(200);
  await editChapter(manager, "code_group/press", (group) => ({ ...group, max_uses: 1 }));
  const late = new TestBuyer(one, shop);
  const cart = await late.hold(1);
  const applied = startAtPause(one.db, "catalogue_planned", () => apply(late, cart));
  expect((await publishPlan(elsewhere(manager))).status).toBe(200);
  expect(refusal((await applied()) as TestResponse)._code).toBe("code_exhausted");
  const { used, max_uses } = await one.db
    .selectFrom("code_group")
    .select(["used", "max_uses"])
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  expect([used, max_uses]).toEqual([1, 1]);
});
