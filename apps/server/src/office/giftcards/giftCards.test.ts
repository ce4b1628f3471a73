import { beforeAll, describe, expect, test } from "vitest";
import type { StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { auditOf, forgetProof, mailsTo, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import {
  createGiftCard,
  createGiftCardEvent,
  holdGiftCards,
  readCardBalance,
  readCardEntries,
} from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await newShop();
});

const newShop = async (gift_cards: object = {}): Promise<TestShop> => {
  const made = await createTestShop(server.db, {
    seller: { configuration: JSON.stringify({ ledger_id: "cards", gift_cards }) },
    event: { sessions: [{ capacity: -1 }] },
  });
  await recordPrices(server, made);
  return made;
};
const clerk = (role: StaffRole, at: TestShop = shop) => signedIn(server, at, [role]);
const byCard = (number: string, amount: string) => ({
  gateway_id: "ledger",
  amount,
  gateway_data: { number, ledger_id: "cards" },
});
/** Buys for 20.00, paid with a card. */
const spend = async (number: string, at: TestShop = shop): Promise<number> => {
  const buyer = new TestBuyer(server, at);
  const cart = await buyer.hold(1);
  expect((await buyer.post(`/my/cart/${cart.id}/pay`, [byCard(number, "20.00")])).status).toBe(200);
  return Number((await buyer.checkOut(cart)).body.ticket_order._data[0].order_number);
};
/** Reserves 20.00 of a card for a payment, and leaves it there. */
const promise = async (number: string): Promise<{ readonly buyer: TestBuyer; readonly cart_id: string }> => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  expect((await buyer.post(`/my/cart/${cart.id}/pay`, [byCard(number, "20.00")])).status).toBe(200);
  return { buyer, cart_id: cart.id };
};
const page = async (browser: OfficeBrowser, id: string) => {
  const { status, body } = await browser.get(`/gift_cards/${id}`);
  expect(status).toBe(200);
  return body;
};
/** Changes a card based on its current version. */
const change = async (browser: OfficeBrowser, id: string, path: string, body: object) => {
  const { version } = await page(browser, id);
  return browser.post(`/gift_cards/${id}/${path}`, { version, reason: "Told on the phone", ...body });
};
const issue = (browser: OfficeBrowser, more: object = {}) =>
  browser.post("/gift_cards", { quantity: 1, amount: "30.00", reason: "Raffle", ...more });
const ids = async (browser: OfficeBrowser, query: string): Promise<string[]> =>
  (await browser.get(`/gift_cards?${query}`)).body.cards.map(({ id }: { id: string }) => id);

