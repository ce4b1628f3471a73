import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { addDays, todayAt } from "@foyer/rules/dates/localTime.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { settleOpenPayments } from "../../../jobs/settleOpenPayments.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  returnTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
  paymentOutcome,
} from "../../../../test/payments/splitPayments.ts";
import { rendezvous } from "../../../../test/database/raceServers.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";

let server: TestApp;
let shop: TestShop;
let buyer: SplitPaymentBuyer;

const plan = [
  { basis_points: 3000, due_days: 0 },
  { basis_points: 3000, due_days: 14 },
  { basis_points: 4000, due_days: 28 },
];
const inParts = { sessions: [{ inDays: 90 }], groups: [{ payment_plan: JSON.stringify(plan) }] };

beforeAll(async () => {
  server = await openTestApp();
});
afterAll(async () => {
  expect(logged).toEqual([]);
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  shop = await createGiftCardShop(server, { event: inParts });
  buyer = new SplitPaymentBuyer(server, shop);
});

const logged: object[] = [];
const settle = (olderThanSeconds = -1) =>
  settleOpenPayments(
    {
      connections: server.connections,
      providers: testProviders(server),
      findSeller: sellerFinder(server.db, 0),
      log: { info: () => undefined, warn: () => undefined, error: (fields) => void logged.push(fields) },
    },
    olderThanSeconds,
  );
const today = () => todayAt(Temporal.Now.instant(), shop.timezone);
const shown = ({ scheduled_payments }: Cart) =>
  scheduled_payments.map(({ due_date, amount, status }) => `${due_date} ${amount} ${status}`);
type Row = {
  cart_version: number;
  amount: number;
  state: string;
  position: number;
  ticket_order_id: string;
  to_address: string;
  kind: string;
  id: string;
};
const rows = async (table: "payment" | "ticket_order" | "outbox" | "scheduled_payment") =>
  (await server.db.selectFrom(table).selectAll().where("seller_id", "=", shop.seller_id).execute()) as unknown as Row[];
const emailKinds = async () => (await rows("outbox")).map(({ kind }) => kind).toSorted();
const states = async () =>
  (await rows("payment"))
    .toSorted((one, other) => one.cart_version - other.cart_version)
    .map(({ amount, state }) => `${amount} ${state}`);
/** Moves a cart's due dates into the past by some days. */
const daysLater = (cart: Cart, days: number) =>
  server.runAsOwner(
    `set app.seller = '*'; update scheduled_payment set due_date = due_date - ${days} where cart_id = '${cart.id}'`,
  );
const anHourLater = (cart: Cart) =>
  sql`update cart set expires_at = (expires_at at time zone 'utc' - interval '1 hour') at time zone 'utc', leased_until = (leased_until at time zone 'utc' - interval '1 hour') at time zone 'utc' where id = ${cart.id}`.execute(
    server.db,
  );
/** Two tickets of 20.00 with 12.00 paid. */
const partPaid = async () => {
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, cardTender(1200));
  const { body } = await buyer.checkOut(cart);
  expect(body.outcome).toBe("partial");
  return body.cart._data[0] as Cart;
};

describe("a cart with a payment plan", () => {
  test("lists due dates counted from the day of payment", async () => {
    const cart = await buyer.hold(2);
    expect(shown(cart)).toEqual([
      `${today()} 12.00 Overdue`,
      `${addDays(today(), 14)} 12.00 Upcoming`,
      `${addDays(today(), 28)} 16.00 Upcoming`,
    ]);
    expect(cart).toMatchObject({ outstanding_balance: "40.00", payment_due_by_credit_card: "12.00", editable: true });
    expect(cart.expires_at).not.toBeNull();
    expect(await rows("scheduled_payment")).toEqual([]);
  });

  test("a cart with a payment plan may still be paid at once: no schedule, one order", async () => {
    const cart = await buyer.hold(2);
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await rows("scheduled_payment")).toEqual([]);
  });

  test("a cart with a payment plan is due in full by the day of its session", async () => {
    shop = await createGiftCardShop(server, { event: { ...inParts, sessions: [{ inDays: 3 }] } });
    buyer = new SplitPaymentBuyer(server, shop);
    expect(shown(await buyer.hold(2))).toEqual([`${today()} 12.00 Overdue`, `${addDays(today(), 3)} 28.00 Upcoming`]);
  });
});

