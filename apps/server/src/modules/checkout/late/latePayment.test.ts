import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { createSeatedShop } from "../../../../test/shop/createSeatedShop.ts";
import { createCodes, createCheckoutRule } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import {
  confirmAtTestBank,
  payAfterExpiry,
  createSettler,
  expireCart,
} from "../../../../test/payments/latePayments.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
const logged: object[] = [];

setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 2 }] } });
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
  logged.length = 0;
});

const settle = () => createSettler(server, (fields) => void logged.push(fields))();
const ofSeller = async <
  T extends "payment" | "refund" | "ticket_order" | "outbox" | "test_gateway_intent" | "test_gateway_refund",
>(
  table: T,
) =>
  (await server.db
    .selectFrom(table as "payment")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .execute()) as unknown as Record<string, unknown>[];
const emailKinds = async () =>
  (await ofSeller("outbox")).map(({ kind, to_address, message }) => ({
    kind,
    to_address,
    text: (message as { text: string }).text,
  }));
/** The payer confirms at their bank after the cart has expired. */
const lateAtBank = async (quantity = 2) => {
  const cart = await buyer.hold(quantity);
  return { cart, ...(await payAfterExpiry(server, buyer, cart)) };
};
/** A debit that was processing when its cart expired; normally a lease prevents this. */
const clearedLate = async (quantity = 2) => {
  const cart = await buyer.hold(quantity);
  await buyer.savePurchaser(cart);
  await buyer.pay(cart, cards.clearsLater);
  await expireCart(server, cart);
  await sql`update test_gateway_intent set created_at = (created_at at time zone 'utc' - interval '1 hour') at time zone 'utc' where seller_id = ${shop.seller_id}`.execute(
    server.db,
  );
  return cart;
};
const otherBuyerBuys = async (quantity = 1) =>
  expect((await new TestBuyer(server, shop).buy(quantity)).body.outcome).toBe("completed");