/** Buys a card for somebody, and returns the order number too. */
const buyCard = async (at: TestShop = shop, more: object = {}) => {
  const event = await createGiftCardEvent(server, at);
  await recordPrices(server, at);
  const { buyer, cart } = await holdGiftCards(server, at, event, {
    admit_names: ["Katherine Johnson"],
    admit_emails: [`kj-${crypto.randomUUID().slice(0, 8)}@example.com`],
    ...more,
  });
  await buyer.pay(cart, cards.good);
  const { body } = await buyer.checkOut(cart);
  const order = body.ticket_order._data[0];
  const card = await server.db
    .selectFrom("ledger_account as a")
    .innerJoin("ticket as t", (on) =>
      on.onRef("t.seller_id", "=", "a.seller_id").onRef("t.id", "=", "a.source_ticket_id"),
    )
    .select(["a.id", "a.number", "t.admit_email", "t.id as ticket_id"])
    .where("t.ticket_order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  return { ...card, order_number: Number(order.order_number), order_id: String(order.id) };
};

describe("finding", () => {
  test("a card is found by its full number in any spelling, as an exact match", async () => {
    const finance = await clerk("finance");
    const { id, number } = await createGiftCard(server, shop, 5000);
    for (const typed of [number, number.toLowerCase(), number.replaceAll("-", " ")]) {
      const { body } = await finance.get(`/gift_cards?q=${encodeURIComponent(typed)}`);
      expect(body).toMatchObject({ exact: id, cards: [{ id, balance: "50.00", ending: number.slice(-4) }] });
    }
  });

  test("no reply of the list or the page contains a number", async () => {
    const finance = await clerk("finance");
    const { id, number } = await createGiftCard(server, shop, 5000);
    const replies = [await finance.get(`/gift_cards?q=${number}`), await finance.get(`/gift_cards/${id}`)];
    for (const { body } of replies) {
      expect(JSON.stringify(body)).not.toContain(number);
      expect(JSON.stringify(body)).not.toContain(number.replaceAll("-", ""));
    }
  });

  test("four characters find every card that ends with them, and are no exact match", async () => {
    const finance = await clerk("finance");
    const { id, number } = await createGiftCard(server, shop, 5000);
    const { body } = await finance.get(`/gift_cards?q=${number.slice(-4).toLowerCase()}`);
    expect(body.cards.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(body.exact).toBeNull();
  });

  test("a card is found by the order that bought it, an order that it paid for, its buyer and its recipient", async () => {
    const finance = await clerk("finance");
    const own = await buyCard();
    const paid = await spend(own.number);
    await server.db.executeQuery(
      server.db
        .updateTable("identity")
        .set({ first_name: "Dorothy", last_name: "Vaughanova" })
        .where("id", "=", (eb) =>
          eb.selectFrom("ticket_order").select("identity_id").where("id", "=", own.order_id).limit(1),
        )
        .compile(),
    );
    await server.db
      .insertInto("order_word")
      .values([
        { seller_id: shop.seller_id, kind: "name", word: "vaughanova", order_number: own.order_number },
        { seller_id: shop.seller_id, kind: "email", word: own.admit_email ?? "", order_number: own.order_number },
      ])
      .execute();
    for (const q of [String(own.order_number), String(paid), "vaughan", own.admit_email ?? ""])
      expect(await ids(finance, `q=${encodeURIComponent(q)}`)).toContain(own.id);
    expect(await ids(finance, "q=vaughanowa")).toEqual([]);
  });

  test("an issued card is found by its recipient's name and address", async () => {
    const finance = await clerk("finance");
    const { body } = await issue(finance, { name: "Annie Easley", email: "annie@example.com" });
    for (const q of ["easl", "easley", "easley annie", "annie@exam"]) {
      const found = (await finance.get(`/gift_cards?q=${encodeURIComponent(q)}`)).body;
      // A name is no number, so the list stays open while it is typed.
      expect(found).toMatchObject({ cards: [{ id: body.gift_card_id }], exact: null });
    }
  });

  test("cards are listed page by page, newest first, and filtered", async () => {
    const own = await newShop();
    const finance = await clerk("finance", own);
    const made: string[] = [];
    for (let nth = 0; nth < 52; nth++)
      made.unshift((await createGiftCard(server, own, 100, nth === 0 ? { valid_to: "2020-01-01T00:00:00Z" } : {})).id);
    const first = (await finance.get("/gift_cards")).body;
    const second = (await finance.get(`/gift_cards?after=${encodeURIComponent(first.next)}`)).body;
    const listed = [...first.cards, ...second.cards].map(({ id }: { id: string }) => id);
    expect([first.cards.length, second.cards.length, second.next]).toEqual([50, 2, null]);
    expect(listed).toEqual(made);
    expect(await ids(finance, "state=expired")).toEqual(made.slice(-1));
    expect(await ids(finance, "state=inactive")).toEqual([]);
    expect(await ids(finance, "origin=sold")).toEqual([]);
  });

  test("another seller's card is neither listed nor opened", async () => {
    const { id, number } = await createGiftCard(server, shop, 5000);
    const stranger = await clerk("owner", await newShop());
    expect(await ids(stranger, `q=${number}`)).toEqual([]);
    expect((await stranger.get(`/gift_cards/${id}`)).status).toBe(404);
    const asked = [
      ["adjust", { amount: "1.00" }],
      ["void", {}],
      ["replace", {}],
    ] as const;
    for (const [path, more] of asked)
      expect((await stranger.post(`/gift_cards/${id}/${path}`, { version: "x", reason: "Mine", ...more })).status).toBe(
        404,
      );
    expect(await readCardBalance(server, { id })).toBe(5000);
  });
});

describe("a card's page", () => {
  test("shows every movement with its order, and they add up to the balance", async () => {
    const owner = await clerk("owner");
    const { id, number } = await createGiftCard(server, shop, 5000);
    const order_number = await spend(number);
    expect((await change(owner, id, "adjust", { amount: "-5.50" })).status).toBe(200);
    const shown = await page(owner, id);
    const cents = ({ amount }: { amount: string }): number => Math.round(Number(amount) * 100);
    const sum = shown.movements.reduce((all: number, one: { amount: string }) => all + cents(one), 0);
    expect(sum + cents({ amount: shown.earlier })).toBe(cents({ amount: shown.balance }));
    expect(shown).toMatchObject({ balance: "24.50", issued: "50.00", state: "active", promised: "0", earlier: "0" });
    expect(shown.movements).toMatchObject([
      { kind: "issue", amount: "50.00" },
      { kind: "debit", amount: "-20.00", order_number },
      { kind: "capture", amount: "0", order_number },
      { kind: "adjust", amount: "-5.50", reason: "Told on the phone", by: owner.person.name },
    ]);
  });

  test("shows the origin of a card", async () => {
    const finance = await clerk("finance");
    const bought = await buyCard();
    expect(await page(finance, bought.id)).toMatchObject({
      origin: "sold",
      order_number: bought.order_number,
      recipient: "Katherine Johnson",
      recipient_email: bought.admit_email,
    });
    const { body } = await issue(finance);
    expect(await page(finance, body.gift_card_id)).toMatchObject({
      origin: "issued",
      issue: { by: finance.person.name, reason: "Raffle", quantity: 1 },
    });
    expect(await page(finance, (await createGiftCard(server, shop, 100)).id)).toMatchObject({ origin: "other" });
  });
});

describe("adjusting", () => {
  test("changes balance, ledger and journal together, and records who and why", async () => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000);
    expect((await change(finance, id, "adjust", { amount: "12.50" })).status).toBe(200);
    expect(await readCardEntries(server, { id })).toEqual(["issue 5000", "adjust 1250"]);
    expect(await readCardBalance(server, { id })).toBe(6250);
    const entry = (await auditOf(server.db, shop.seller_id)).findLast(({ entity_id }) => entity_id === id);
    expect(entry).toMatchObject({
      action: "gift_card.adjusted",
      staff_id: finance.person.id,
      before: { balance: "50.00" },
      after: { balance: "62.50" },
    });
  });

  test("below zero, and below what is promised to a payment, is refused and changes nothing", async () => {
    const finance = await clerk("finance");
    const { id, number } = await createGiftCard(server, shop, 5000);
    expect(refusalOf(await change(finance, id, "adjust", { amount: "-50.01" }))).toBe("409 insufficient_balance");
    await promise(number);
    expect(await page(finance, id)).toMatchObject({ balance: "30.00", promised: "20.00" });
    expect(refusalOf(await change(finance, id, "adjust", { amount: "-30.01" }))).toBe("409 insufficient_balance");
    expect((await change(finance, id, "adjust", { amount: "-30.00" })).status).toBe(200);
    expect(await readCardBalance(server, { id })).toBe(0);
  });

  test.each(["0", "1.005", "-0.001"])("an amount of %s is refused at its field", async (amount) => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000);
    const reply = await change(finance, id, "adjust", { amount });
    expect(refusalOf(reply)).toBe("422 validation_failed");
    expect(reply.body._data[0]._extra.fields).toEqual(["amount"]);
  });

  test("above the seller's limit is refused", async () => {
    const own = await newShop({ max_amount: "100.00" });
    const finance = await clerk("finance", own);
    const { id } = await createGiftCard(server, own, 5000);
    expect(refusalOf(await change(finance, id, "adjust", { amount: "50.01" }))).toBe("422 validation_failed");
    expect((await change(finance, id, "adjust", { amount: "50.00" })).status).toBe(200);
    expect(refusalOf(await issue(finance, { amount: "100.01" }))).toBe("422 validation_failed");
  });

  test("needs step-up", async () => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000);
    const { version } = await page(finance, id);
    await forgetProof(server.db, finance.person.id);
    const reply = await finance.post(`/gift_cards/${id}/adjust`, { version, reason: "Goodwill", amount: "1.00" });
    expect(refusalOf(reply)).toBe("403 step_up_required");
  });

  test("from a page that has changed since is refused, and says the balance", async () => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000);
    const { version } = await page(finance, id);
    const adjust = () => finance.post(`/gift_cards/${id}/adjust`, { version, reason: "Goodwill", amount: "1.00" });
    expect((await adjust()).status).toBe(200);
    const second = await adjust();
    expect(refusalOf(second)).toBe("409 stale_version");
    expect(second.body._data[0]._extra).toMatchObject({
      balance: "51.00",
      changed_by: finance.person.name,
      change: "gift_card.adjusted",
      changed_fields: ["balance"],
    });
    expect(await readCardBalance(server, { id })).toBe(5100);
  });
});

