import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { recordShortest } from "../../../test/database/statements/recordStatements.ts";
import { newId } from "../../db/newId.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { createGiftCard, giftCardSeller } from "../../../test/payments/giftCards.ts";
import { TestVisitor, responseCode } from "../../../test/accounts/login.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

const lines: string[] = [];
let server: TestApp;
let shop: TestShop;
let browser: TestBrowser;
beforeAll(async () => {
  server = await openTestApp({ logger: { level: "info", stream: { write: (line: string) => void lines.push(line) } } });
});
afterAll(() => server.close());
// Guesses are counted per seller.
beforeEach(async () => {
  shop = await createTestShop(server.db, { seller: giftCardSeller });
  browser = new TestBrowser(server, shop);
});
const ask = (number: string, ledger_id = "cards", who = browser) => who.call(lookUpGiftCard, { ledger_id, number });
const none = { status: 404, code: "not_found:ledger", refusal: { _description: "Gift card not found", _extra: {} } };

describe("a gift card", () => {
  test("shows its balance and the end of its number", async () => {
    const { number } = await createGiftCard(server, shop, 4550);
    const { status, body } = await ask(number);
    expect(status).toBe(200);
    expect(body.ledger._data).toEqual([{ number: `••••${number.slice(-4)}`, state: "active", balance: "45.50" }]);
  });

  test.each([
    ["in lower case", (number: string) => number.toLowerCase()],
    ["without dashes", (number: string) => number.replaceAll("-", "")],
    ["with spaces", (number: string) => ` ${number.replaceAll("-", " ")} `],
  ])("a gift card is found %s", async (_, typed) => {
    const { number } = await createGiftCard(server, shop, 100);
    expect((await ask(typed(number))).status).toBe(200);
  });

  test.each([
    ["empty", 0, {}, "active", "0"],
    ["expired", 500, { valid_to: "2020-01-01T00:00:00Z" }, "expired", "5.00"],
    ["of another currency", 500, { currency: "JPY" }, "inactive", "500"],
  ])("a gift card that is %s shows it", async (_, amount, more, state, balance) => {
    const { number } = await createGiftCard(server, shop, amount, more);
    expect((await ask(number)).body.ledger._data[0]).toMatchObject({ state, balance });
  });

  test("a gift card is not cached", async () => {
    const { number } = await createGiftCard(server, shop, 100);
    const { headers } = await server.get(shop.slug, `/api/ledger/cards/${number}`);
    expect(headers["cache-control"]).toBe("no-store");
    expect((await server.get(shop.slug, `/cached_api/ledger/cards/${number}`)).status).toBe(404);
  });
});

describe("an unknown gift card", () => {
  test("an unknown gift card is a number not issued, of another ledger, another seller or a former ledger", async () => {
    const other = await createTestShop(server.db, { seller: giftCardSeller });
    const theirs = await createGiftCard(server, other, 100);
    const ours = await createGiftCard(server, shop, 100);
    const old = await createGiftCard(server, shop, 100, { ledger_id: "old" });
    expect(await ask("7K3M-Q2XW-9ABC-DEFG-ZZZZ")).toMatchObject(none);
    expect(await ask(ours.number, "other")).toMatchObject(none);
    expect(await ask(theirs.number)).toMatchObject(none);
    expect(await ask(old.number, "old")).toMatchObject(none);
  });

  test("an unknown gift card is looked up with the same statements as a known one", async () => {
    const { number } = await createGiftCard(server, shop, 100);
    await ask(number);
    const looks = [
      () => ask(number),
      () => ask("7K3M-Q2XW-9ABC-DEFG-ZZZZ"),
      () => ask(number, "other"),
      () => ask(" - "),
    ];
    const requests: (readonly string[])[] = [];
    for (const look of looks) requests.push((await recordShortest(look)).texts);
    const [first] = requests;
    expect(first?.filter((text) => text.includes("ledger_account"))).toHaveLength(1);
    expect(requests).toEqual(looks.map(() => first));
  });

  test("an unknown gift card is any number at a seller without gift cards", async () => {
    const bare = await createTestShop(server.db);
    const { number } = await createGiftCard(server, bare, 100);
    expect(await ask(number, "cards", new TestBrowser(server, bare))).toMatchObject(none);
  });

  test("an unknown gift card is refused with a number of 71 characters", async () => {
    expect((await ask("1".repeat(70))).status).toBe(404);
    expect((await ask("1".repeat(71))).status).toBe(400);
  });
});

describe("guessing gift card numbers", () => {
  const wrong = () => ask(newId());
  beforeEach(() => {
    browser.clientAddress = "203.0.113.7";
  });
  test("guessing gift card numbers needs a captcha after five wrong numbers a minute from one network, also for a correct one", async () => {
    const { number } = await createGiftCard(server, shop, 100);
    const responses = await Promise.all(Array.from({ length: 20 }, wrong));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(15).fill(403), ...Array(5).fill(404)]);
    const refused = await ask(number);
    expect(refused).toMatchObject({ status: 403, code: "captcha_required:captcha" });
    expect(refused.refusal?._extra).toEqual({ provider: "altcha", purpose: "login" });
  });

  test("guessing gift card numbers does not count correct numbers", async () => {
    const { number } = await createGiftCard(server, shop, 100);
    for (let times = 0; times < 8; times++) expect((await ask(number)).status).toBe(200);
  });

  test("guessing gift card numbers is refused after twenty an hour for one visitor on any network", async () => {
    const buyer = new TestBuyer(server, shop);
    await buyer.hold(1);
    const attempts: number[] = [];
    for (let place = 0; place < 24; place++) {
      const { status } = await server.get(shop.slug, `/api/ledger/cards/${newId()}`, {
        headers: { cookie: buyer.cookie },
        remoteAddress: `10.0.0.${place}`,
      });
      attempts.push(status);
    }
    expect(attempts).toEqual([...Array(20).fill(404), ...Array(4).fill(403)]);
    const visitor = new TestVisitor(server, shop, { from: "203.0.113.8", cookie: buyer.cookie });
    const solved = await visitor.send("GET", `/ledger/cards/${newId()}`, undefined, await visitor.solveCaptcha());
    expect(responseCode(solved)).toBe("too_many_requests:ledger");
    expect(Number(solved.headers["retry-after"])).toBeGreaterThan(50);
  });

  test("guessing gift card numbers is counted per seller", async () => {
    await Promise.all(Array.from({ length: 6 }, wrong));
    const other = await createTestShop(server.db, { seller: giftCardSeller });
    expect((await ask(newId(), "cards", new TestBrowser(server, other))).status).toBe(404);
  });
});

test("no log contains a gift card number, also when something fails", async () => {
  const { number } = await createGiftCard(server, shop, 100);
  await ask(number);
  await ask(number.replaceAll("-", ""), "other");
  const normalized = number.replaceAll("-", "");
  server.app.log.error({ number, normalized, nested: { said: `of ${number.toLowerCase()}` } }, `card ${normalized}`);
  server.app.log.error(new Error(`GET /api/ledger/cards/${encodeURIComponent("GIFT 7")}?_seller=x failed`));
  await server.runAsOwner("alter table ledger_account rename to ledger_gone");
  expect((await ask(number)).status).toBe(500);
  await server.runAsOwner("alter table ledger_gone rename to ledger_account");
  const all = lines.join("").toUpperCase();
  expect(all).toContain("UNEXPECTED ERROR");
  expect(all).toContain("[GIFT CARD]");
  for (const secret of [number, normalized, "GIFT%207"]) expect(all).not.toContain(secret.toUpperCase());
});
