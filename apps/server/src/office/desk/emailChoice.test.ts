import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyAtDesk, createDeskShop, deskClerk } from "../../../test/office/deskShop.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { orderOf, refusalOf, shopRows, shopStates } from "../../../test/orders/changedOrders.ts";
import { createGiftCardEvent, giftCardSeller, holdGiftCards } from "../../../test/payments/giftCards.ts";
import { createChangeShop, everyChange } from "../../../test/orders/changedOrders.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, cards, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const open = async (quantity = 1) => {
  const shop = await createDeskShop(server);
  const order = await buyAtDesk(server, shop, quantity);
  return { shop, order, clerk: await deskClerk(server, shop, order, "manager") };
};
const emailsOf = async (shop: TestShop, kind: string) =>
  (await shopRows(server, "outbox", shop))
    .filter((row) => row["kind"] === kind)
    .map((row) => row["message"] as { subject: string; text: string; html: string });
/** Replaces the parts that differ each time. */
const same = (text: string): string => text.replaceAll(/token=[\w-]+/g, "token=…");

test("the preview of a cancellation's e-mail equals the sent one, and changes nothing", async () => {
  const { shop, order, clerk } = await open();
  const { body } = await clerk.get(`cancel_quote?tickets=${order.tickets.join()}&money=refund&refund_to=same_means`);
  expect(body.email).toMatchObject({ to: ada.email, subject: expect.stringContaining("Cancelled") });
  expect(await emailsOf(shop, "order_cancelled")).toEqual([]);
  expect(await shopRows(server, "refund", shop)).toEqual([]);
  expect((await clerk.cancel(order.tickets, "18.00")).status).toBe(200);
  const [sent] = await emailsOf(shop, "order_cancelled");
  expect(same(sent?.text ?? "")).toBe(same(body.email.text));
});

test("the preview of a move's e-mail equals the sent one, with the link for a dearer move", async () => {
  const { shop, order, clerk } = await open();
  const to = `tickets=${order.tickets.join()}&money=refund&event_session_id=${shop.event.sessions[1]?.id}`;
  const { body } = await clerk.get(`move_quote?${to}`);
  expect(body.email.subject).toContain("Changed");
  const dearer = await clerk.get(`move_quote?${to}&ticket_type_id=${shop.group.types[1]?.id}&difference=link`);
  expect(dearer.body.email.text).toContain(`/manage/${order.id}/confirm?token=`);
  expect(await emailsOf(shop, "order_changed")).toEqual([]);
  const move = { tickets: order.tickets, money: "refund", waive_difference: false, reason: "Rain" };
  await clerk.look();
  expect((await clerk.post("move", { ...move, event_session_id: shop.event.sessions[1]?.id })).status).toBe(200);
  const [sent] = await emailsOf(shop, "order_changed");
  expect(same(sent?.text ?? "")).toBe(same(body.email.text));
});

test("a sentence of staff is in the HTML and the text, escaped, and the audit log records it", async () => {
  const { shop, order, clerk } = await open();
  const sentence = "Sorry for the <b>rain</b>, $1 on us.";
  expect((await clerk.cancel(order.tickets, "18.00", { email: { is_sent: true, sentence } })).status).toBe(200);
  const [sent] = await emailsOf(shop, "order_cancelled");
  expect(sent?.text).toContain(sentence);
  expect(sent?.html).toContain("Sorry for the &#60;b&#62;rain&#60;/b&#62;, $1 on us.");
  const entries = await auditOf(server.db, shop.seller_id);
  expect(entries.at(-1)).toMatchObject({ action: "order.cancelled", after: { email: "with a sentence" } });
});

test("an e-mail can be left out, except that of a gift card", async () => {
  const { shop, order, clerk } = await open();
  const more = { refund_to: "gift_card", expected: { refund: "0", gift_card: "18.00" }, email: { is_sent: false } };
  expect((await clerk.cancel(order.tickets, "0", more)).status).toBe(200);
  expect(await emailsOf(shop, "order_cancelled")).toEqual([]);
  expect(await emailsOf(shop, "gift_card")).toHaveLength(1);
  const entries = await auditOf(server.db, shop.seller_id);
  expect(entries.at(-1)).toMatchObject({ after: { email: "not sent" } });
});

