import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { editChapter, openEditing, publishPlan, refusal, type Loose } from "../../../../test/office/catalogueShop.ts";
import { shopRows } from "../../../../test/orders/changedOrders.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["catalogue_planned", "after_order_check"], (first, second) => ([one, other] = [first, second]));

const edits: [string, string, (chapter: Loose) => unknown][] = [
  ["gets another name", "event/visit", (event) => ({ ...event, name: "Admission by the Water" })],
  ["gets another address", "venue/quay", (venue) => ({ ...venue, address: "2 Quay Road" })],
  [
    "is cancelled",
    "event/visit",
    (event) => ({
      ...event,
      schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, changed: [{ cancelled: true }] })),
    }),
  ],
  ["is taken out", "event/visit", () => null],
];

test.each(edits)("an order that is completed while its session %s is asked about", async (_what, chapter, edit) => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  await editChapter(manager, chapter, edit);
  const published = startAtPause(one.db, "after_order_check", () => publishPlan(manager));
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect(refusal((await published()) as TestResponse)).toMatchObject({
    status: 409,
    _code: "has_buyers",
    _extra: { orders: 1, people: 1, sessions: 1 },
  });
});

test("whoever buys while an event gets another name waits, and is confirmed the new one", async () => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  await editChapter(manager, "event/visit", (event) => ({ ...event, name: "Admission by the Water" }));
  const bought = startAtPause(one.db, "catalogue_planned", () => buyer.buy(1));
  expect((await publishPlan(manager)).status).toBe(200);
  await bought();
  const [email] = (await shopRows(one, "outbox", shop)).filter(({ kind }) => kind === "order_confirmation");
  expect(JSON.stringify(email?.["message"])).toContain("Admission by the Water");
});