describe("a first instalment", () => {
  test("keeps the cart, which shows its balance and cannot be changed, expire or be taken", async () => {
    const cart = await partPaid();
    const left = {
      state: "pending",
      expires_at: null,
      expires_in: null,
      extensions_left: 0,
      editable: false,
      payment_in_progress: false,
      outstanding_balance: "28.00",
      payment_due_by_credit_card: "0",
      completed_payments: [{ amount: "12.00", status: "captured", gateway_id: "test" }],
    };
    expect(cart).toMatchObject(left);
    expect(shown(cart)).toEqual([`${addDays(today(), 14)} 12.00 Upcoming`, `${addDays(today(), 28)} 16.00 Upcoming`]);
    await anHourLater(cart);
    await releaseExpiredHolds(server.db);
    await settle();
    expect(await buyer.readCart(cart)).toMatchObject(left);

    const stranger = new SplitPaymentBuyer(server, shop);
    const tickets = cart.lines[0]?.types[0]?.ticket_ids;
    const refused = "cart_not_editable";
    const by = (who: SplitPaymentBuyer, path: string, body: object) => who.post(path, body).then(paymentOutcome);
    expect(await by(buyer, `/my/cart/${cart.id}/modify`, { remove: tickets })).toBe(`reserve: ${refused}`);
    expect(await by(buyer, `/cart/${cart.id}/remove`, { tickets })).toBe(`reserve: ${refused}`);
    expect(await by(stranger, `/my/cart/${cart.id}/transfer`, {})).toBe(`cart: ${refused}`);
    for (const method of ["DELETE", "PATCH"] as const) {
      const answer = await server.app.inject({
        method,
        url: `/api/my/cart/${cart.id}?_seller=${shop.slug}`,
        headers: { cookie: buyer.cookie, "x-application": "ecomm" },
        ...(method === "PATCH" && { payload: { expires_at: "2030-01-01T00:00:00Z" } }),
      });
      expect(paymentOutcome({ status: answer.statusCode, body: answer.json(), headers: {} })).toBe(`cart: ${refused}`);
    }
    expect(await rows("ticket_order")).toEqual([]);
    expect(await emailKinds()).toEqual(["part_paid"]);
  });

  test("fixes the schedule whatever the seller changes", async () => {
    const cart = await partPaid();
    await server.db.updateTable("ticket_group").set({ payment_plan: null }).where("id", "=", shop.group.id).execute();
    expect(shown(await buyer.readCart(cart))).toEqual(shown(cart));
    expect((await rows("scheduled_payment")).map(({ position, amount }) => [position, amount])).toEqual([
      [1, 1200],
      [2, 1200],
      [3, 1600],
    ]);
  });

  test("requires the purchaser and the terms", async () => {
    shop = await createGiftCardShop(server, {
      seller: { web: JSON.stringify({ terms: { html: "<p>No refunds.</p>", version: "2" } }) },
      event: inParts,
    });
    buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(2);
    await buyer.payWith(cart, cardTender(1200));
    expect(paymentOutcome(await buyer.checkOut(cart, {}))).toBe("identity: validation_failed");
    expect(paymentOutcome(await buyer.checkOut(cart))).toBe("checkout: terms_not_accepted");
    expect(
      paymentOutcome(await buyer.checkOut(cart, { identity: ada, terms_accepted: true, terms_version: "1" })),
    ).toBe("checkout: terms_not_accepted");
    expect(await states()).toEqual(["1200 authorized"]);
    expect((await buyer.checkOut(cart, { identity: ada, terms_accepted: true, terms_version: "2" })).body.outcome).toBe(
      "partial",
    );
  });

  test("a first instalment may be sent again without charging again", async () => {
    const cart = await buyer.hold(2);
    await buyer.payWith(cart, cardTender(1200));
    const [one, two] = [await buyer.checkOut(cart), await buyer.checkOut(cart)];
    expect(two.body).toEqual(one.body);
    expect(await states()).toEqual(["1200 captured"]);
    expect(await rows("scheduled_payment")).toHaveLength(3);
  });

  test("a first instalment is recorded by the settling job when the buyer has left", async () => {
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    await buyer.payWith(cart, cardTender(1200));
    expect(await settle()).toBe(1);
    expect(await buyer.readCart(cart)).toMatchObject({ outstanding_balance: "28.00", editable: false });
    expect(await settle()).toBe(0);
  });

  test("a first instalment is recorded once by concurrent checkouts", async () => {
    for (let round = 0; round < 10; round++) {
      shop = await createGiftCardShop(server, { event: inParts });
      buyer = new SplitPaymentBuyer(server, shop);
      const cart = await buyer.hold(2);
      await buyer.savePurchaser(cart);
      await buyer.payWith(cart, cardTender(1200));
      pauseAt("after_order_check", rendezvous(60));
      const answers = await Promise.all([buyer.checkOut(cart, {}), buyer.checkOut(cart, {}), settle()]);
      pauseAt("after_order_check", undefined);
      expect(answers.slice(0, 2)).toMatchObject([{ body: { outcome: "partial" } }, { body: { outcome: "partial" } }]);
      expect(await states()).toEqual(["1200 captured"]);
      expect(await rows("scheduled_payment")).toHaveLength(3);
    }
  });
});

