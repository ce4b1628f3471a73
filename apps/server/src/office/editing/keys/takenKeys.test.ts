import { beforeEach, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  editChapter,
  openEditing,
  publishPlan,
  writesToNobody,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const takenKeys = async (): Promise<readonly string[]> => (await manager.get("/catalogue")).body.taken;
const begin = async (name: string): Promise<string> =>
  (await manager.post("/catalogue/event", { name, from: { pattern: "timed_entry" } })).body.key;

test("an event with the name of one that was sold and removed is another event", async () => {
  await new TestBuyer(server, shop).buy(1);
  await editChapter(manager, "event/visit", () => null);
  expect((await publishPlan(manager, writesToNobody(1))).status).toBe(200);
  expect(await takenKeys()).toContain("event/visit");
  expect(await begin("Visit")).toBe("visit-2");
});

test("a group of codes that was used and removed keeps its key for itself", async () => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "PRESS" });
  await editChapter(manager, "discounts", () => null);
  await editChapter(manager, "code_group/press", () => null);
  expect((await publishPlan(manager)).status).toBe(200);
  expect(await takenKeys()).toContain("code_group/press");
});

test("a draft takes a key, too, and what was never sold frees it once it is removed", async () => {
  expect(await begin("Talk")).toBe("talk-2");
  expect(await takenKeys()).toEqual(expect.arrayContaining(["event/talk", "event/talk-2", "venue/quay"]));
  await manager.post("/catalogue/draft/discard", { chapter: "event/talk-2", version: 1 });
  await editChapter(manager, "event/talk", () => null);
  expect((await publishPlan(manager)).status).toBe(200);
  expect(await takenKeys()).not.toContain("event/talk");
});
