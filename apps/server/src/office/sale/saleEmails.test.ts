import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { linkRequest, openLinkShop } from "../../../test/office/counterLinks.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../test/orders/requestChange.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@sale.example" };
const wanted = (shop: TestShop, more: object = {}) => ({
  event_template_id: shop.event.id,
  event_session_id: shop.session.id,
  tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
  ...grace,
  ...more,
});
const sell = (clerk: OfficeBrowser, shop: TestShop, more: object = {}) =>
  clerk.post("/counter_sales", {
    sale_id: newId(),
    ...wanted(shop),
    means: [{ kind: "cash", amount: "40.00" }],
    ...more,
  });
const preview = (clerk: OfficeBrowser, shop: TestShop, more: object = {}) =>
  clerk.post("/counter_sales/preview", wanted(shop, more));
/** The e-mails of a shop to buyers, newest last. */
const mails = async (shop: TestShop, to?: string) =>
  (await shopRows(server, "outbox", shop))
    .filter(({ kind, to_address }) => kind !== "staff_notice" && (to === undefined || to_address === to))
    .map(({ kind, message }) => ({ kind: String(kind), message: message as EmailMessage }));
const lastEntry = async (shop: TestShop, action: string) =>
  (await auditOf(server.db, shop.seller_id)).findLast((entry) => entry.action === action);
/** Replaces what differs each time: tokens, the ids of carts and orders, and the time until which a link holds. */
const same = (text = ""): string =>
  text
    .replaceAll(/token=[\w-]+/g, "token=…")
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id")
    .replaceAll(/until .*?[.] They/g, "until …. They");

describe("the e-mail of a sale at the counter", () => {
  test("is previewed as it is sent, and the preview holds, books, counts and sends nothing", async () => {
    const { shop, clerk } = await openLinkShop(server);
    const tables = ["cart", "ticket", "ticket_order", "payment", "identity", "journal_entry", "audit_entry"];
    const counts = () =>
      Promise.all(tables.map(async (table) => (await shopRows(server, table as "payment", shop)).length));
    const before = await counts();
    const { status, body } = await preview(clerk, shop);
    expect([status, body.email.to, body.email.subject]).toEqual([200, grace.email, expect.any(String)]);
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
    expect(await counts()).toEqual(before);
    expect(await mails(shop)).toEqual([]);
    expect(await lastEntry(shop, "order.sold")).toBeUndefined();

    expect((await sell(clerk, shop)).status).toBe(200);
    const [sent] = await mails(shop, grace.email);
    expect(sent?.message.subject).toBe(body.email.subject);
    expect(same(body.email.text)).toBe(same(sent?.message.text));
    expect((await clerk.post("/till/count", { counts: [] })).body.till.count.expected).toBe("140.00");
  });

  test("gets a sentence of staff, or is not sent until somebody sends it, and the audit log says so", async () => {
    const { shop, clerk } = await openLinkShop(server);
    await sell(clerk, shop, { email_choice: { is_sent: true, sentence: "Enjoy the tour." } });
    expect(JSON.stringify(await mails(shop))).toContain("Enjoy the tour.");
    expect(await lastEntry(shop, "order.sold")).toMatchObject({ after: { email: "with a sentence" } });

    const silent = "silent@sale.example";
    const { body } = await sell(clerk, shop, { email: silent, email_choice: { is_sent: false } });
    expect(await mails(shop, silent)).toEqual([]);
    expect(await lastEntry(shop, "order.sold")).toMatchObject({ after: { email: "not sent" } });
    expect((await clerk.post(`/orders/${body.order_number}/resend`, {})).status).toBe(200);
    expect((await mails(shop, silent)).map(({ kind }) => kind)).toEqual(["order_confirmation"]);
  });

  test("is null without an address, and refused as the sale is", async () => {
    const { shop, clerk } = await openLinkShop(server);
    expect((await preview(clerk, shop, { email: null })).body).toEqual({ email: null, link_email: null });
    const many = { tickets: [{ ticket_type_id: shop.type.id, quantity: 100 }] };
    expect(refusalOf(await preview(clerk, shop, many))).toBe(refusalOf(await sell(clerk, shop, many)));
    const nobody = { membership_id: newId() };
    expect(refusalOf(await preview(clerk, shop, nobody))).toBe(refusalOf(await sell(clerk, shop, nobody)));
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
    expect(await mails(shop)).toEqual([]);
  });

  test("can be seen without a till", async () => {
    const shop = await createDeskShop(server);
    const clerk = await signedIn(server, shop, ["box_office"]);
    expect((await preview(clerk, shop)).body.email.to).toBe(grace.email);
  });
});

describe("the e-mail with a link to pay", () => {
  test("is previewed as it is sent", async () => {
    const { shop, clerk } = await openLinkShop(server);
    const { link_email } = (await preview(clerk, shop)).body;
    expect(link_email).toMatchObject({ to: grace.email, text: expect.stringMatching(/hold.*until/) });
    expect((await clerk.post("/counter_links", linkRequest(shop, grace))).status).toBe(200);
    const [sent] = await mails(shop, grace.email).then((all) => all.filter(({ kind }) => kind === "counter_link"));
    expect(sent?.message.subject).toBe(link_email.subject);
    expect(same(link_email.text)).toBe(same(sent?.message.text));
  });

  test("gets a sentence of staff, or is not sent, and the link is made all the same", async () => {
    const { shop, clerk } = await openLinkShop(server);
    const link = (email: string, email_choice: object) =>
      clerk.post("/counter_links", linkRequest(shop, { email, email_choice }));
    await link("told@link.example", { is_sent: true, sentence: "See you soon." });
    expect((await mails(shop, "told@link.example"))[0]?.message.text).toContain("See you soon.");
    expect(await lastEntry(shop, "order.link_made")).toMatchObject({ after: { email: "with a sentence" } });
    expect((await link("silent@link.example", { is_sent: false })).body).toMatchObject({ state: "open" });
    expect(await mails(shop, "silent@link.example")).toEqual([]);
    expect(await lastEntry(shop, "order.link_made")).toMatchObject({ after: { email: "not sent" } });
  });
});

test("the e-mail of an order whose purchaser has no address is previewed for the address that is typed", async () => {
  const { shop, clerk } = await openLinkShop(server);
  const { order_number } = (await sell(clerk, shop, { email: null })).body;
  const path = `/orders/${order_number}`;
  expect((await clerk.get(`${path}/email`)).body).toEqual({ email: null });
  const to = "typed@sale.example";
  const { email } = (await clerk.get(`${path}/email?to=${to}`)).body;
  expect(await mails(shop)).toEqual([]);
  expect((await clerk.post(`${path}/resend`, { to })).status).toBe(200);
  const [sent] = await mails(shop, to);
  expect([email.to, email.subject, same(email.text)]).toEqual([to, sent?.message.subject, same(sent?.message.text)]);
});
