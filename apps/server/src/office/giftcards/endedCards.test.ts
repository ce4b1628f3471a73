import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { doneOrWaiting } from "../../../test/database/doneOrWaiting.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import {
  createGiftCard,
  createGiftCardEvent,
  giftCardSeller,
  holdGiftCards,
  readCardBalance,
  readCardEntries,
  type TestGiftCard,
} from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { endGiftCards, sellersWithEndedCards } from "../../modules/giftcards/endGiftCards.ts";
import { requireUnspentGiftCards, voidGiftCards } from "../../modules/giftcards/voidGiftCards.ts";
import { revokeGiftCards } from "../../modules/giftcards/revokeGiftCards.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db, { seller: giftCardSeller, event: { sessions: [{ capacity: -1 }] } });
  await recordPrices(server, shop);
  owner = await signedIn(server, shop, ["owner"]);
});

const past = { valid_to: "2020-01-01T00:00:00Z" };
const context = async () => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  return { db: server.connections.forSeller(shop.seller_id), seller };
};
const end = async (): Promise<number> => endGiftCards(await context());
const page = async ({ id }: Pick<TestGiftCard, "id">) => (await owner.get(`/gift_cards/${id}`)).body;
const change = async (card: TestGiftCard, what: string, more: object) => {
  const { version } = await page(card);
  return owner.post(`/gift_cards/${card.id}/${what}`, { version, reason: "They were ill", ...more });
};
const movementsOf = async (card: TestGiftCard): Promise<string[]> =>
  (await page(card)).movements.map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`);
const liability = async (): Promise<Readonly<Record<string, string>>> => {
  const today = Temporal.Now.plainDateISO(shop.timezone);
  const span = `from=${today.subtract({ days: 1 }).toString()}&to=${today.add({ days: 1 }).toString()}`;
  const { columns, total } = (await readReportNow(owner, `/reports/gift_cards?${span}&by=month`)).body;
  const told = columns.map(({ name }: { name: string }, nth: number) => [name, total.values[nth]]);
  return Object.fromEntries(told.filter(([, value]: readonly [string, string]) => value !== "0"));
};

describe("a card whose end has passed", () => {
  test("loses its balance once, and the liability shows it as ended", async () => {
    const card = await createGiftCard(server, shop, 5000, past);
    const other = await createGiftCard(server, shop, 700, { valid_to: "2999-01-01T00:00:00Z" });
    expect(await liability()).toEqual({ free: "57.00", closing: "57.00" });
    expect(await sellersWithEndedCards(server.db)).toContainEqual({ slug: shop.slug });
    expect([await end(), await end()]).toEqual([1, 0]);
    expect([await readCardBalance(server, card), await readCardBalance(server, other)]).toEqual([0, 700]);
    expect(await page(card)).toMatchObject({ balance: "0", state: "expired", ended: "50.00" });
    expect(await movementsOf(card)).toEqual(["issue 50.00", "ended -50.00"]);
    expect(await liability()).toEqual({ free: "57.00", ended: "-50.00", closing: "7.00" });
    const [entry] = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "gift_card.ended");
    expect(entry).toMatchObject({ before: { balance: "50.00" }, after: { balance: "0" }, actor: "job" });
    expect(await sellersWithEndedCards(server.db)).not.toContainEqual({ slug: shop.slug });
  });

  test("is not adjusted, since its end would take that off again", async () => {
    const card = await createGiftCard(server, shop, 5000, past);
    const refused = await change(card, "adjust", { amount: "5.00" });
    expect(refusalOf(refused)).toBe("409 gift_card_inactive");
    expect(refused.body._data[0]._description).toContain("last day");
    expect(await movementsOf(card)).toEqual(["issue 50.00"]);
    expect((await change(card, "end", { last_day: "2999-01-01" })).status).toBe(200);
    expect((await change(card, "adjust", { amount: "5.00" })).status).toBe(200);
  });

  test("gets it back with a later end, and pays again", async () => {
    const card = await createGiftCard(server, shop, 5000, past);
    await end();
    expect(refusalOf(await change(card, "end", { last_day: "2999-12-31" }))).toBe("200");
    expect(await movementsOf(card)).toEqual(["issue 50.00", "ended -50.00", "extended 50.00"]);
    expect(await page(card)).toMatchObject({ balance: "50.00", state: "active", ended: "0" });
    expect(await liability()).toEqual({ free: "50.00", closing: "50.00" });
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    const paid = await buyer.post(`/my/cart/${cart.id}/pay`, [
      { gateway_id: "ledger", amount: "20.00", gateway_data: { number: card.number, ledger_id: "cards" } },
    ]);
    expect(paid.status).toBe(200);
    expect((await buyer.checkOut(cart)).status).toBe(200);
    expect(await end()).toBe(0);
    // Moving the end again restores nothing a second time.
    expect(refusalOf(await change(card, "end", { last_day: null }))).toBe("200");
    expect(await readCardBalance(server, card)).toBe(3000);
  });

  test("also loses what is returned to it later, and gets all of it back", async () => {
    const card = await createGiftCard(server, shop, 5000, past);
    await end();
    const setEnd = (valid_to: string) =>
      server.db.updateTable("ledger_account").set({ valid_to }).where("id", "=", card.id).execute();
    await setEnd("2999-01-01T00:00:00Z");
    expect(refusalOf(await change(card, "adjust", { amount: "4.00" }))).toBe("200");
    await setEnd(past.valid_to);
    expect(await end()).toBe(1);
    expect(await liability()).toEqual({ free: "50.00", adjusted: "4.00", ended: "-54.00" });
    expect(refusalOf(await change(card, "end", { last_day: null }))).toBe("200");
    expect(await readCardBalance(server, card)).toBe(5400);
  });

  test("that was voided is restored without what its end had removed", async () => {
    const card = await createGiftCard(server, shop, 5000, past);
    await end();
    expect(refusalOf(await change(card, "void", {}))).toBe("200");
    expect(refusalOf(await change(card, "restore", {}))).toBe("200");
    expect(await readCardBalance(server, card)).toBe(0);
    expect(refusalOf(await change(card, "end", { last_day: null }))).toBe("200");
    expect(await readCardBalance(server, card)).toBe(5000);
  });

  test("and whose end is moved while the job is about to end it keeps its balance", async () => {
    const card = await createGiftCard(server, shop, 5000, past);
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    pauseAt("gift_cards_past_their_end", async () => {
      pauseAt("gift_cards_past_their_end", undefined);
      reached.resolve();
      await goOn.promise;
    });
    const ending = end();
    await reached.promise;
    const moved = change(card, "end", { last_day: null });
    await doneOrWaiting(server.db, moved);
    goOn.resolve();
    expect([await ending, refusalOf(await moved)]).toEqual([0, "200"]);
    expect(await readCardEntries(server, card)).toEqual(["issue 5000"]);
  });

  test("is ended once by two servers", async () => {
    const card = await createGiftCard(server, shop, 5000, past);
    const ended = await Promise.all([end(), end()]);
    expect(ended.toSorted()).toEqual([0, 1]);
    expect(await readCardEntries(server, card)).toEqual(["issue 5000", "adjust -5000"]);
  });

  test("that is unused can still be refunded with its sale", async () => {
    const event = await createGiftCardEvent(server, shop);
    const buy = async () => {
      const { buyer, cart } = await holdGiftCards(server, shop, event, {});
      await buyer.pay(cart, cards.good);
      const { body } = await buyer.checkOut(cart);
      return { order_id: body.ticket_order._data[0].id, ticket_id: body.ticket._data[0].id };
    };
    const [first, second] = [await buy(), await buy()];
    await server.runAsOwner(
      `set app.seller = '*'; update ledger_account set valid_to = '2020-01-01T00:00:00Z' where seller_id = '${shop.seller_id}'`,
    );
    expect(await end()).toBe(2);
    const ctx = await context();
    await requireUnspentGiftCards(ctx, [first.ticket_id]);
    await ctx.db.transaction().execute((db) => voidGiftCards({ ...ctx, db }, [first.ticket_id]));
    expect(await ctx.db.transaction().execute((db) => revokeGiftCards({ ...ctx, db }, second.order_id))).toEqual({
      spent: [],
    });
    const rows = await server.db
      .selectFrom("ledger_account")
      .select(["state", "balance"])
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(rows).toEqual([
      { state: "inactive", balance: 0 },
      { state: "inactive", balance: 0 },
    ]);
  });

  test("of another seller is left unchanged", async () => {
    const other = await createTestShop(server.db, { seller: giftCardSeller });
    const card = await createGiftCard(server, other, 5000, past);
    expect(await end()).toBe(0);
    expect(await readCardBalance(server, card)).toBe(5000);
  });
});
