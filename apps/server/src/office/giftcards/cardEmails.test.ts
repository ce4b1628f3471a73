import { beforeAll, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { auditOf, mailsTo, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { giftCardSeller } from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));
let shop: TestShop;
let finance: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop(server.db, { seller: giftCardSeller });
  finance = await signedIn(server, shop, ["finance"]);
});

const newAddress = (): string => `card-${crypto.randomUUID().slice(0, 8)}@example.com`;
/** Issues a card; `email` is the address of its recipient. */
const issue = (email: string | undefined, more: object = {}) =>
  finance.post("/gift_cards", { quantity: 1, amount: "30.00", reason: "Raffle", ...(email && { email }), ...more });
const versionOf = async (id: string): Promise<string> => (await finance.get(`/gift_cards/${id}`)).body.version;
const replace = async (id: string, more: object = {}) =>
  finance.post(`/gift_cards/${id}/replace`, { version: await versionOf(id), reason: "Lost", ...more });
const preview = (id: string, query: string) => finance.get(`/gift_cards/${id}/email?${query}`);
const lastMail = async (address: string) => (await mailsTo(server.db, address)).at(-1)?.message;
const lastEntry = async (action: string) =>
  (await auditOf(server.db, shop.seller_id)).findLast((entry) => entry.action === action);
/** Everything that a change of a card writes, as the numbers of rows. */
const written = async (): Promise<readonly number[]> =>
  Promise.all(
    (
      [
        "ledger_account",
        "ledger_entry",
        "desk_gift_card",
        "gift_card_batch",
        "journal_entry",
        "outbox",
        "audit_entry",
      ] as const
    ).map(async (table) => (await shopRows(server, table as "outbox", shop)).length),
  );

describe("the e-mail of a card to issue", () => {
  test("is previewed as it is sent, apart from the number, which only the card itself has", async () => {
    const email = newAddress();
    const before = await written();
    const card = { amount: "30.00", last_day: "2099-12-31", name: "Annie Easley", email };
    const { status, body } = await finance.post("/gift_cards/preview", card);
    expect([status, body.email.to]).toEqual([200, email]);
    expect(await written()).toEqual(before);
    const { name, last_day } = card;
    const { number } = (await issue(email, { name, last_day })).body;
    const sent = await lastMail(email);
    expect(body.email.subject).toBe(sent?.subject);
    expect(body.email.text).toBe(sent?.text.replaceAll(number, "…"));
    expect(body.email.text).not.toMatch(/([0-9A-Z]{4}-){4}[0-9A-Z]{4}/);
  });

  test("is null without an address, and refused as issuing it is", async () => {
    expect((await finance.post("/gift_cards/preview", { amount: "30.00" })).body).toEqual({ email: null });
    const email = newAddress();
    for (const wrong of [{ amount: "0" }, { amount: "30.00", last_day: "2020-01-01" }]) {
      const refused = await finance.post("/gift_cards/preview", { ...wrong, email });
      expect(refusalOf(refused)).toBe(refusalOf(await issue(email, wrong)));
      expect(refusalOf(refused)).toBe("422 validation_failed");
    }
    expect(await mailsTo(server.db, email)).toEqual([]);
  });

  test("gets a sentence of staff, or is not sent, and the audit log says so", async () => {
    const [told, silent] = [newAddress(), newAddress()];
    await issue(told, { email_choice: { is_sent: true, sentence: "Enjoy it." } });
    expect((await lastMail(told))?.text).toContain("\n\nEnjoy it.\n\n");
    expect(await lastEntry("gift_card.issued")).toMatchObject({ after: { email: "with a sentence" } });
    const { body } = await issue(silent, { email_choice: { is_sent: false } });
    expect(await mailsTo(server.db, silent)).toEqual([]);
    expect(await lastEntry("gift_card.issued")).toMatchObject({ after: { email: "not sent" } });
    // Its address is known, so it can be sent later.
    expect((await finance.post(`/gift_cards/${body.gift_card_id}/resend`, {})).body).toEqual({ to: silent });
  });
});

describe("the e-mail of a replaced number", () => {
  test("is previewed as it is sent, without the number, and the old number stays", async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { gift_card_id: id, number: old } = (await issue(email)).body;
    const before = await written();
    const { body } = await preview(id, `action=replace&to=${other}`);
    expect(body.email.to).toBe(other);
    expect(await written()).toEqual(before);
    expect((await finance.get(`/gift_cards/${id}`)).body).toMatchObject({ ending: old.slice(-4), replaced: [] });
    const { number } = (await replace(id, { to: other })).body;
    expect(body.email.text).toBe((await lastMail(other))?.text.replaceAll(number, "…"));
    expect(body.email.text).not.toContain(old);
  });

  test("gets a sentence of staff, or is not sent, and the audit log says so", async () => {
    const email = newAddress();
    const id = (await issue(email)).body.gift_card_id;
    await replace(id, { email_choice: { is_sent: true, sentence: "Here is a new one." } });
    expect((await lastMail(email))?.text).toContain("Here is a new one.");
    expect(await lastEntry("gift_card.replaced")).toMatchObject({ after: { email: "with a sentence" } });
    expect((await replace(id, { email_choice: { is_sent: false } })).status).toBe(200);
    expect(await mailsTo(server.db, email)).toHaveLength(2);
    expect(await lastEntry("gift_card.replaced")).toMatchObject({ after: { email: "not sent" } });
  });
});

describe("the e-mail that sends a card again", () => {
  test("is previewed as it is sent, with the end of the number alone", async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { gift_card_id: id, number } = (await issue(email)).body;
    const before = await written();
    const { body } = await preview(id, `action=resend&to=${other}`);
    expect((await preview(id, "action=resend")).body.email).toEqual({ ...body.email, to: email });
    expect(await written()).toEqual(before);
    const sentence = "It was in the wrong mailbox.";
    expect((await finance.post(`/gift_cards/${id}/resend`, { to: other, sentence })).status).toBe(200);
    const sent = await lastMail(other);
    expect(sent?.text).toContain(number);
    const text = sent?.text.replace(`${sentence}\n\n`, "").replaceAll(number, `····${number.slice(-4)}`);
    expect(body.email).toEqual({ to: other, subject: sent?.subject, text });
    expect(await lastEntry("gift_card.resent")).toMatchObject({ after: { email: "with a sentence" } });
  });

  test("is null without an address, and refused for a card that is out of use", async () => {
    const id = (await issue(undefined)).body.gift_card_id;
    for (const action of ["resend", "replace"])
      expect((await preview(id, `action=${action}`)).body).toEqual({ email: null });
    await finance.post(`/gift_cards/${id}/void`, { version: await versionOf(id), reason: "Stolen" });
    for (const action of ["resend", "replace"])
      expect(refusalOf(await preview(id, `action=${action}&to=a@example.com`))).toBe("409 gift_card_inactive");
    expect(refusalOf(await preview(crypto.randomUUID(), "action=resend"))).toBe("404 not_found");
  });
});
