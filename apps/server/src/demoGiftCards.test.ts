import { afterAll, beforeAll, expect, test } from "vitest";
import { demoGiftCards } from "@foyer/demo/giftCards.ts";
import { lookUpGiftCard } from "@foyer/contract/ledger.ts";
import { loadDemo } from "./catalogue/loadDemo.ts";
import { checkInvariants } from "./cli/check.ts";
import { makeShop } from "./db/testShop.ts";
import { loadDemoGiftCards } from "./demoGiftCards.ts";
import { moveMoney } from "./outside/payments/ledgerBook.ts";
import { openTestApp, type TestApp } from "./testApp.ts";
import { TestBrowser } from "./testBrowser.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await loadDemo(server.connections, Temporal.Instant.from("2026-11-21T12:00:00Z"));
  await loadDemoGiftCards(server.connections);
}, 60_000);
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});
const left = async ({ seller, number }: { seller: string; number: string }) => {
  const browser = new TestBrowser(server, { slug: seller });
  const { body } = await browser.call(lookUpGiftCard, { ledger_id: `${seller}-cards`, number });
  return body.ledger._data[0]?.balance;
};

test("every card of the demo is there, with what is said to be on it", async () => {
  for (const card of demoGiftCards) expect(Number(await left(card)) * 100).toBe(card.amount);
});

test("one that was spent from is full again when the shop opens, and the others stay as they are", async () => {
  const spent = await server.db
    .selectFrom("ledger_account")
    .select(["id", "seller_id"])
    .where("number", "=", "HARBOR-GIFT-25")
    .executeTakeFirstOrThrow();

  await moveMoney(server.db, spent.seller_id, { account_id: spent.id, kind: "adjust", amount: -1000 });
  expect(await left({ seller: "harbor", number: "HARBOR-GIFT-25" })).toBe("15.00");
  await loadDemoGiftCards(server.connections);
  expect(await left({ seller: "harbor", number: "HARBOR-GIFT-25" })).toBe("25.00");
  const { count } = await server.db
    .selectFrom("ledger_account")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(demoGiftCards.length);
});

test("a seller of somebody's own gets none, whatever they are called", async () => {
  const own = await openTestApp();
  try {
    const configuration = JSON.stringify({ ledger_id: "harbor-cards" });
    await makeShop(own.db, { seller: { slug: "harbor", configuration } });
    await loadDemo(own.connections, Temporal.Now.instant());
    await loadDemoGiftCards(own.connections);
    expect(await own.db.selectFrom("ledger_account").select("id").execute()).toEqual([]);
  } finally {
    await own.close();
  }
});
