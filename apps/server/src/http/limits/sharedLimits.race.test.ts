import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { pauseAt } from "../../db/faultPoints.ts";
import { jobList } from "../../jobs/jobList.ts";
import { TestVisitor, responseCode } from "../../../test/accounts/login.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { recordStatements } from "../../../test/database/statements/recordStatements.ts";
import { createGiftCard, giftCardSeller } from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["limits_counted"], (first, second) => ([one, other] = [first, second]));

let shop: TestShop;
beforeEach(async () => {
  shop = await createTestShop(one.db, { seller: giftCardSeller });
});
const school = "203.0.113.7";
/** Without a cookie, so that only the network's limit applies. */
const guessCard = async (server: TestApp, at: TestShop = shop, from = school, number: string = crypto.randomUUID()) =>
  responseCode(await new TestVisitor(server, at, { from }).get(`/ledger/cards/${number}`));
const guessCode = async (visitor: TestVisitor) =>
  responseCode(await visitor.get(`/code/${crypto.randomUUID().slice(0, 8)}`));
const overLimit = "captcha_required:captcha";
const rowsOf = (at: TestShop) =>
  one.db.selectFrom("rate_limit").selectAll().where("seller_id", "=", at.seller_id).orderBy("name").execute();
/** A visitor whose session is stored. */
const storedVisitor = async (server: TestApp, from: string): Promise<TestVisitor> => {
  const buyer = new TestBuyer(server, shop);
  await buyer.hold(1);
  return new TestVisitor(server, shop, { from, cookie: buyer.cookie });
};

describe("a limit of guesses", () => {
  test("a limit of guesses is shared by two servers on one database", async () => {
    const answers: (string | number)[] = [];
    for (let nth = 0; nth < 6; nth++) answers.push(await guessCard(nth % 2 ? one : other));
    expect(answers).toEqual([...Array(5).fill("not_found:ledger"), overLimit]);
  });

  test("a limit of guesses is kept across a restart", async () => {
    for (let nth = 0; nth < 5; nth++) await guessCard(one);
    const restarted = await openTestApp({}, one);
    expect(await guessCard(restarted)).toBe(overLimit);
    await restarted.close();
  });

  test("a limit of guesses is never exceeded by simultaneous requests to two servers", async () => {
    pauseAt("limits_counted", () => sleep(20));
    const answers = await Promise.all(Array.from({ length: 16 }, (_, nth) => guessCard(nth % 2 ? one : other)));
    expect(answers.filter((answer) => answer === "not_found:ledger")).toHaveLength(5);
  });

  test("a limit of guesses is counted separately for each seller and each network", async () => {
    for (let nth = 0; nth < 5; nth++) await guessCard(one);
    const neighbour = await createTestShop(one.db, { seller: giftCardSeller });
    expect(await guessCard(one, neighbour)).toBe("not_found:ledger");
    expect(await guessCard(one, shop, "203.0.113.8")).toBe("not_found:ledger");
  });

  test("a limit of guesses leaves one limit unchanged if another refuses", async () => {
    const visitor = await storedVisitor(one, school);
    for (let nth = 0; nth < 20; nth++) expect(await guessCode(visitor)).toBe("code_not_found:code");
    for (let nth = 0; nth < 5; nth++) expect(await guessCode(visitor)).toBe("too_many_requests:code");
    expect((await rowsOf(shop)).map(({ name, used }) => [name, used])).toEqual([
      ["code_lookup_network", 20],
      ["code_lookup_visitor", 20],
    ]);
  });

  test("returns uses that were no wrong guess, even after a refusal", async () => {
    const { number } = await createGiftCard(one, shop, 100);
    for (let nth = 0; nth < 8; nth++) expect(await guessCard(one, shop, school, number)).toBe(200);
    expect((await rowsOf(shop)).map(({ used }) => used)).toEqual([0]);
  });

  test("a limit of guesses can be exceeded with a captcha, so that neighbours cannot keep a buyer from looking up a card", async () => {
    const { number } = await createGiftCard(one, shop, 100);
    for (let nth = 0; nth < 6; nth++) await guessCard(one);
    const buyer = new TestVisitor(other, shop, { from: school });
    const withCaptcha = async (path: string) =>
      responseCode(await buyer.send("GET", path, undefined, await buyer.solveCaptcha()));
    expect(await withCaptcha(`/ledger/cards/${number}`)).toBe(200);
    await other.db.updateTable("rate_limit").set({ used: 60 }).where("name", "=", "gift_card_network_more").execute();
    expect(await withCaptcha(`/ledger/cards/${number}`)).toBe("too_many_requests:ledger");
  });

  // A pooler does not let its client set a time limit.
  test.skipIf(inject("pooler"))("refuses while the database does not count", async () => {
    await guessCard(one);
    const slow = await openTestApp({}, { databaseConfig: { ...one.databaseConfig, statement_timeout: 200 } });
    await one.db.transaction().execute(async (tx) => {
      await tx.updateTable("rate_limit").set({ used: 1 }).where("seller_id", "=", shop.seller_id).execute();
      expect(await guessCard(slow)).toBe("unavailable:general");
    });
    await slow.close();
  });

  test("starts again when its window ends; the rows are deleted", async () => {
    for (let nth = 0; nth < 6; nth++) await guessCard(one);
    const end = () =>
      one.db
        .updateTable("rate_limit")
        .set({ ends_at: Temporal.Now.instant().toString() })
        .where("seller_id", "=", shop.seller_id)
        .execute();
    await end();
    expect(await guessCard(one)).toBe("not_found:ledger");
    expect((await rowsOf(shop)).map(({ used }) => used)).toEqual([1]);
    await end();
    const jobs = jobList({ connections: one.connections, origin: "" } as never);
    await jobs.find(({ name }) => name === "delete ended limits")?.run(new AbortController().signal);
    expect(await rowsOf(shop)).toEqual([]);
  });

  test("stores neither address nor visitor", async () => {
    const visitor = await storedVisitor(one, school);
    await guessCode(visitor);
    const { identity_id } = await one.db
      .selectFrom("visitor_session")
      .select("identity_id")
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    const stored = (await rowsOf(shop)).map(({ key }) => key.toString("latin1")).join();
    expect(stored).not.toBe("");
    for (const secret of [school, identity_id]) expect(stored).not.toContain(secret);
  });
});