describe("voiding", () => {
  test("removes the balance by an entry, and restoring adds it by another", async () => {
    const finance = await clerk("finance");
    const { id, number } = await createGiftCard(server, shop, 5000);
    expect((await change(finance, id, "void", {})).status).toBe(200);
    expect(await page(finance, id)).toMatchObject({ state: "inactive", balance: "0", restorable: "50.00" });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    expect((await buyer.post(`/my/cart/${cart.id}/pay`, [byCard(number, "20.00")])).status).toBe(409);
    expect((await change(finance, id, "restore", {})).status).toBe(200);
    expect(await page(finance, id)).toMatchObject({ state: "active", balance: "50.00", restorable: null });
    expect(await readCardEntries(server, { id })).toEqual(["issue 5000", "adjust -5000", "adjust 5000"]);
    await spend(number);
  });

  test("is refused a second time, and so is restoring a card that was not voided", async () => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000);
    expect(refusalOf(await change(finance, id, "restore", {}))).toBe("409 gift_card_inactive");
    await change(finance, id, "void", {});
    expect(refusalOf(await change(finance, id, "void", {}))).toBe("409 gift_card_inactive");
    expect(refusalOf(await change(finance, id, "adjust", { amount: "1.00" }))).toBe("409 gift_card_inactive");
  });

  test("a card that was closed after an adjustment is not made good", async () => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000);
    await change(finance, id, "adjust", { amount: "1.00" });
    await server.db.updateTable("ledger_account").set({ state: "inactive" }).where("id", "=", id).execute();
    expect(refusalOf(await change(finance, id, "restore", {}))).toBe("409 gift_card_inactive");
    expect((await change(finance, id, "void", {})).status).toBe(200);
  });

  test("a card that got money back and was voided again gets back what both times removed", async () => {
    const finance = await clerk("finance");
    const { id, number } = await createGiftCard(server, shop, 5000);
    const order_number = await spend(number);
    expect((await change(finance, id, "void", {})).status).toBe(200);
    const { version } = (await finance.get(`/orders/${order_number}`)).body;
    const refund = await finance.post(`/orders/${order_number}/refund`, { version, amount: "20.00", reason: "Ill" });
    expect(refund.status).toBe(200);
    expect(await readCardBalance(server, { id })).toBe(2000);
    expect((await change(finance, id, "void", {})).status).toBe(200);
    expect(await page(finance, id)).toMatchObject({ balance: "0", restorable: "50.00" });
    expect((await change(finance, id, "restore", {})).status).toBe(200);
    expect(await page(finance, id)).toMatchObject({ balance: "50.00", restorable: null });
    expect((await change(finance, id, "void", {})).status).toBe(200);
    expect(await page(finance, id)).toMatchObject({ restorable: "50.00" });
  });

  test("a card whose sale was refunded since is not made good", async () => {
    const finance = await clerk("owner");
    const bought = await buyCard();
    expect((await change(finance, bought.id, "void", {})).status).toBe(200);
    await server.db.updateTable("ticket").set({ state: "cancelled" }).where("id", "=", bought.ticket_id).execute();
    expect(await page(finance, bought.id)).toMatchObject({ restorable: null });
    expect(refusalOf(await change(finance, bought.id, "restore", {}))).toBe("409 gift_card_inactive");
    await server.db.updateTable("ticket").set({ state: "booked" }).where("id", "=", bought.ticket_id).execute();
  });
});

