import { beforeEach, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { holdGiftCards, createGiftCardEvent, giftCardSeller } from "../../../../test/payments/giftCards.ts";
import { partPaidEmail } from "./partPaidEmail.ts";
import { queuePartPaidEmail } from "./queuePartPaidEmail.ts";
import { refundEmail } from "./refundEmail.ts";

let server: TestApp;
let shop: TestShop;
let seller: Seller;
let buyer: TestBuyer;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db, { seller: giftCardSeller });
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
  const found = await sellerFinder(server.db, 0)(shop.slug);
  if (!found) throw new Error("The shop was made.");
  seller = found;
});
const emailsOf = async (kind: string): Promise<EmailMessage[]> =>
  (
    await server.db
      .selectFrom("outbox")
      .select("message")
      .where("seller_id", "=", shop.seller_id)
      .where("kind", "=", kind)
      .execute()
  ).map(({ message }) => message as EmailMessage);

test("the confirmation of a gift card shows its number and value, and no ticket", async () => {
  const held = await holdGiftCards(server, shop, await createGiftCardEvent(server, shop), {});
  await held.buyer.pay(held.cart, cards.good);
  const order_id = (await held.buyer.checkOut(held.cart)).body.ticket_order._data[0].id;
  const [card] = (await held.buyer.get(`/ticket_order/${order_id}`)).body.gift_card._data;
  const [email] = await emailsOf("order_confirmation");
  for (const said of [email?.text, email?.html]) {
    expect(said).toContain(card.number);
    expect(said).toContain("$50.00");
  }
  expect(email?.text).not.toContain("at the door");
  expect(email?.enclosed).toEqual([]);
});

test("an instalment is confirmed once, with the balance and a payment link", async () => {
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await buyer.pay(cart, cards.good);
  const [payment] = await server.db.selectFrom("payment").selectAll().where("cart_id", "=", cart.id).execute();
  // Turns the payment into an instalment for this check; the transaction is rolled back afterwards.
  const looked = new Error("looked");
  const mails: { message: unknown }[] = [];
  const looking = server.connections
    .forSeller(shop.seller_id)
    .transaction()
    .execute(async (db) => {
      await db
        .updateTable("payment")
        .set({ state: "captured", amount: 1500 })
        .where("seller_id", "=", shop.seller_id)
        .where("id", "=", payment?.id ?? "")
        .execute();
      const outside = { origin: "http://localhost" } as never;
      for (let time = 0; time < 2; time++)
        await queuePartPaidEmail({ db, seller, providers: outside }, cart.id, [payment?.id ?? ""]);
      mails.push(
        ...(await db
          .selectFrom("outbox")
          .select("message")
          .where("seller_id", "=", shop.seller_id)
          .where("kind", "=", "part_paid")
          .execute()),
      );
      throw looked;
    });
  await expect(looking).rejects.toBe(looked);
  expect(mails).toHaveLength(1);
  const email = mails[0]?.message as EmailMessage;
  expect(email.subject).toBe("We have received $15.00 towards Whales of the Harbor");
  expect(email.text).toContain("You still have $25.00 to pay.");
  expect(email.text).toContain(`http://localhost/${shop.slug}/checkout/${cart.id}`);
  expect(email.html).toContain(`href="http://localhost/${shop.slug}/checkout/${cart.id}"`);
  await buyer.checkOut(cart);
});

test("the e-mail about an instalment lists due dates and marks overdue ones", async () => {
  const cart: Cart = {
    ...(await buyer.hold(1)),
    outstanding_balance: "30.00",
    scheduled_payments: [
      { id: crypto.randomUUID(), due_date: "2026-11-01", amount: "10.00", status: "Overdue" },
      { id: crypto.randomUUID(), due_date: "2027-01-15", amount: "20.00", status: "Upcoming" },
    ],
  };
  const { text } = partPaidEmail(seller, "http://localhost", { firstName: "Ada", cart, received: "10.00" });
  expect(text).toMatch(/Due since (?:November 1|1 November),? 2026: \$10\.00/);
  expect(text).toMatch(/Due (?:January 15|15 January),? 2027: \$20\.00/);
});

