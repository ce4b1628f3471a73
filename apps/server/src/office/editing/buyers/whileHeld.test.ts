import { beforeEach, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  editChapter,
  openEditing,
  publishPlan,
  type Loose,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const inGroup =
  (edit: (group: Loose) => Loose) =>
  (event: Loose): Loose => ({ ...event, groups: (event["groups"] as Loose[]).map(edit) });
const inAdult = (edit: (type: Loose) => Loose[]) =>
  inGroup((group) => ({
    ...group,
    types: (group["types"] as Loose[]).flatMap((type) => (type["key"] === "adult" ? edit(type) : [type])),
  }));

test.each<[string, (event: Loose) => unknown]>([
  ["type is removed", inAdult(() => [])],
  ["type costs more", inAdult((type) => [{ ...type, price: "99", fees: { fixed: "5" } }])],
  ["type is no longer on sale", inAdult((type) => [{ ...type, available: false }])],
  ["group is no longer on sale", inGroup((group) => ({ ...group, available: false }))],
  ["group's sales have ended", inGroup((group) => ({ ...group, sales_end: "today-1d 10:00" }))],
  ["group sells to members only", inGroup((group) => ({ ...group, hidden_type: "public_member_only" }))],
  ["group sells one ticket in an order", inGroup((group) => ({ ...group, max_tickets_per_order: 1 }))],
  [
    "group is removed",
    (event) => ({ ...event, groups: [{ key: "other", name: "Other", types: [{ key: "t", name: "T", price: 1 }] }] }),
  ],
  ["session is taken out", (event) => ({ ...event, schedules: [] })],
  ["event is removed", () => null],
])("tickets in a cart whose %s are paid and issued as they were promised", async (_, edit) => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(2);
  await editChapter(manager, "event/visit", edit);
  const published = await publishPlan(manager);
  expect([published.status, published.body._data]).toEqual([200, undefined]);
  await buyer.pay(cart, cards.good);
  const { status, body } = await buyer.checkOut(cart);
  expect([status, body._data?.[0]?._code]).toEqual([200, undefined]);
});