describe("a lost number", () => {
  test("is replaced without an e-mail if its address is cleared", async () => {
    const finance = await clerk("finance");
    const email = "lost-mailbox@example.com";
    const { body } = await issue(finance, { email });
    const before = (await mailsTo(server.db, email)).length;
    const { status, body: replaced } = await change(finance, body.gift_card_id, "replace", { to: null });
    expect([status, typeof replaced.number]).toEqual([200, "string"]);
    expect(await mailsTo(server.db, email)).toHaveLength(before);
    expect((await change(finance, body.gift_card_id, "replace", {})).status).toBe(200);
    expect(await mailsTo(server.db, email)).toHaveLength(before + 1);
  });

  test("is replaced: the new number pays, the old one does not, and the history stays", async () => {
    const manager = await clerk("manager");
    const { id, number } = await createGiftCard(server, shop, 5000);
    await spend(number);
    const reply = await change(manager, id, "replace", { to: "found@example.com" });
    expect(reply.status).toBe(200);
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    expect(refusalOf(await buyer.post(`/my/cart/${cart.id}/pay`, [byCard(number, "20.00")]))).toBe("404 not_found");
    await spend(reply.body.number);
    expect(await readCardBalance(server, { id })).toBe(1000);
    expect(await page(manager, id)).toMatchObject({
      replaced: [{ ending: number.slice(-4), reason: "Told on the phone" }],
      recipient_email: "found@example.com",
    });
    expect((await manager.get(`/gift_cards?q=${number}`)).body.exact).toBe(id);
    const [email] = await mailsTo(server.db, "found@example.com");
    expect(email?.message.text).toContain(reply.body.number);
    const logged = JSON.stringify(await auditOf(server.db, shop.seller_id));
    expect(logged).not.toContain(reply.body.number);
  });

  test("a refund of what the old number paid comes back to the card", async () => {
    const finance = await clerk("finance");
    const { id, number } = await createGiftCard(server, shop, 5000);
    const order_number = await spend(number);
    expect((await change(finance, id, "replace", {})).status).toBe(200);
    const { version, tickets } = (await finance.get(`/orders/${order_number}`)).body;
    expect(tickets).toHaveLength(1);
    const refund = await finance.post(`/orders/${order_number}/refund`, { version, amount: "20.00", reason: "Ill" });
    expect(refund.status).toBe(200);
    expect(await readCardBalance(server, { id })).toBe(5000);
  });
});

