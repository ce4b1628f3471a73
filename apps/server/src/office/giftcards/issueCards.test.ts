import { beforeAll, describe, expect, test } from "vitest";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { runGiftCardBatches } from "../../modules/giftcards/batches/makeCards.ts";
import { sellGiftCard } from "../../../test/orders/sellGiftCard.ts";
import { createGiftCardShop } from "../../../test/payments/splitPayments.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { auditOf, mailsTo, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { giftCardSeller } from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createTestShop(server.db, { seller: giftCardSeller });
});

const issue = (browser: OfficeBrowser, more: object = {}) =>
  browser.post("/gift_cards", { quantity: 1, amount: "30.00", reason: "Raffle", ...more });
/** Makes all waiting cards, as the job does every second. */
const makeAll = async (at: TestShop = shop): Promise<number> => {
  const seller = await sellerFinder(server.db, 0)(at.slug);
  if (!seller) throw new Error("There is no seller.");
  return runGiftCardBatches({ db: server.connections.forSeller(at.seller_id), seller });
};
const numbersOf = async (browser: OfficeBrowser, batch_id: string): Promise<string[]> => {
  const { status, body } = await browser.get(`/gift_card_batches/${batch_id}/numbers.csv`);
  if (status !== 200) throw new Error(refusalOf({ status, body, headers: {} }));
  return String(body).trim().split("\r\n").slice(1);
};
const cardsOf = (batch_id: string) =>
  server.db
    .selectFrom("desk_gift_card as d")
    .innerJoin("ledger_account as a", (on) =>
      on.onRef("a.seller_id", "=", "d.seller_id").onRef("a.id", "=", "d.account_id"),
    )
    .select(["a.number", "a.balance", "a.id"])
    .where("d.batch_id", "=", batch_id)
    .execute();

test("cards of a seller that accepts none are neither issued nor imported", async () => {
  const without = await createTestShop(server.db);
  const finance = await signedIn(server, without, ["finance"]);
  const file = { csv: "Number,Left\nOLD-0001-ANNIE,12.50", columns: { number: 0, balance: 1 } };
  const replies = [
    await issue(finance),
    await issue(finance, { quantity: 100 }),
    await finance.post("/gift_card_imports/check", file),
    await finance.post("/gift_card_imports", { ...file, import_id: crypto.randomUUID(), reason: "From the old shop" }),
  ];
  expect(replies.map(refusalOf)).toEqual(replies.map(() => "422 ledger_not_allowed"));
  const made = server.db.selectFrom("ledger_account").select("id").where("seller_id", "=", without.seller_id);
  expect(await made.execute()).toEqual([]);
});

