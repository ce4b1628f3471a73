import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { giftCardSeller } from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const columns = { number: 0, balance: 1, last_day: 2, name: 3, email: 4 };
const file = (...lines: readonly string[]) => ({ csv: ["Number,Left,Until,For,Mail", ...lines].join("\n"), columns });
const annie = "OLD-0001-ANNIE,12.50,2099-12-31,Annie Easley,annie@example.com";
const plain = "OLD-0002-PLAIN,30,,,";

const openShop = async (): Promise<{ shop: TestShop; finance: OfficeBrowser }> => {
  const shop = await createTestShop(server.db, { seller: giftCardSeller });
  await recordPrices(server, shop);
  return { shop, finance: await signedIn(server, shop, ["finance"]) };
};
const bring = (by: OfficeBrowser, sent: object, more: object = {}): Promise<TestResponse> =>
  by.post("/gift_card_imports", { ...sent, import_id: newId(), reason: "From the old shop", ...more });
const cardsOf = ({ seller_id }: TestShop) =>
  server.db
    .selectFrom("ledger_account")
    .select(["number", "balance", "state", "valid_to"])
    .where("seller_id", "=", seller_id)
    .orderBy("number")
    .execute();
const linesOf = (reply: TestResponse) => reply.body._data[0]._extra.lines;

