import { beforeEach, describe, expect, test } from "vitest";
import { commandContext } from "../../../../test/app/commandContext.ts";
import { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { createGiftCard, giftCardSeller } from "../../../../test/payments/giftCards.ts";
import { giftCardsCommand } from "./giftCards.ts";

let server: TestApp;
let shop: TestShop;
let printed: string[] = [];
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db, { seller: giftCardSeller });
  printed = [];
});
const runCommand = (args: string[], { slug = shop.slug, given = "" } = {}) =>
  giftCardsCommand.run(
    [slug, ...args],
    commandContext({ connections: server.connections, lines: printed, readInput: async () => given }),
  );
const lookUp = async (number: string) =>
  (await new TestBrowser(server, shop).call(lookUpGiftCard, { ledger_id: "cards", number })).body.ledger._data[0];

describe("an issued card", () => {
  test("an issued card has a readable number and its amount", async () => {
    expect(await runCommand(["issue", "25.50"])).toBe(0);
    const [number = ""] = printed;
    expect(printed).toHaveLength(1);
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
    expect(await lookUp(number)).toMatchObject({ state: "active", balance: "25.50" });
    const entries = await auditOf(server.db, shop.seller_id);
    expect(entries).toMatchObject([
      { action: "gift_card.issued", actor: "command_line", entity_kind: "gift_card", after: { amount: "25.50" } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(number);
  });

  test("an issued card has a unique number", async () => {
    for (let times = 0; times < 20; times++) await runCommand(["issue", "1"]);
    expect(new Set(printed).size).toBe(20);
  });

  test("an issued card is valid until the end of its last day in the seller's time zone", async () => {
    await runCommand(["issue", "10", "--valid-to", "2031-12-31"]);
    await runCommand(["show", printed[0] ?? ""]);
    expect(printed[1]).toBe("active, 10.00 USD left, valid until 2032-01-01T05:00:00Z");
  });

  test("an issued card of a seller without gift cards cannot be used yet", async () => {
    const bare = await createTestShop(server.db);
    await runCommand(["issue", "10"], { slug: bare.slug });
    expect(printed[1]).toContain("ledger_id");
  });

  test.each(["0", "-5", "1.234", "ten"])("an issued card is refused for the amount %s", async (amount) => {
    await expect(runCommand(["issue", "--", amount])).rejects.toThrow("is not an amount in USD");
    expect(printed).toEqual([]);
  });
});

test("shows a card with its entries", async () => {
  const { number } = await createGiftCard(server, shop, 2000);
  await runCommand(["show", "-"], { given: `${number.toLowerCase()}\n` });
  expect(printed[0]).toBe("active, 20.00 USD left");
  expect(printed.slice(1).map((line) => line.split("\t").slice(1))).toEqual([["issue", "20.00 USD"]]);
});

test("closes a card, and closing it again changes nothing", async () => {
  const { number, id } = await createGiftCard(server, shop, 2000);
  await runCommand(["close", number]);
  await runCommand(["close", number]);
  await runCommand([]);
  expect(printed).toEqual([
    "The card is closed; 20.00 USD was removed.",
    "The card is closed; 0 USD was removed.",
    "No gift card needs attention.",
  ]);
  expect(await lookUp(number)).toMatchObject({ state: "inactive", balance: "0" });
  expect(await auditOf(server.db, shop.seller_id)).toMatchObject([
    { action: "gift_card.voided", entity_id: id, before: { balance: "20.00" }, after: { balance: "0" } },
  ]);
});

test("lists an inactive card with a balance", async () => {
  const { number, id } = await createGiftCard(server, shop, 2000);
  await server.db.updateTable("ledger_account").set({ state: "inactive" }).where("id", "=", id).execute();
  await runCommand([]);
  expect(printed).toEqual([`••••${number.slice(-4)}\tinactive\t20.00 of 20.00 USD left`]);
});

test.each([
  ["an unknown action", ["sell", "10"]],
  ["no amount", ["issue"]],
  ["too many arguments", ["show", "1", "2"]],
])("prints its usage for %s", async (_, args) => {
  await expect(runCommand(args)).rejects.toThrow("foyer gift-cards");
});

test("does not find another seller's card", async () => {
  const other = await createTestShop(server.db, { seller: giftCardSeller });
  const { number } = await createGiftCard(server, other, 100);
  await expect(runCommand(["show", number])).rejects.toThrow("no such gift card");
  await expect(runCommand([], { slug: "nobody" })).rejects.toThrow("There is no seller 'nobody'");
});
