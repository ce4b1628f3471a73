import { beforeAll, describe, expect, test } from "vitest";
import { doneOrWaiting } from "../../../test/database/doneOrWaiting.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { OfficeBrowser, signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import {
  createGiftCard,
  giftCardSeller,
  readCardBalance,
  readCardEntries,
  type TestGiftCard,
} from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["gift_card_found", "gift_card_locked", "after_ledger_account"], (first, second) => {
  [one, other] = [first, second];
});
let shop: TestShop;
let finance: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  shop = await createTestShop(one.db, { seller: giftCardSeller, event: { sessions: [{ capacity: -1 }] } });
  await recordPrices(one, shop);
  finance = await signedIn(one, shop, ["finance"]);
});

/** A buyer on the other server who pays 20.00 with a card. */
const buyer = async (number: string) => {
  const buyer = new TestBuyer(other, shop);
  const cart = await buyer.hold(1);
  return (): Promise<TestResponse> =>
    buyer.post(`/my/cart/${cart.id}/pay`, [
      { gateway_id: "ledger", amount: "20.00", gateway_data: { number, ledger_id: "cards" } },
    ]);
};
const act = async ({ id }: TestGiftCard, path: string, body: object = {}) => {
  const { version } = (await finance.get(`/gift_cards/${id}`)).body;
  return () => finance.post(`/gift_cards/${id}/${path}`, { version, reason: "At once", ...body });
};

/**
 * Begins `first`, and `second` once `first` reaches a point; continues `first` when `second` is done or waits for a lock.
 */
const between = async (
  point: Parameters<typeof pauseAt>[0],
  first: () => Promise<TestResponse>,
  second: () => Promise<TestResponse>,
): Promise<readonly [string, string]> => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  pauseAt(point, async () => {
    pauseAt(point, undefined);
    reached.resolve();
    await goOn.promise;
  });
  const begun = first();
  await reached.promise;
  const follows = second();
  await doneOrWaiting(one.db, follows);
  goOn.resolve();
  return [refusalOf(await begun), refusalOf(await follows)];
};

describe("a payment that has already looked up a card", () => {
  test("does not pay with a number that was replaced meanwhile", async () => {
    const card = await createGiftCard(one, shop, 5000);
    const outcomes = await between("gift_card_found", await buyer(card.number), await act(card, "replace"));
    expect(outcomes).toEqual(["404 not_found", "200"]);
    expect(await readCardEntries(one, card)).toEqual(["issue 5000"]);
  });

  test("does not pay with a card that was voided meanwhile", async () => {
    const card = await createGiftCard(one, shop, 5000);
    const outcomes = await between("gift_card_found", await buyer(card.number), await act(card, "void"));
    expect(outcomes).toEqual(["409 insufficient_balance", "200"]);
    expect(await readCardEntries(one, card)).toEqual(["issue 5000", "adjust -5000"]);
  });

  test("does not pay what was removed meanwhile", async () => {
    const card = await createGiftCard(one, shop, 5000);
    const adjust = await act(card, "adjust", { amount: "-30.01" });
    expect(await between("gift_card_found", await buyer(card.number), adjust)).toEqual([
      "409 insufficient_balance",
      "200",
    ]);
    expect(await readCardBalance(one, card)).toBe(1999);
  });
});

describe("staff who change a card while a payment holds it", () => {
  test.each([
    ["adjust", { amount: "-30.01" }],
    ["void", {}],
    ["replace", {}],
    ["end", { last_day: null }],
  ] as const)("%s waits, and sees that the card has changed", async (path, body) => {
    const card = await createGiftCard(one, shop, 5000);
    const outcomes = await between("after_ledger_account", await buyer(card.number), await act(card, path, body));
    expect(outcomes).toEqual(["200", "409 stale_version"]);
    expect(await readCardEntries(one, card)).toEqual(["issue 5000", "debit -2000"]);
  });
});

describe("a payment while staff hold the card", () => {
  test("waits for the change, and pays at most the remaining balance", async () => {
    const card = await createGiftCard(one, shop, 5000);
    const adjust = await act(card, "adjust", { amount: "-40.00" });
    expect(await between("gift_card_locked", adjust, await buyer(card.number))).toEqual([
      "200",
      "409 insufficient_balance",
    ]);
    expect(await readCardBalance(one, card)).toBe(1000);
  });
});

test("two people who take off the same balance take it once", async () => {
  const card = await createGiftCard(one, shop, 5000);
  const again = new OfficeBrowser(other, shop.slug);
  again.cookie = finance.cookie;
  const { version } = (await finance.get(`/gift_cards/${card.id}`)).body;
  const adjust = (browser: OfficeBrowser) => () =>
    browser.post(`/gift_cards/${card.id}/adjust`, { version, reason: "At once", amount: "-30.00" });
  expect(await between("gift_card_locked", adjust(finance), adjust(again))).toEqual(["200", "409 stale_version"]);
  expect(await readCardBalance(one, card)).toBe(2000);
});
