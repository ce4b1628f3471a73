import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../db/newId.ts";
import { insertFailedRefund, payTwoTickets } from "../../../test/office/paidByCard.ts";
import { auditOf, mailsTo, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { setUpStripeTestApp } from "../../../test/payments/setUpStripeTestApp.ts";
import type { StripeTestApp } from "../../../test/payments/stripeApp.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { ada } from "../../../test/shop/testBuyer.ts";

let app: StripeTestApp;
setUpStripeTestApp((opened) => void (app = opened));
let shop: TestShop;
let finance: OfficeBrowser;
beforeEach(async () => {
  shop = await app.createShop();
  finance = await signedIn(app.server, shop, ["finance"]);
});

const rows = (table: "outbox" | "refund" | "payment" | "ticket" | "audit_entry" | "journal_entry") =>
  shopRows(app.server, table as "outbox", shop);
const mailsOf = async (kind: string) =>
  (await rows("outbox"))
    .filter((row) => row["kind"] === kind)
    .map((row) => row["message"] as { subject: string; text: string; html: string });
const lastEntry = async (action: string) =>
  (await auditOf(app.server.db, shop.seller_id)).findLast((entry) => entry.action === action);
const preview = (id: string, query = "") => finance.get(`/money/payments/${id}/refund_emails${query}`);
const refund = async (id: string, more: object = {}) => {
  const { version } = (await finance.get(`/money/payments/${id}`)).body;
  return finance.post(`/money/payments/${id}/refund`, { version, reason: "Promised", ...more });
};
/** Replaces what differs each time. */
const same = (text = ""): string => text.replaceAll(/token=[\w-]+/g, "token=…");

describe("the e-mail of a refund from the list", () => {
  test("is previewed as it is sent, and the preview changes, refunds and sends nothing", async () => {
    const id = await payTwoTickets(app, shop);
    await insertFailedRefund(app, shop, { payment_id: id });
    const tables = ["outbox", "refund", "payment", "ticket", "audit_entry", "journal_entry"] as const;
    const state = () => Promise.all(tables.map(rows));
    const before = await state();
    const { body } = await preview(id, "?amount=10.00");
    expect(body).toMatchObject({ email: { to: ada.email, text: expect.stringContaining("$10.00") }, ended: null });
    expect(await state()).toEqual(before);

    expect((await refund(id, { amount: "10.00" })).status).toBe(200);
    const [sent] = await mailsOf("payment_returned");
    expect(body.email).toMatchObject({ subject: sent?.subject, text: sent?.text });
  });

  test("gets a sentence of staff, or is not sent, and the audit log says so", async () => {
    const id = await payTwoTickets(app, shop);
    const sentence = "Sorry for the <b>wait</b>.";
    expect((await refund(id, { amount: "5.00", email: { is_sent: true, sentence } })).status).toBe(200);
    const [told] = await mailsOf("payment_returned");
    expect([told?.text.includes(sentence), told?.html.includes("&#60;b&#62;wait")]).toEqual([true, true]);
    expect(await lastEntry("payment.refunded")).toMatchObject({ after: { email: "with a sentence" } });
    expect((await refund(id, { amount: "5.00", email: { is_sent: false } })).status).toBe(200);
    expect(await mailsOf("payment_returned")).toHaveLength(1);
    expect(await lastEntry("payment.refunded")).toMatchObject({ after: { email: "not sent" } });
  });

  test("of all that was paid is previewed with the one about the tickets that end, which is always sent", async () => {
    const id = await payTwoTickets(app, shop);
    const { body } = await preview(id);
    expect(body.ended).toMatchObject({ to: ada.email });
    expect((await rows("ticket")).map(({ state }) => state)).toEqual(["booked", "booked"]);
    expect((await refund(id, { email: { is_sent: false } })).body.outcome).toBe("succeeded");
    expect(await mailsOf("payment_returned")).toEqual([]);
    const [sent] = await mailsOf("order_cancelled");
    expect([body.ended.subject, same(body.ended.text)]).toEqual([sent?.subject, same(sent?.text)]);
  });

  test("is null for a purchaser without an address", async () => {
    const id = await payTwoTickets(app, shop);
    await app.server.db.updateTable("identity").set({ email: null }).where("seller_id", "=", shop.seller_id).execute();
    expect((await preview(id)).body).toEqual({ email: null, ended: null });
  });

  test.each([
    ["more than is left", "999.00", "422 refund_too_much"],
    ["nothing", "0.00", "422 validation_failed"],
  ])("of %s is refused like the refund", async (_, amount, refusal) => {
    const id = await payTwoTickets(app, shop);
    expect(refusalOf(await preview(id, `?amount=${amount}`))).toBe(refusal);
    expect(refusalOf(await refund(id, { amount }))).toBe(refusal);
  });
});

describe("an e-mail that could not be sent", () => {
  const giveUp = async (message: object, more: object = {}): Promise<string> => {
    const id = newId();
    await app.server.db
      .insertInto("outbox")
      .values({
        seller_id: shop.seller_id,
        id,
        kind: "order_changed",
        ref_id: newId(),
        to_address: "gone@money.example",
        message: JSON.stringify({ html: "", ...message }),
        state: "dead",
        attempts: 5,
        ...more,
      })
      .execute();
    return id;
  };
  const show = (id: string) => finance.get(`/money/emails/${id}`);

  test("is shown as it was written, without the tokens of its links, and gets a sentence", async () => {
    await payTwoTickets(app, shop);
    const { id } = await app.server.db
      .updateTable("outbox")
      .set({ state: "dead", attempts: 5 })
      .where("seller_id", "=", shop.seller_id)
      .where("kind", "=", "order_confirmation")
      .returning("id")
      .executeTakeFirstOrThrow();
    const [before] = await mailsOf("order_confirmation");
    const { email } = (await show(id)).body;
    expect(email).toEqual({ to: ada.email, subject: before?.subject, text: same(before?.text) });
    expect(email.text).toContain("token=…");
    const sentence = "It did not reach you, so here it is again.";
    const to = `again-${newId().slice(0, 8)}@money.example`;
    expect((await finance.post(`/money/emails/${id}/send`, { to, sentence })).status).toBe(200);
    const [{ message } = { message: undefined }] = await mailsTo(app.server.db, to);
    expect(message?.text).toBe(before?.text.replace("\n\n", `\n\n${sentence}\n\n`));
    expect(message?.html).toContain(sentence);
    expect(await lastEntry("email.sent_again")).toMatchObject({ after: { email: "with a sentence" } });
    expect(refusalOf(await show(id))).toBe("404 not_found");
  });

  test("with a gift card shows the end of its number alone", async () => {
    const { id: account, number } = await createGiftCard(app.server, shop, 5000);
    const id = await giveUp(
      { subject: "A card", text: `Your card:\n\n${number}` },
      { kind: "gift_card", ref_id: account },
    );
    expect((await show(id)).body.email.text).toBe(`Your card:\n\n····${number.slice(-4)}`);
  });

  test("that lets its reader in is not shown, and gets no sentence", async () => {
    const id = await giveUp({ subject: "A link", text: "https://example.org/#secret" }, { kind: "password_reset" });
    expect((await show(id)).body).toEqual({ email: null });
    expect(refusalOf(await finance.post(`/money/emails/${id}/send`, { sentence: "Hello" }))).toBe(
      "422 validation_failed",
    );
  });

  test("of another seller is not found", async () => {
    const id = await giveUp({ subject: "Hello", text: "Hello" });
    const stranger = await signedIn(app.server, await app.createShop(), ["finance"]);
    expect(refusalOf(await stranger.get(`/money/emails/${id}`))).toBe("404 not_found");
  });
});