test("a file is checked, and its cards pay with their balances; nobody gets an e-mail", async () => {
  const { shop, finance } = await openShop();
  const sent = file(annie, plain);
  const check = (await finance.post("/gift_card_imports/check", sent)).body;
  expect(check).toMatchObject({
    rows: 2,
    wrong: 0,
    wrong_lines: [],
    total: "42.50",
    currency: "USD",
    sample: [
      { line: 2, ending: "NN1E", balance: "12.50", name: "Annie Easley", email: "annie@example.com" },
      { line: 3, ending: "1A1N", balance: "30.00", valid_to: null, name: null, email: null },
    ],
  });
  expect(await cardsOf(shop)).toEqual([]);
  const { status, body } = await bring(finance, sent);
  expect([status, body.cards]).toEqual([200, 2]);
  expect(await cardsOf(shop)).toMatchObject([
    { number: "OLD-0001-ANNIE", balance: 1250, state: "active" },
    { number: "OLD-0002-PLAIN", balance: 3000, valid_to: null },
  ]);
  const mails = (await shopRows(server, "outbox", shop)).map(({ kind }) => kind);
  expect(mails.filter((kind) => kind !== "staff_notice")).toEqual([]);
  const entries = await server.db
    .selectFrom("journal_entry")
    .select(["cause", "debit", "credit", "amount"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(entries).toHaveLength(2);
  for (const entry of entries)
    expect(entry).toMatchObject({ cause: "card_issued", debit: ["given"], credit: ["gift_cards"] });

  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const gateway_data = { number: "old 0002 plain", ledger_id: "cards" };
  const paid = await buyer.post(`/my/cart/${cart.id}/pay`, [{ gateway_id: "ledger", amount: "20.00", gateway_data }]);
  expect(refusalOf(paid)).toBe("200");
  expect(refusalOf(await buyer.checkOut(cart))).toBe("200");
  expect((await cardsOf(shop))[1]?.balance).toBe(1000);

  const found = (await finance.get("/gift_cards?q=easley")).body.cards;
  expect(found).toMatchObject([{ ending: "NN1E", balance: "12.50", origin: "issued", recipient: "Annie Easley" }]);
  const { batches } = (await finance.get("/gift_card_batches")).body;
  expect(batches).toMatchObject([
    { quantity: 2, made: 2, amount: null, reason: "From the old shop", shows_numbers: false },
  ]);
  const numbers = await finance.get(`/gift_card_batches/${batches[0].id}/numbers.csv`);
  expect(refusalOf(numbers)).toBe("403 access_denied");
  const audit = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "gift_card.imported");
  expect(audit.map(({ after }) => after)).toEqual([{ quantity: 2, amount: "42.50", currency: "USD" }]);
});

test("a file with a wrong line is refused whole, and its lines are named without their numbers", async () => {
  const { shop, finance } = await openShop();
  const sent = file(annie, "SHORT,5,,,", "OLD-0003-MUCH,-1,,,");
  const lines = [
    { line: 3, problem: "has no number of 8 to 64 letters and digits" },
    { line: 4, problem: "has no balance above 0: '-1'" },
  ];
  expect((await finance.post("/gift_card_imports/check", sent)).body).toMatchObject({ wrong: 2, wrong_lines: lines });
  const begun = await bring(finance, sent);
  expect([refusalOf(begun), linesOf(begun)]).toEqual(["422 validation_failed", lines]);
  expect(await cardsOf(shop)).toEqual([]);
});

test("no card gets a number that another one has or had, and none more than the seller's limit", async () => {
  const { shop, finance } = await openShop();
  await bring(finance, file(annie));
  const [{ id }] = (await finance.get("/gift_cards?q=easley")).body.cards;
  const { version } = (await finance.get(`/gift_cards/${id}`)).body;
  const replaced = await finance.post(`/gift_cards/${id}/replace`, { version, reason: "Lost" });
  expect(refusalOf(replaced)).toBe("200");
  const taken = { line: 2, problem: "has a number that a card has or had" };
  for (const number of ["old0001annie", replaced.body.number])
    expect(linesOf(await bring(finance, file(`${number},5,,,`)))).toEqual([taken]);
  await server.runAsOwner(
    `set app.seller = '*'; update seller set configuration = configuration || '{"gift_cards": {"max_amount": "100.00"}}' where id = '${shop.seller_id}'`,
  );
  await expect
    .poll(
      async () => (await finance.post("/gift_card_imports/check", file("OLD-0009-MUCH,100.01,,,"))).body.wrong_lines,
    )
    .toEqual([{ line: 2, problem: "has a balance above 100.00" }]);
});

test("sent again it is one import, also at the same moment; another person's is another", async () => {
  const { shop, finance } = await openShop();
  const import_id = newId();
  const sent = file(annie, plain);
  const late = startAtPause(server.db, "card_import_checked", () => bring(finance, sent, { import_id }));
  const first = await bring(finance, sent, { import_id });
  const again = await late();
  pauseAt("card_import_checked", undefined);
  expect([first.body, again?.body]).toEqual([
    { import_id, cards: 2 },
    { import_id, cards: 2 },
  ]);
  expect((await bring(finance, sent, { import_id })).body).toEqual({ import_id, cards: 2 });
  expect(await cardsOf(shop)).toHaveLength(2);
  const owner = await signedIn(server, shop, ["owner"]);
  expect(refusalOf(await bring(owner, sent, { import_id }))).toBe("422 validation_failed");
});

test("of two concurrent imports with the same number, one is refused completely", async () => {
  const { shop, finance } = await openShop();
  const meanwhile = startAtPause(server.db, "card_import_checked", () => bring(finance, file(annie)));
  const refused = await bring(finance, file(plain, annie));
  expect((await meanwhile())?.status).toBe(200);
  pauseAt("card_import_checked", undefined);
  expect([refusalOf(refused), linesOf(refused)]).toEqual([
    "422 validation_failed",
    [{ line: 3, problem: "has a number that a card has or had" }],
  ]);
  expect((await cardsOf(shop)).map(({ number }) => number)).toEqual(["OLD-0001-ANNIE"]);
  expect((await finance.get("/gift_card_batches")).body.batches).toHaveLength(1);
});

test("more cards than one statement makes keep their own balances and recipients", async () => {
  const { shop, finance } = await openShop();
  const lines = Array.from({ length: 501 }, (_, nth) => `MANY-${10_000 + nth},${nth + 1},,Person${nth},`);
  expect((await bring(finance, file(...lines))).body.cards).toBe(501);
  const rows = await server.db
    .selectFrom("desk_gift_card as d")
    .innerJoin("ledger_account as a", (on) =>
      on.onRef("a.seller_id", "=", "d.seller_id").onRef("a.id", "=", "d.account_id"),
    )
    .select(["a.number", "a.balance", "d.name"])
    .where("d.seller_id", "=", shop.seller_id)
    .execute();
  expect(rows).toHaveLength(501);
  for (const { number, balance, name } of rows) {
    const nth = Number(number.slice(5)) - 10_000;
    expect([balance, name]).toEqual([(nth + 1) * 100, `Person${nth}`]);
  }
});

test("a file without rows, or with too many, is refused", async () => {
  const { finance } = await openShop();
  for (const sent of [file(), file(...Array.from({ length: 5001 }, (_, nth) => `MANY-${10_000 + nth},1,,,`))])
    expect(refusalOf(await finance.post("/gift_card_imports/check", sent))).toBe("422 validation_failed");
});