describe("a payment authorized after the hold has expired", () => {
  test("a payment authorized after the hold has expired is captured for the restored cart when everything is still available", async () => {
    const { cart } = await lateAtBank();
    await settle();
    expect(await ofSeller("ticket_order")).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
    expect(await ofSeller("test_gateway_intent")).toMatchObject([{ status: "succeeded" }]);
    expect((await emailKinds()).map(({ kind }) => kind)).toEqual(["order_confirmation"]);
    expect(logged).toEqual([]);
  });

  test("restores held prices and omits tickets removed before", async () => {
    const cart = await buyer.hold(2);
    const [first] = cart.lines[0]?.types[0]?.ticket_ids ?? [];
    const { body } = await buyer.post(`/my/cart/${cart.id}/modify`, { remove: [first] });
    const smaller = body.cart._data[0] as Cart;
    await buyer.savePurchaser(smaller);
    const { action_url } = (await buyer.pay(smaller, cards.requiresAction)).body._data[0]._extra;
    await expireCart(server, smaller);
    await server.db.updateTable("ticket_type").set({ currency_amount: 9900 }).where("id", "=", shop.type.id).execute();
    await confirmAtTestBank(server, action_url);
    await settle();
    expect(await ofSeller("ticket_order")).toMatchObject([{ total: 2000 }]);
  });

  test("a payment authorized after the hold has expired is voided if the places are sold, and the buyer gets an e-mail", async () => {
    await lateAtBank();
    await otherBuyerBuys(1);
    await settle();
    await settle();
    const mine = (await ofSeller("payment")).filter(({ state }) => state === "voided");
    expect(mine).toHaveLength(1);
    expect((await ofSeller("test_gateway_intent")).map(({ status }) => status).toSorted()).toEqual([
      "canceled",
      "succeeded",
    ]);
    const [email, ...more] = (await emailKinds()).filter(({ kind }) => kind === "payment_returned");
    expect(email).toMatchObject({ to_address: ada.email });
    expect(email?.text).toContain("Your card has not been charged.");
    expect(more).toEqual([]);
  });

  test("a payment authorized after the hold has expired is voided together with its e-mail, also when the e-mail cannot be written at first", async () => {
    const { cart } = await lateAtBank();
    await otherBuyerBuys(1);
    const stateOfPayment = async () => (await ofSeller("payment")).find(({ cart_id }) => cart_id === cart.id)?.state;
    await server.runAsOwner("alter table outbox add constraint outbox_is_broken check (kind = '') not valid");
    await settle();
    await server.runAsOwner("alter table outbox drop constraint outbox_is_broken");
    expect(await stateOfPayment()).toBe("authorized");
    await settle();
    expect(await stateOfPayment()).toBe("voided");
    expect((await emailKinds()).filter(({ kind }) => kind === "payment_returned")).toHaveLength(1);
    logged.length = 0;
  });

  test("a payment authorized after the hold has expired is voided when the code was released with the hold and used by another", async () => {
    const codes = await createCodes(server.db, shop, { PRESALE: { max_uses: 1 } });
    await createCheckoutRule(server.db, shop, {
      blocks: "checkout",
      code_group_id: codes.id,
      conditions: [{ event_template_ids: [shop.event.id], min: 1 }],
    });
    const withCode = async (who: TestBuyer) => {
      const cart = await who.hold(1);
      expect((await who.post(`/my/cart/${cart.id}/apply_code`, { code: "PRESALE" })).status).toBe(200);
      await who.savePurchaser(cart);
      return cart;
    };
    const cart = await withCode(buyer);
    const { action_url } = (await buyer.pay(cart, cards.requiresAction)).body._data[0]._extra;
    await expireCart(server, cart);
    const other = new TestBuyer(server, shop);
    const theirs = await withCode(other);
    await other.pay(theirs, cards.good);
    expect((await other.checkOut(theirs)).body.outcome).toBe("completed");
    await confirmAtTestBank(server, action_url);
    await settle();
    await settle();
    expect(await ofSeller("ticket_order")).toMatchObject([{ cart_id: theirs.id }]);
    expect((await ofSeller("test_gateway_intent")).map(({ status }) => status).toSorted()).toEqual([
      "canceled",
      "succeeded",
    ]);
  });

  test("releases an expired cart that holds the places", async () => {
    const { cart } = await lateAtBank();
    const idle = await new TestBuyer(server, shop).hold(1);
    await sql`update cart set expires_at = app_now() - interval '1 second' where id = ${idle.id}`.execute(server.db);
    await settle();
    expect(await ofSeller("ticket_order")).toMatchObject([{ cart_id: cart.id }]);
  });

  test.each([
    [
      "the sales of the session were stopped",
      (id: string) => sql`update event_session set sales_closed_at = app_now() where id = ${id}`,
    ],
    ["the session was cancelled", (id: string) => sql`update event_session set cancelled = true where id = ${id}`],
    [
      "the session is over",
      (id: string) =>
        sql`update event_session set start_datetime = app_now() - interval '3 hours', end_datetime = app_now() - interval '1 hour' where id = ${id}`,
    ],
    ["the session is no longer sold", (id: string) => sql`update event_session set retired = true where id = ${id}`],
  ])("a payment authorized after the hold has expired is voided when %s", async (_, change) => {
    await lateAtBank();
    await change(shop.session.id).execute(server.db);
    await settle();
    expect(await ofSeller("payment")).toMatchObject([{ state: "voided" }]);
    expect(await ofSeller("ticket_order")).toEqual([]);
  });

  test("restores the same seat, and is voided when another buyer has it", async () => {
    const hall = await createSeatedShop(server.db);
    shop = hall;
    buyer = new TestBuyer(server, hall);
    const held = async (seats: string[]) => {
      const cart = await buyer.hold(seats.length, hall.type.id, seats.map(hall.seatId));
      await payAfterExpiry(server, buyer, cart);
      return cart;
    };
    await held(["A1", "A2"]);
    const other = new TestBuyer(server, hall);
    const theirs = await other.hold(2, hall.type.id, ["A2", "A3"].map(hall.seatId));
    await settle();
    expect(await ofSeller("ticket_order")).toEqual([]);
    expect(await ofSeller("payment")).toMatchObject([{ state: "voided" }]);
    await other.pay(theirs, cards.good);
    await other.checkOut(theirs);

    buyer = new TestBuyer(server, hall);
    const free = await held(["A4", "A5"]);
    await settle();
    expect((await ofSeller("ticket_order")).map(({ cart_id }) => cart_id)).toContain(free.id);
  });
});