describe("later instalments", () => {
  test("later instalments are paid one by one, and the last makes the order", async () => {
    const cart = await partPaid();
    await daysLater(cart, 14);
    expect(await buyer.readCart(cart)).toMatchObject({ payment_due_by_credit_card: "12.00" });
    await buyer.payWith(cart, cardTender(1200));
    const second = await buyer.checkOut(cart);
    expect(second.body).toMatchObject({ outcome: "partial", ticket_order: { _data: [] } });
    await daysLater(cart, 20);
    expect(shown(await buyer.readCart(cart))).toEqual([expect.stringMatching(/ 16\.00 Overdue$/)]);
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(1600)))).toBe("200");
    const { body } = await buyer.checkOut(cart, {});
    expect(body.outcome).toBe("completed");
    expect(body.ticket_order._data[0].ticket_order_fees[0].total_after_fees_price).toBe("40.00");
    expect(body.cart._data[0]).toMatchObject({ scheduled_payments: [], outstanding_balance: "0" });
    expect(body.cart._data[0].completed_payments).toHaveLength(3);
    expect(body.ticket._data.map(({ state }: { state: string }) => state)).toEqual(["booked", "booked"]);
    const [order] = await rows("ticket_order");
    expect((await rows("payment")).map(({ ticket_order_id }) => ticket_order_id)).toEqual(Array(3).fill(order?.id));
    expect(await emailKinds()).toEqual(["order_confirmation", "part_paid", "part_paid"]);
  });

  test("later instalments may be paid in advance and count for the earliest due date", async () => {
    const cart = await buyer.hold(2);
    await buyer.payWith(cart, cardTender(2000));
    const { body } = await buyer.checkOut(cart);
    expect(shown(body.cart._data[0])).toEqual([
      `${addDays(today(), 14)} 4.00 Upcoming`,
      `${addDays(today(), 28)} 16.00 Upcoming`,
    ]);
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(400)))).toBe("200");
    expect(shown((await buyer.checkOut(cart)).body.cart._data[0])).toEqual([`${addDays(today(), 28)} 16.00 Upcoming`]);
  });

  test("later instalments may be paid by anybody with the link, who does not become the purchaser", async () => {
    const cart = await partPaid();
    const friend = new SplitPaymentBuyer(server, shop);
    expect(paymentOutcome(await friend.post(`/cart/${cart.id}/pay`, [cardTender(1000)]))).toBe("200");
    const answer = await friend.post(`/cart/${cart.id}/guest_checkout`, {
      identity: { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" },
    });
    expect(answer).toMatchObject({ status: 200, body: { outcome: "partial" } });
    expect(await buyer.readCart(cart)).toMatchObject({ outstanding_balance: "18.00" });
    await buyer.payWith(cart, cardTender(1800));
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect((await rows("outbox")).map(({ to_address }) => to_address)).toEqual([ada.email, ada.email, ada.email]);
  });

  test("later instalments may be paid by gift cards, which are released when the card is declined", async () => {
    const gift = await createGiftCard(server, shop, 2000);
    const cart = await partPaid();
    expect(
      paymentOutcome(await buyer.payWith(cart, giftCardTender(gift, 1000), cardTender(1000, cards.declined))),
    ).toBe("payment: card_declined");
    expect(await readGiftCard(server, gift)).toMatchObject({ balance: 2000 });
    expect(await buyer.readCart(cart)).toMatchObject({ editable: false, expires_at: null, payment_in_progress: false });
    expect(paymentOutcome(await buyer.payWith(cart, giftCardTender(gift, 1000), cardTender(1800)))).toBe("200");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await readGiftCard(server, gift)).toMatchObject({ balance: 1000 });
  });

  test("wait ten minutes at a bank, are voided and may be paid again", async () => {
    const cart = await partPaid();
    const response = await buyer.payWith(cart, cardTender(2800, cards.requiresAction));
    const { payment_id } = response.body._data[0]._extra;
    expect((await buyer.readCart(cart)).payment_in_progress).toBe(true);
    await settle();
    expect(await states()).toEqual(["1200 captured", "2800 created"]);
    expect(paymentOutcome(await buyer.checkOut(cart, {}))).toBe("payment: payment_incomplete");
    await sql`update payment set created_at = (created_at at time zone 'utc' - interval '11 minutes') at time zone 'utc' where id = ${payment_id}`.execute(
      server.db,
    );
    await settle();
    expect(await states()).toEqual(["1200 captured", "2800 voided"]);
    expect(await buyer.readCart(cart)).toMatchObject({ payment_in_progress: false, outstanding_balance: "28.00" });
    expect(paymentOutcome(await buyer.payWith(cart, returnTender(payment_id)))).toBe("payment: payment_incomplete");
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(2800)))).toBe("200");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  });

  test("keep the price of the first, whatever becomes of its code", async () => {
    const { id } = await createCodes(server.db, shop, { FIRST: {} });
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
    const held = await buyer.hold(2);
    const { body } = await buyer.post(`/my/cart/${held.id}/apply_code`, { code: "first" });
    const cart = body.cart._data[0] as Cart;
    expect(cart).toMatchObject({ outstanding_balance: "36.00", payment_due_by_credit_card: "10.80" });
    await buyer.savePurchaser(cart);
    await buyer.payWith(cart, cardTender(1080));
    expect((await buyer.checkOut(cart)).body.outcome).toBe("partial");
    await server.db.updateTable("code_group").set({ max_uses_each: 0 }).where("id", "=", id).execute();
    await server.db
      .updateTable("code")
      .set({ valid_to: "2020-01-01T00:00:00Z" })
      .where("code_group_id", "=", id)
      .execute();
    await server.db.updateTable("discount").set({ retired: true }).where("seller_id", "=", shop.seller_id).execute();

    expect(paymentOutcome(await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "first" }))).toBe(
      "code: cart_not_editable",
    );
    expect((await buyer.savePurchaser(cart)).status).toBe(200);
    expect(await buyer.readCart(cart)).toMatchObject({ outstanding_balance: "25.20" });
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(2520)))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("later instalments are refused for a cancelled session", async () => {
    const cart = await partPaid();
    await server.db.updateTable("event_session").set({ cancelled: true }).where("id", "=", shop.session.id).execute();
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(2800)))).toBe("checkout: event_session_not_on_sale");
  });
});