describe("the e-mail that follows once a refund was accepted", () => {
  const returned = (shop: TestShop) => emailsOf(shop, "payment_returned");

  test("is previewed beside that of a cancellation, and sent as shown", async () => {
    const { shop, order, clerk } = await open();
    const { body } = await clerk.get(`cancel_quote?tickets=${order.tickets.join()}&money=refund&refund_to=same_means`);
    expect(body.notices).toMatchObject([{ to: ada.email, subject: expect.stringContaining("Your refund from") }]);
    expect(await returned(shop)).toEqual([]);
    expect((await clerk.cancel(order.tickets, "18.00")).status).toBe(200);
    expect((await returned(shop)).map(({ text }) => text)).toEqual([body.notices[0].text]);
  });

  test("is not sent if no e-mail is wanted, and does not repeat the sentence of the other one", async () => {
    const { shop, order, clerk } = await open(2);
    const [first = "", second = ""] = order.tickets;
    expect((await clerk.cancel([first], "18.00", { email: { is_sent: false } })).status).toBe(200);
    expect(await returned(shop)).toEqual([]);
    await clerk.look();
    const sentence = "Get well soon.";
    expect((await clerk.cancel([second], "18.00", { email: { is_sent: true, sentence } })).status).toBe(200);
    expect((await returned(shop)).map(({ text }) => text.includes(sentence))).toEqual([false]);
  });

  test("of a refund alone is previewed without changes, gets a sentence, or is not sent", async () => {
    const { shop, clerk } = await open();
    const { body } = await clerk.get("refund_emails?amount=5.00");
    expect(body.emails).toMatchObject([{ to: ada.email, text: expect.stringContaining("$5.00") }]);
    expect(await shopRows(server, "refund", shop)).toEqual([]);
    const refund = { amount: "5.00", reason: "Goodwill" };
    expect((await clerk.post("refund", { ...refund, email: { is_sent: false } })).status).toBe(200);
    expect(await returned(shop)).toEqual([]);
    await clerk.look();
    const email = { is_sent: true, sentence: "Sorry for the wait." };
    expect((await clerk.post("refund", { ...refund, email })).status).toBe(200);
    expect((await returned(shop)).map(({ text }) => text)).toEqual([
      body.emails[0].text.replace("\n\n", "\n\nSorry for the wait.\n\n"),
    ]);
    expect((await auditOf(server.db, shop.seller_id)).at(-1)).toMatchObject({ after: { email: "with a sentence" } });
    // The text written by staff is not stored with the refund.
    expect((await shopRows(server, "refund", shop)).map(({ email_choice }) => email_choice)).toEqual([null, null]);
  });

  test("of all the money is followed by the one about the tickets, which is shown before and sent whatever staff choose", async () => {
    const { shop, clerk } = await open();
    expect((await clerk.get("refund_emails?amount=5.00")).body.ended).toBe(null);
    const { ended } = (await clerk.get("refund_emails?amount=20.00")).body;
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked"]);
    expect(await emailsOf(shop, "order_cancelled")).toEqual([]);
    const refund = { amount: "20.00", reason: "Goodwill", email: { is_sent: false } };
    expect((await clerk.post("refund", refund)).status).toBe(200);
    const [sent, ...others] = await emailsOf(shop, "order_cancelled");
    expect(others).toEqual([]);
    expect(ended).toEqual({ to: ada.email, subject: sent?.subject, text: same(sent?.text ?? "") });
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled"]);
    expect(await returned(shop)).toEqual([]);
  });

  test.each([
    ["more than is left", "999.00", "422 refund_too_much"],
    ["nothing", "0.00", "422 validation_failed"],
  ])("of %s is refused like the refund", async (_, amount, refusal) => {
    const { clerk } = await open();
    expect(refusalOf(await clerk.get(`refund_emails?amount=${amount}`))).toBe(refusal);
    expect(refusalOf(await clerk.post("refund", { amount, reason: "Goodwill" }))).toBe(refusal);
  });
});

test("the former address is notified whatever staff choose", async () => {
  const { shop, clerk } = await open();
  const details = { first_name: "Ada", last_name: "Byron", email: "byron@desk.example", phone: null };
  expect((await clerk.post("purchaser", { ...details, email_choice: { is_sent: false } })).status).toBe(200);
  expect(await emailsOf(shop, "address_changed")).toHaveLength(1);
  expect((await emailsOf(shop, "order_confirmation")).length).toBe(1);
});