test("holding tickets without codes counts nothing", async () => {
  const buyer = new TestBuyer(one, shop);
  await buyer.hold(1);
  const { texts } = await recordStatements(() => buyer.hold(1));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter((text) => text.includes("rate_limit"))).toEqual([]);
});

describe("limits by network behind a proxy that is not named", () => {
  const forwarded = { "x-forwarded-for": "198.51.100.4" };
  const codeBehindProxy = async (server: TestApp, from: string) => {
    const visitor = new TestVisitor(server, shop, { from });
    return responseCode(await visitor.send("GET", `/code/${crypto.randomUUID().slice(0, 8)}`, undefined, forwarded));
  };
  const used = (count: number) =>
    one.db.updateTable("rate_limit").set({ used: count }).where("seller_id", "=", shop.seller_id).execute();

  test.each([
    [
      "code_lookup_network",
      60,
      (server: TestApp) => codeBehindProxy(server, school),
      "code_not_found:code",
      "too_many_requests:code",
    ],
    [
      "gift_card_network",
      5,
      async (server: TestApp) =>
        responseCode(
          await new TestVisitor(server, shop, { from: school }).send("GET", "/ledger/cards/x", undefined, forwarded),
        ),
      "not_found:ledger",
      overLimit,
    ],
  ])("%s is fifty times as high for all together, and not unlimited", async (name, max, guess, free, refused) => {
    expect(await guess(one)).toBe(free);
    expect((await rowsOf(shop)).map((row) => row.name)).toEqual([name]);
    await used(max * 50 - 1);
    expect([await guess(one), await guess(other)]).toEqual([free, refused]);
  });

  test("writes one warning", async () => {
    const lines: string[] = [];
    const logged = await openTestApp(
      { logger: { level: "warn", stream: { write: (line: string) => void lines.push(line) } } },
      one,
    );
    for (let nth = 0; nth < 3; nth++) await codeBehindProxy(logged, school);
    expect(lines.filter((line) => line.includes("unnamed_proxy"))).toHaveLength(1);
    await logged.close();
  });

  test("limits by network apply to each client separately if the proxy is named", async () => {
    const lines: string[] = [];
    const named = await openTestApp(
      {
        trustProxy: ["10.0.0.1"],
        logger: { level: "warn", stream: { write: (line: string) => void lines.push(line) } },
      },
      one,
    );
    expect(await codeBehindProxy(named, "10.0.0.1")).toBe("code_not_found:code");
    await used(60);
    expect(await codeBehindProxy(named, "10.0.0.1")).toBe("too_many_requests:code");
    expect(lines.filter((line) => line.includes("unnamed_proxy"))).toEqual([]);
    await named.close();
  });
});