describe("one card", () => {
  test("is made at once, shows its number once, and is a liability without a sale", async () => {
    const finance = await signedIn(server, shop, ["finance"]);
    const email = `one-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const { status, body } = await issue(finance, { name: "Annie Easley", email, last_day: "2099-12-31" });
    expect(status).toBe(200);
    const [card] = await cardsOf(body.batch_id);
    expect(card).toMatchObject({ id: body.gift_card_id, number: body.number, balance: 3000 });
    const journal = await server.db
      .selectFrom("journal_entry")
      .select(["cause", "debit", "credit", "amount"])
      .where("cause_id", "=", body.gift_card_id)
      .execute();
    expect(journal).toMatchObject([
      { cause: "card_issued", debit: ["given"], credit: ["gift_cards"], amount: ["3000"] },
    ]);
    const [sent] = await mailsTo(server.db, email);
    expect(sent?.message.text).toContain(body.number);
    const entry = (await auditOf(server.db, shop.seller_id)).findLast(({ action }) => action === "gift_card.issued");
    expect(entry?.after).toMatchObject({ quantity: 1, amount: "30.00" });
    expect(JSON.stringify(entry)).not.toContain(body.number);
  });

  test.each([
    ["zero", { amount: "0" }],
    ["too many decimals", { amount: "1.005" }],
    ["an end that is over", { last_day: "2020-01-01" }],
    ["no reason", { reason: " " }],
    ["several with a recipient", { quantity: 2, email: "two@example.com" }],
    ["more than ten thousand", { quantity: 10_001 }],
    ["none", { quantity: 0 }],
  ])("%s is refused, and nothing is made", async (_, more) => {
    const finance = await signedIn(server, shop, ["finance"]);
    const before = await server.db.selectFrom("ledger_account").select("id").execute();
    expect(refusalOf(await issue(finance, more))).toBe("422 validation_failed");
    expect(await server.db.selectFrom("ledger_account").select("id").execute()).toHaveLength(before.length);
  });

  test("is made once for one idempotency key", async () => {
    const finance = await signedIn(server, shop, ["finance"]);
    const headers = { "idempotency-key": crypto.randomUUID(), "x-application": "office" };
    const send = () => finance.post("/gift_cards", { quantity: 1, amount: "1.00", reason: "Once" }, { headers });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
  });
});

describe("many cards", () => {
  test("are made by the job, with progress, each once, for the person who issued them", async () => {
    const finance = await signedIn(server, shop, ["finance"]);
    const { body } = await issue(finance, { quantity: 1200 });
    expect(body).toMatchObject({ gift_card_id: null, number: null });
    const listed = async () =>
      (await finance.get("/gift_card_batches")).body.batches.find(({ id }: { id: string }) => id === body.batch_id);
    expect(await listed()).toMatchObject({ made: 0, quantity: 1200, shows_numbers: false });
    expect(await makeAll()).toBe(1200);
    expect(await makeAll()).toBe(0);
    expect(await listed()).toMatchObject({ made: 1200, shows_numbers: true, by: finance.person.name });
    const cards = await cardsOf(body.batch_id);
    expect(new Set(cards.map(({ number }) => number)).size).toBe(1200);
    const lines = await numbersOf(finance, body.batch_id);
    expect(lines.map((line) => line.split(",")[0]).toSorted()).toEqual(cards.map(({ number }) => number).toSorted());
    expect(lines.every((line) => line.endsWith(",30.00,USD,"))).toBe(true);
    const actions = (await auditOf(server.db, shop.seller_id)).map(({ action }) => action);
    expect(actions).toContain("gift_card.numbers_downloaded");
  });

  test("show their numbers to nobody else, and to nobody a day later", async () => {
    const finance = await signedIn(server, shop, ["finance"]);
    const owner = await signedIn(server, shop, ["owner"]);
    const { body } = await issue(finance, { quantity: 2 });
    await expect(numbersOf(finance, body.batch_id)).rejects.toThrow("403 access_denied");
    await makeAll();
    await expect(numbersOf(owner, body.batch_id)).rejects.toThrow("403 access_denied");
    expect(await numbersOf(finance, body.batch_id)).toHaveLength(2);
    await server.runAsOwner(
      `set app.seller = '*'; update gift_card_batch set ended_at = (ended_at at time zone 'utc' - interval '24 hours') at time zone 'utc' where id = '${body.batch_id}'`,
    );
    await expect(numbersOf(finance, body.batch_id)).rejects.toThrow("403 access_denied");
    const other = await createTestShop(server.db, { seller: giftCardSeller });
    await expect(numbersOf(await signedIn(server, other, ["owner"]), body.batch_id)).rejects.toThrow("404 not_found");
  });

  test("do not show a number that replaced a lost one", async () => {
    const finance = await signedIn(server, shop, ["finance"]);
    const owner = await signedIn(server, shop, ["owner"]);
    const { body } = await issue(finance, { quantity: 3 });
    await makeAll();
    const [lost] = await cardsOf(body.batch_id);
    const { version } = (await owner.get(`/gift_cards/${lost?.id}`)).body;
    const replaced = await owner.post(`/gift_cards/${lost?.id}/replace`, { version, reason: "Lost" });
    expect(replaced.status).toBe(200);
    const lines = await numbersOf(finance, body.batch_id);
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain(replaced.body.number);
  });

  test("two servers share the work, and no card is made twice", async () => {
    const own = await createTestShop(server.db, { seller: giftCardSeller });
    const finance = await signedIn(server, own, ["finance"]);
    const batches = [await issue(finance, { quantity: 700 }), await issue(finance, { quantity: 700, reason: "Fair" })];
    const made = await Promise.all([makeAll(own), makeAll(own), makeAll(own)]);
    const rest = await makeAll(own);
    expect(made.reduce((sum, one) => sum + one, rest)).toBe(1400);
    for (const { body } of batches) expect(await cardsOf(body.batch_id)).toHaveLength(700);
  });
});

test("the e-mail of a sold card that is sent again is among the e-mails of its order", async () => {
  const sold = await createGiftCardShop(server);
  const { order, id } = await sellGiftCard(server, sold);
  const owner = await signedIn(server, sold, ["owner"]);
  expect((await owner.post(`/gift_cards/${id}/resend`, { to: "friend@example.org" })).status).toBe(200);
  const { order_number } = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  const { emails } = (await owner.get(`/orders/${order_number}`)).body;
  const addresses = emails.flatMap(({ kind, to }: { kind: string; to: string }) => (kind === "gift_card" ? [to] : []));
  expect(addresses).toContain("friend@example.org");
});