test("an address of the purchaser from before the rule for addresses stays, and no other of its kind is accepted", async () => {
  const { shop, order, clerk } = await open();
  const odd = "a..da@desk.example";
  await server.runAsOwner(`set app.seller = '*'; update identity set email = '${odd}' where id =
    (select identity_id from ticket_order where id = '${order.id}' and seller_id = '${shop.seller_id}')`);
  await clerk.look();
  const details = { first_name: "Ada", last_name: "Byron", email: odd, phone: null };
  expect((await clerk.post("purchaser", details)).status).toBe(200);
  await clerk.look();
  const refused = await clerk.post("purchaser", { ...details, email: "b..yron@desk.example" });
  expect([refusalOf(refused), refused.body._data[0]._extra.fields]).toEqual(["422 validation_failed", ["email"]]);
  expect((await clerk.look()).purchaser.email).toBe(odd);
});

test("the e-mail that sends an order again is previewed", async () => {
  const { shop, clerk } = await open();
  const { body } = await clerk.get("email");
  const [sent, ...others] = await emailsOf(shop, "order_confirmation");
  expect(others).toEqual([]);
  expect(body.email).toEqual({ to: ada.email, subject: sent?.subject, text: same(sent?.text ?? "") });
  expect(body.email.text).toContain("token=…");
  expect((await clerk.post("resend", { version: undefined, sentence: "Here they are again." })).status).toBe(200);
  expect((await emailsOf(shop, "order_confirmation")).at(-1)?.text).toContain("Here they are again.");
  const entries = await auditOf(server.db, shop.seller_id);
  expect(entries.at(-1)).toMatchObject({ action: "order.resent", after: { email: "with a sentence" } });
});

test("an order with a gift card is previewed with the end of the card's number, and sent with the whole", async () => {
  const shop = await createTestShop(server.db, { seller: giftCardSeller });
  const { buyer, cart } = await holdGiftCards(server, shop, await createGiftCardEvent(server, shop), {});
  await buyer.pay(cart, cards.good);
  const reply = await buyer.checkOut(cart);
  const order = { ...orderOf(reply), number: Number(reply.body.ticket_order._data[0].order_number) };
  const { number } = (await buyer.get(`/ticket_order/${order.id}`)).body.gift_card._data[0];
  const clerk = await deskClerk(server, shop, order, "box_office");
  const { text } = (await clerk.get("email")).body.email;
  expect(text).toContain(`····${number.slice(-4)}`);
  expect(text).not.toContain(number);
  expect((await clerk.post("resend", { version: undefined })).status).toBe(200);
  expect((await emailsOf(shop, "order_confirmation")).at(-1)?.text).toContain(number);
});

test("names and addresses on tickets are corrected if their event asks for them; both versions are recorded, and only the buyer is written to", async () => {
  const shop = await createChangeShop(server, everyChange, {
    meta: JSON.stringify({ admit_names: "required", admit_emails: "optional" }),
  });
  const buyer = new TestBuyer(server, shop);
  const { body: held } = await buyer.post("/my/cart/modify", {
    add: [
      {
        event_template_id: shop.event.id,
        event_session_id: shop.session.id,
        ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1, admit_names: ["Ada Lovelace"] }],
      },
    ],
  });
  const [cart] = held.cart._data;
  await buyer.pay(cart, cards.good);
  const reply = await buyer.checkOut(cart);
  const order = { ...orderOf(reply), number: Number(reply.body.ticket_order._data[0].order_number) };
  const clerk = await deskClerk(server, shop, order, "box_office");
  expect((await clerk.look()).tickets).toMatchObject([{ asks: { name: "required", email: "optional" } }]);
  const rename = (admit_name: string, admit_email = "grace@attendee.example") =>
    clerk.post("attendees", { tickets: [{ ticket_id: order.tickets[0], admit_name, admit_email }] });
  expect(refusalOf(await rename("Ada"))).toBe("422 validation_failed");
  expect((await rename("Ada Byron")).status).toBe(200);
  expect((await clerk.look()).tickets).toMatchObject([
    { admit_name: "Ada Byron", admit_email: "grace@attendee.example" },
  ]);
  const personal = await server.db
    .selectFrom("audit_personal")
    .select(["before", "after"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const after = { names: ["Ada Byron grace@attendee.example"] };
  expect(personal).toEqual([{ before: { names: ["Ada Lovelace"] }, after }]);
  const addresses = async () => (await shopRows(server, "outbox", shop)).map((row) => String(row["to_address"]));
  const before = await addresses();
  await clerk.look();
  expect((await rename("Ada Byron", "hopper@attendee.example")).status).toBe(200);
  expect((await addresses()).toSorted()).toEqual([...before, ada.email].toSorted());
  expect((await addresses()).filter((address) => address.endsWith("@attendee.example"))).toEqual([]);
});