describe("'another amount' lies between the amount due and the balance", () => {
  test.each([
    [1199, "payment: payment_incorrect_amount"],
    [1200, "200"],
    [1201, "200"],
    [3999, "200"],
    [4000, "200"],
    [4001, "payment: payment_incorrect_amount"],
  ])("12.00 due of 40.00: %i", async (amount, expected) => {
    const cart = await buyer.hold(2);
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(amount)))).toBe(expected);
  });

  test.each([
    [0, "payment: payment_incorrect_amount"],
    [49, "payment: payment_not_supported"],
    [50, "200"],
    [2800, "200"],
    [2801, "payment: payment_incorrect_amount"],
  ])("nothing due of 28.00: %i", async (amount, expected) => {
    const cart = await partPaid();
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(amount)))).toBe(expected);
    expect(paymentOutcome(await buyer.payWith(cart, { gateway_id: "free", amount: "0" }))).toBe(
      "payment: payment_incorrect_amount",
    );
  });

  test("captures nothing while another payment of the attempt is undecided", async () => {
    const gift = await createGiftCard(server, shop, 2000);
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    expect(
      paymentOutcome(await buyer.payWith(cart, giftCardTender(gift, 1200), cardTender(2800, cards.requiresAction))),
    ).toBe("payment: intent_requires_action");
    expect(paymentOutcome(await buyer.checkOut(cart, {}))).toBe("payment: payment_incomplete");
    await settle();
    expect(await readGiftCard(server, gift)).toMatchObject({ entries: ["debit -1200"] });
    expect(await rows("scheduled_payment")).toEqual([]);
  });
});

test("a seller without payment plans shows no instalments", async () => {
  shop = await createGiftCardShop(server);
  await recordPrices(server, shop);
  buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(2);
  expect(cart).toMatchObject({ scheduled_payments: [], payment_due_by_credit_card: "40.00" });
  expect(paymentOutcome(await buyer.payWith(cart, cardTender(1200)))).toBe("payment: payment_incorrect_amount");
});
