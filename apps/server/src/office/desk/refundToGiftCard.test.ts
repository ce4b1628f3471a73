import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import { buyAtDesk, createDeskShop, deskClerk, type DeskClerk } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { cancelTickets, refusalOf, shopRows, shopStates } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const open = async (role: Parameters<typeof deskClerk>[3] = "finance", configuration: object = {}) => {
  const shop = await createDeskShop(server);
  const row = await server.db
    .selectFrom("seller")
    .select("configuration")
    .where("id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  const changed = JSON.stringify({ ...(row.configuration as object), ledger_id: "cards", ...configuration });
  await server.db.updateTable("seller").set({ configuration: changed }).where("id", "=", shop.seller_id).execute();
  const order = await buyAtDesk(server, shop, 2);
  return { shop, order, clerk: await deskClerk(server, shop, order, role) };
};
const toCard = (clerk: DeskClerk, amount: string, more: object = {}, options?: Parameters<DeskClerk["post"]>[2]) =>
  clerk.post("refund", { amount, to: "gift_card", reason: "Goodwill", ...more }, options);
const cardsOf = async ({ seller_id }: TestShop): Promise<number[]> =>
  (
    await server.db
      .selectFrom("ledger_account")
      .select("balance")
      .where("seller_id", "=", seller_id)
      .orderBy("created_at")
      .execute()
  ).map(({ balance }) => balance);
/** The balances of the journal's accounts, in minor units. */
const balancesOf = async (shop: TestShop): Promise<Readonly<Record<string, number>>> => {
  const balances: Record<string, number> = {};
  const entries = await server.db
    .selectFrom("journal_entry")
    .select(["debit", "credit", "amount"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  for (const { debit, credit, amount } of entries)
    for (const [index, sum] of amount.entries())
      for (const [account, signed] of [
        [debit[index] ?? "", Number(sum)],
        [credit[index] ?? "", -Number(sum)],
      ] as const)
        balances[account] = (balances[account] ?? 0) + signed;
  return balances;
};

describe("a refund to a new gift card", () => {
  test("is found by the number of the card, also by a replaced one", async () => {
    const { shop, clerk } = await open();
    expect((await toCard(clerk, "15.00")).status).toBe(200);
    const finance = await signedIn(server, shop, ["finance"]);
    const card = await server.db
      .selectFrom("ledger_account")
      .select(["id", "number"])
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    const exactOf = async (number: string) =>
      (await finance.get(`/orders?q=${encodeURIComponent(number)}`)).body.exact as number | null;
    const found = await exactOf(card.number);
    expect(found).toBeGreaterThan(0);
    const { version } = (await finance.get(`/gift_cards/${card.id}`)).body;
    const { body } = await finance.post(`/gift_cards/${card.id}/replace`, { version, reason: "Lost", to: null });
    expect([await exactOf(card.number), await exactOf(body.number)]).toEqual([found, found]);
    const scanner = await signedIn(server, shop, ["scanner"]);
    expect((await scanner.get(`/orders?q=${card.number}`)).status).toBe(403);
  });

  test("leaves the tickets and the payment unchanged, and the purchaser gets the number", async () => {
    const { shop, order, clerk } = await open();
    const { status, body } = await toCard(clerk, "15.00");
    expect([status, body]).toEqual([200, { refunds: [], gift_card: "15.00" }]);
    expect(await cardsOf(shop)).toEqual([1500]);
    expect(await shopRows(server, "refund", shop)).toEqual([]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
    const emails = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "gift_card");
    expect(emails).toMatchObject([{ to_address: ada.email }]);
    const after = await clerk.look();
    expect(after.sums).toMatchObject({ refunded: "0", to_gift_cards: "15.00", left: "25.00" });
    expect(after.history).toContainEqual(
      expect.objectContaining({
        kind: "refund",
        amount: "15.00",
        means: expect.stringMatching(/^gift card …\w{4}$/),
        state: "succeeded",
        text: "Goodwill",
      }),
    );
    expect((await auditOf(server.db, shop.seller_id)).at(-1)).toMatchObject({
      action: "order.refunded",
      after: { refund: "15.00", gift_card: "15.00" },
    });
    const buyer = await new TestBuyer(server, shop).get(`/ticket_order/${order.id}/actions?token=${order.token}`);
    expect(buyer.body.history.at(-1)).toMatchObject({ kind: "refunded", amount: "15.00", state: "succeeded" });
  });

  test("is in the journal as a refund that increases what gift cards owe", async () => {
    const { shop, clerk } = await open();
    const before = await balancesOf(shop);
    expect((await toCard(clerk, "15.00")).status).toBe(200);
    const after = await balancesOf(shop);
    const differ = Object.keys(after).filter((account) => (after[account] ?? 0) !== (before[account] ?? 0));
    expect(
      Object.fromEntries(differ.map((account) => [account, (after[account] ?? 0) - (before[account] ?? 0)])),
    ).toEqual({ refunds: 1500, gift_cards: -1500 });
  });

  test("is never more than what is left after other refunds", async () => {
    const { shop, clerk } = await open();
    expect(refusalOf(await toCard(clerk, "40.01"))).toBe("422 refund_too_much");
    expect((await toCard(clerk, "30.00")).status).toBe(200);
    await clerk.look();
    for (const to of ["gift_card", "same_means"])
      expect(refusalOf(await toCard(clerk, "10.01", { to }))).toBe("422 refund_too_much");
    expect(await cardsOf(shop)).toEqual([3000]);
  });

  test("is not refunded again by a cancellation", async () => {
    const { shop, order, clerk } = await open("manager");
    expect((await toCard(clerk, "30.00")).status).toBe(200);
    expect((await cancelTickets(new TestBuyer(server, shop), order, order.tickets)).status).toBe(200);
    expect((await shopRows(server, "refund", shop)).map(({ amount }) => amount)).toEqual([1000]);
  });

  test("of all the money ends the tickets, like every full refund", async () => {
    const { shop, clerk } = await open();
    const preview = await clerk.get("refund_emails?amount=40.00&to=gift_card");
    expect(preview.body.emails).toMatchObject([{ to: ada.email, subject: expect.stringContaining("Cancelled") }]);
    expect(await cardsOf(shop)).toEqual([]);
    expect((await toCard(clerk, "40.00")).status).toBe(200);
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
    expect(await cardsOf(shop)).toEqual([4000]);
  });

  test("ends the tickets too once the rest is refunded to the card that paid", async () => {
    const { shop, clerk } = await open();
    expect((await toCard(clerk, "15.00")).status).toBe(200);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
    await clerk.look();
    expect((await clerk.refund("25.00")).status).toBe(200);
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
  });

  test("previews no e-mail about tickets that stay, and makes no card", async () => {
    const { shop, clerk } = await open();
    expect((await clerk.get("refund_emails?amount=15.00&to=gift_card")).body).toEqual({ emails: [], ended: null });
    expect(await cardsOf(shop)).toEqual([]);
  });

  test("counts towards a person's refund limit", async () => {
    const { shop, clerk } = await open("box_office", { refund_limits: { order: "20.00" } });
    await expect
      .poll(async () => (await clerk.look()).refund_limit, { timeout: 5000 })
      .toMatchObject({ order: "20.00" });
    expect((await toCard(clerk, "15.00")).status).toBe(200);
    await clerk.look();
    for (const to of ["gift_card", "same_means"])
      expect(refusalOf(await toCard(clerk, "5.01", { to }))).toBe("403 refund_limit");
    expect(await cardsOf(shop)).toEqual([1500]);
  });

  test("repeated with the same key makes one card", async () => {
    const { shop, clerk } = await open();
    const options = { headers: { "idempotency-key": crypto.randomUUID() } };
    const [first, again] = [await toCard(clerk, "15.00", {}, options), await toCard(clerk, "15.00", {}, options)];
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(await cardsOf(shop)).toEqual([1500]);
  });

  test("of an order that changed since is refused", async () => {
    const { shop, order, clerk } = await open();
    const other = await deskClerk(server, shop, order, "finance");
    expect((await toCard(other, "15.00")).status).toBe(200);
    expect(refusalOf(await toCard(clerk, "15.00"))).toBe("409 stale_version");
    expect(await cardsOf(shop)).toEqual([1500]);
  });

  test("is refused where the seller has no gift cards", async () => {
    const { shop, clerk } = await open("finance", { ledger_id: undefined });
    await expect
      .poll(async () => refusalOf(await toCard(clerk, "15.00")), { timeout: 5000 })
      .toContain("ledger_not_allowed");
    expect(await cardsOf(shop)).toEqual([]);
  });
});
