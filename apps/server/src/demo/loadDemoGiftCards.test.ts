import { afterAll, beforeAll, expect, test } from "vitest";
import { demoGiftCards } from "@foyer/demo/giftCards.ts";
import { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { loadDemo } from "../catalogue/apply/loadDemo.ts";
import { expectInvariants } from "../../test/database/expectInvariants.ts";
import { createTestShop } from "../../test/shop/createTestShop.ts";
import { loadDemoGiftCards } from "./loadDemoGiftCards.ts";
import { postEntry } from "../providers/payments/giftcard/ledger.sql.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { TestBrowser } from "../../test/app/testBrowser.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await loadDemo(server.connections, Temporal.Instant.from("2026-11-21T12:00:00Z"));
  await loadDemoGiftCards(server.connections);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
const remainingBalance = async ({ seller, number }: { seller: string; number: string }) => {
  const browser = new TestBrowser(server, { slug: seller });
  const { body } = await browser.call(lookUpGiftCard, { ledger_id: `${seller}-cards`, number });
  return body.ledger._data[0]?.balance;
};

test("issues every demo card with its amount", async () => {
  for (const card of demoGiftCards) expect(Number(await remainingBalance(card)) * 100).toBe(card.amount);
});

test("refills a used card at the next start and leaves the others alone", async () => {
  const spent = await server.db
    .selectFrom("ledger_account")
    .select(["id", "seller_id"])
    .where("number", "=", "HARBOR-GIFT-25")
    .executeTakeFirstOrThrow();

  await postEntry(server.db, spent.seller_id, { account_id: spent.id, kind: "adjust", amount: -1000 });
  expect(await remainingBalance({ seller: "harbor", number: "HARBOR-GIFT-25" })).toBe("15.00");
  await loadDemoGiftCards(server.connections);
  expect(await remainingBalance({ seller: "harbor", number: "HARBOR-GIFT-25" })).toBe("25.00");
  const { count } = await server.db
    .selectFrom("ledger_account")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(demoGiftCards.length);
});

test("issues none for a real seller with the slug of a demo seller", async () => {
  const own = await openTestApp();
  try {
    const configuration = JSON.stringify({ ledger_id: "harbor-cards" });
    await createTestShop(own.db, { seller: { slug: "harbor", configuration } });
    await loadDemo(own.connections, Temporal.Now.instant());
    await loadDemoGiftCards(own.connections);
    expect(await own.db.selectFrom("ledger_account").select("id").execute()).toEqual([]);
  } finally {
    await own.close();
  }
});