describe("a payment captured after the hold has expired", () => {
  test("makes the order when everything is still available", async () => {
    const cart = await clearedLate();
    await settle();
    expect(await ofSeller("ticket_order")).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
    expect(await ofSeller("refund")).toEqual([]);
  });

  test("a payment captured after the hold has expired is refunded once when others have the places, and the buyer is told", async () => {
    const cart = await clearedLate();
    await otherBuyerBuys(1);
    await Promise.all([settle(), settle(), settle()]);
    await settle();
    expect(await ofSeller("refund")).toMatchObject([{ amount: 4000, state: "succeeded", reason: "late" }]);
    expect(await ofSeller("test_gateway_refund")).toMatchObject([{ amount: 4000 }]);
    const back = (await ofSeller("payment")).find(({ cart_id }) => cart_id === cart.id);
    expect(back).toMatchObject({ state: "refunded", refunded: 4000, refunding: 0 });
    const [email, ...more] = (await emailKinds()).filter(({ kind }) => kind === "payment_returned");
    expect(email?.text).toContain("We have refunded it to your original payment method.");
    expect(more).toEqual([]);
    expect(logged).toMatchObject([{ event: "late_payment_refunded" }]);
    expect(JSON.stringify(logged)).not.toContain(ada.email);
  });

  test("a payment captured after the hold has expired is refunded at once when the purchaser is unknown", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.clearsLater);
    await expireCart(server, cart);
    await sql`update test_gateway_intent set created_at = (created_at at time zone 'utc' - interval '1 hour') at time zone 'utc' where seller_id = ${shop.seller_id}`.execute(
      server.db,
    );
    await settle();
    expect(await ofSeller("payment")).toMatchObject([{ state: "refunded" }]);
    expect(await emailKinds()).toEqual([]);
  });

  test("a payment captured after the hold has expired is refunded when another payment has paid for the cart, and the order stays", async () => {
    const cart = await clearedLate();
    await settle();
    const [first] = await ofSeller("payment");
    await sql`insert into test_gateway_intent (seller_id, id, idempotency_key, status, amount, currency, card)
      values (${shop.seller_id}, 'ti_twice', 'a0000000-0000-4000-8000-000000000001', 'succeeded', 4000, 'USD', '4242424242424242')`.execute(
      server.db,
    );
    await sql`insert into payment (seller_id, id, cart_id, cart_version, gateway_id, state, amount, currency, provider_ref)
      values (${shop.seller_id}, 'a0000000-0000-4000-8000-000000000001', ${cart.id}, 99, 'test', 'processing', 4000, 'USD', 'ti_twice')`.execute(
      server.db,
    );
    await settle();
    const payments = await ofSeller("payment");
    expect(payments.map(({ id, state }) => [id === first?.id, state]).toSorted()).toEqual([
      [false, "refunded"],
      [true, "captured"],
    ]);
    expect(await ofSeller("ticket_order")).toHaveLength(1);
  });

  test.each([
    ["its tickets are still available: an order", 0, ["captured"]],
    ["they are not: a refund", 2, ["captured", "refunded"]],
  ])(
    "a payment captured after the hold has expired that was unknown to its provider, and %s",
    async (_, others, states) => {
      await clearedLate();
      await sql`update payment set state = 'failed', failure = 'never_reached: The provider was never reached.' where seller_id = ${shop.seller_id}`.execute(
        server.db,
      );
      if (others > 0) await otherBuyerBuys(others);
      await settle();
      expect((await ofSeller("payment")).map(({ state }) => state).toSorted()).toEqual(states);
      expect(await ofSeller("ticket_order")).toHaveLength(1);
    },
  );
});

describe("a buyer waiting at the page", () => {
  test("continues with a restored cart", async () => {
    const { cart, payment_id } = await lateAtBank();
    const answer = await buyer.resumePayment(cart, payment_id);
    expect(answer).toMatchObject({ status: 409, body: { _data: [{ _code: "cart_booked" }] } });
    expect(await ofSeller("ticket_order")).toHaveLength(1);
  });

  test("a buyer waiting at the page is told at once that the card was not charged", async () => {
    const { cart, payment_id } = await lateAtBank();
    await otherBuyerBuys(1);
    const expired = {
      status: 410,
      body: { _data: [{ _description: "Cart timed out Your card has not been charged." }] },
    };
    expect(await buyer.resumePayment(cart, payment_id)).toMatchObject(expired);
    expect((await ofSeller("test_gateway_intent")).map(({ status }) => status)).toContain("canceled");
    expect(await buyer.checkOut(cart)).toMatchObject(expired);
  });

  test("a buyer waiting at the page is told that the payment is refunded", async () => {
    const cart = await clearedLate();
    await otherBuyerBuys(1);
    expect(await buyer.checkOut(cart)).toMatchObject({
      status: 410,
      body: {
        _data: [{ _description: "Cart timed out Your payment is being refunded to your original payment method." }],
      },
    });
  });

  test("a buyer waiting at the page without a payment is told only that the cart has expired", async () => {
    const cart = await buyer.hold(1);
    await expireCart(server, cart);
    expect(await buyer.pay(cart, cards.good)).toMatchObject({
      status: 410,
      body: { _data: [{ _description: "Cart timed out" }] },
    });
  });
});