describe("the e-mail", () => {
  test("is sent again to a corrected address, which is stored", async () => {
    const finance = await clerk("finance");
    const bought = await buyCard();
    const address = `right-${crypto.randomUUID().slice(0, 8)}@example.com`;
    expect((await finance.post(`/gift_cards/${bought.id}/resend`, { to: address })).body).toEqual({ to: address });
    for (const body of [{}, { to: address }])
      expect(refusalOf(await finance.post(`/gift_cards/${bought.id}/resend`, body))).toBe("429 too_many_requests");
    const emails = await mailsTo(server.db, address);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.message.text).toContain(bought.number);
    expect(await ids(finance, `q=${address}`)).toEqual([bought.id]);
  });

  test("of a card without an address needs one", async () => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000);
    expect(refusalOf(await finance.post(`/gift_cards/${id}/resend`, {}))).toBe("422 validation_failed");
  });
});

describe("the end", () => {
  test("is moved by days in the seller's time zone, and can be removed", async () => {
    const finance = await clerk("finance");
    const { id } = await createGiftCard(server, shop, 5000, { valid_to: "2020-01-01T00:00:00Z" });
    expect(await page(finance, id)).toMatchObject({ state: "expired" });
    expect((await change(finance, id, "end", { last_day: "2099-12-31" })).status).toBe(200);
    expect(await page(finance, id)).toMatchObject({ state: "active", valid_to: "2100-01-01T05:00:00Z" });
    expect((await change(finance, id, "end", { last_day: null })).status).toBe(200);
    expect(await page(finance, id)).toMatchObject({ valid_to: null });
    expect(refusalOf(await change(finance, id, "end", { last_day: "2020-01-01" }))).toBe("422 validation_failed");
  });

  test("is refused if the seller's cards do not end", async () => {
    const own = await newShop({ never_end: true });
    const finance = await clerk("finance", own);
    const { id } = await createGiftCard(server, own, 5000);
    expect(await page(finance, id)).toMatchObject({ never_ends: true });
    expect(refusalOf(await change(finance, id, "end", { last_day: "2099-12-31" }))).toBe("422 validation_failed");
    expect(refusalOf(await issue(finance, { last_day: "2099-12-31" }))).toBe("422 validation_failed");
    expect((await issue(finance)).status).toBe(200);
  });
});

describe("the liability", () => {
  test("separates adjustments, up and down, from voided balances", async () => {
    const at = await newShop();
    const owner = await clerk("owner", at);
    const today = Temporal.Now.plainDateISO(at.timezone);
    const span = `from=${today.subtract({ days: 1 }).toString()}&to=${today.add({ days: 1 }).toString()}`;
    const accounts: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const { body } = await owner.post("/gift_cards", { quantity: 1, amount: "50.00", reason: `Raffle ${nth}` });
      accounts.push(body.gift_card_id);
    }
    const change = async (nth: number, what: string, more: object = {}): Promise<void> => {
      const id = accounts[nth] ?? "";
      const { version } = (await owner.get(`/gift_cards/${id}`)).body;
      const body = { version, reason: "Counted again", ...more };
      expect([what, (await owner.post(`/gift_cards/${id}/${what}`, body)).status]).toEqual([what, 200]);
    };
    await change(0, "adjust", { amount: "7.00" });
    await change(0, "adjust", { amount: "-20.00" });
    await change(1, "void");
    await change(2, "void");
    await change(2, "restore");
    for (const by of ["day", "week", "month"]) {
      const { columns, total } = (await readReportNow(owner, `/reports/gift_cards?${span}&by=${by}`)).body;
      expect(
        Object.fromEntries(columns.map(({ name }: { name: string }, nth: number) => [name, total.values[nth]])),
      ).toEqual({
        opening: "0",
        sold: "0",
        free: "150.00",
        spent: "0",
        given_back: "0",
        adjusted: "-13.00",
        voided: "-50.00",
        ended: "0",
        closing: "87.00",
      });
    }
  });
});