test("a purchaser who opted out gets no e-mail", async () => {
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  await buyer.checkOut(cart, {
    identity: { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" },
    send_email: false,
  });
  expect(await emailsOf("order_confirmation")).toEqual([]);
});

test("names are listed below their ticket type, and cannot change the text direction", async () => {
  const cart = await buyer.hold(2);
  const names = ["\u202eGrace\r\nHopper\u202c", "<b>Ada</b>"];
  for (const [index, id] of cart.lines.flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids)).entries())
    await server.db
      .updateTable("ticket")
      .set({ admit_name: names[index] ?? null })
      .where("id", "=", id)
      .execute();
  await buyer.pay(cart, cards.good);
  await buyer.checkOut(cart);
  const [email] = await emailsOf("order_confirmation");
  expect(email?.text).toContain("2 × Adult: $40.00\n  <b>Ada</b>, Grace Hopper\n");
  expect(email?.html).toContain("&#60;b&#62;Ada&#60;/b&#62;, Grace Hopper<");
  expect(email?.html).not.toContain("\u202e");
});

test("links use the shop's own address whatever the Host header says", async () => {
  const said: Record<string, string>[] = [
    { host: "evil.example" },
    { host: "evil.example:443" },
    { host: "a@evil.example" },
    { host: "localhost.evil.example" },
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-host": "localhost, evil.example" },
    { "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" },
    { "x-forwarded-server": "evil.example" },
    { forwarded: "host=evil.example;proto=https" },
    { "x-original-host": "evil.example" },
    { "x-host": "evil.example" },
    { "x-forwarded-host": "evil.example:444", "x-forwarded-port": "444" },
  ];
  for (const headers of said) {
    const guest = new TestBuyer(server, shop);
    const cart = await guest.hold(1);
    await guest.pay(cart, cards.good);
    const { body } = await server.post(
      shop.slug,
      `/api/my/cart/${cart.id}/guest_checkout`,
      { identity: { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" } },
      { headers: { cookie: guest.cookie, ...headers } },
    );
    expect(body.outcome, JSON.stringify(headers)).toBe("completed");
  }
  const all = await emailsOf("order_confirmation");
  expect(all).toHaveLength(said.length);
  for (const { html, text } of all) {
    expect(html + text).not.toContain("evil.example");
    expect([...`${html} ${text}`.matchAll(/https?:\/\/[^/"\s]+/g)].every(([host]) => host === "http://localhost")).toBe(
      true,
    );
  }
});

test.each([
  ["by_seller", "Your refund from"],
  ["refunded", "Your refund from"],
  ["failed", "Your refund from"],
  ["voided", "Your payment to"],
  ["unpaid", "Your payment to"],
  ["taken_back", "Your payment to"],
] as const)("the e-mail about money that was %s says in its subject which way it went", (kind, subject) => {
  const about = {
    firstName: "Ada",
    amount: 10_800,
    currency: "USD",
    kind,
    means: "original",
    restoreFailure: null,
  } as const;
  expect(refundEmail(seller, "http://localhost", about).subject).toBe(`${subject} ${seller.name}`);
});

test.each([
  ["original", "We have refunded $15.00 to your original payment method. This can take a few days to arrive."],
  ["gift_card", "We have refunded $15.00 to your gift card, which you can use at once."],
  ["cash", "Your refund of $15.00 is ready. You can collect it in cash at our box office."],
  [
    "terminal",
    "Your refund of $15.00 is ready. Please bring the card you paid with to our box office, where we will refund it.",
  ],
] as const)("the e-mail about a refund to %s says where the money is", (means, text) => {
  const about = {
    firstName: "Ada",
    amount: 1500,
    currency: "USD",
    kind: "by_seller",
    means,
    restoreFailure: null,
  } as const;
  expect(refundEmail(seller, "http://localhost", about).text).toContain(text);
});
