import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { settleOpenPayments } from "../../../jobs/settleOpenPayments.ts";
import { gatewayFinder } from "../../../providers/payments/gatewayRegistry.ts";
import type { PaymentGateway } from "../../../providers/payments/paymentGateway.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { keylessProviders } from "../../../../test/app/testProviders.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let base: TestApp;
let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
/** Replacements for calls of the provider. A call without one uses the test gateway. */
let during: Partial<Record<"authorize" | "capture", () => Promise<unknown>>> = {};
let refusesCapture = false;

const outsideOf = (real: TestApp) => {
  const find = gatewayFinder({ databaseOf: (id) => real.connections.forSeller(id) }, { test: true });
  return {
    sign: (text: string) => Buffer.from(text.padEnd(43)).toString("base64url"),
    findGateway: async (id: string, seller: string): Promise<PaymentGateway | undefined> => {
      const gateway = await find(id, seller);
      return (
        gateway && {
          ...gateway,
          authorize: async (charge) => {
            await during.authorize?.();
            return gateway.authorize(charge);
          },
          capture: async (payment) => {
            await during.capture?.();
            return refusesCapture
              ? { status: "failed", ref: payment.ref, code: "card_declined", message: "Your card was declined." }
              : gateway.capture(payment);
          },
        }
      );
    },
    ...keylessProviders,
    mail: undefined,
    origin: "http://localhost",
  };
};

beforeAll(async () => {
  base = await openTestApp();
  server = await openTestApp({ providers: outsideOf(base) }, base);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
  await base.close();
});
beforeEach(async () => {
  during = {};
  refusesCapture = false;
  shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 2 }] } });
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
});

const logged: object[] = [];
const settle = () =>
  settleOpenPayments(
    {
      connections: server.connections,
      providers: outsideOf(server),
      findSeller: sellerFinder(server.db, 0),
      log: {
        info: () => undefined,
        warn: (fields) => void logged.push(fields),
        error: (fields) => void logged.push(fields),
      },
    },
    -1,
  );
/** Moves a cart's hold and lease an hour into the past. */
const anHourLater = (cart_id: string) =>
  sql`update cart set expires_at = (expires_at at time zone 'utc' - interval '1 hour') at time zone 'utc', leased_until = (leased_until at time zone 'utc' - interval '1 hour') at time zone 'utc' where id = ${cart_id}`.execute(
    server.db,
  );
const leaseOver = (cart_id: string) =>
  sql`update cart set leased_until = app_now() - interval '1 second' where id = ${cart_id}`.execute(server.db);
const paymentStates = async () =>
  (
    await server.db
      .selectFrom("payment")
      .select("state")
      .where("seller_id", "=", shop.seller_id)
      .orderBy("created_at")
      .execute()
  ).map(({ state }) => state);
const intentStates = async () =>
  (
    await server.db
      .selectFrom("test_gateway_intent")
      .select("status")
      .where("seller_id", "=", shop.seller_id)
      .orderBy("created_at")
      .execute()
  ).map(({ status }) => status);
const orders = () => server.db.selectFrom("ticket_order").selectAll().where("seller_id", "=", shop.seller_id).execute();
const atTheBank = (action_url: string, decision: "agree" | "refuse") =>
  server.app.inject({
    method: "POST",
    url: action_url.replace("http://localhost", ""),
    payload: `decision=${decision}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

describe("an authorization keeps its tickets until it is decided", () => {
  test("while the provider takes an hour to capture it", async () => {
    const cart = await buyer.hold(2);
    await buyer.pay(cart, cards.good);
    during.capture = async () => {
      await anHourLater(cart.id);
      await releaseExpiredHolds(server.db);
      const late = new TestBuyer(server, shop);
      const request = ticketLine(shop.event, 1);
      expect((await late.post("/my/cart/modify", { add: [request] })).body._data[0]._code).toBe(
        "event_session_sold_out",
      );
    };
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await paymentStates()).toEqual(["captured"]);
  });

  test("an authorization keeps its tickets until it is decided after an outage of an hour, also when expired holds are released first", async () => {
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    await buyer.pay(cart, cards.good);
    await anHourLater(cart.id);
    await releaseExpiredHolds(server.db);
    await settle();
    expect(await orders()).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
    expect(await intentStates()).toEqual(["succeeded"]);
  });

  test("an authorization keeps its tickets until it is decided is voided without a purchaser, and the cart may expire again", async () => {
    const cart = await buyer.hold(2);
    await buyer.pay(cart, cards.good);
    await anHourLater(cart.id);
    await settle();
    expect(await intentStates()).toEqual(["canceled"]);
    await anHourLater(cart.id);
    await releaseExpiredHolds(server.db);
    expect((await buyer.checkOut(cart)).body._data[0]._code).toBe("cart_expired");
    expect(await orders()).toEqual([]);
  });

  test("an authorization keeps its tickets until it is decided is voided when its capture is refused", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    refusesCapture = true;
    expect((await buyer.checkOut(cart)).status).toBe(402);
    expect(await paymentStates()).toEqual(["failed"]);
    refusesCapture = false;
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });
});

describe("a payment for an older version of the cart", () => {
  const paidThenChanged = async () => {
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    const action = (await buyer.pay(cart, cards.requiresAction)).body._data[0]._extra as {
      payment_id: string;
      action_url: string;
    };
    await leaseOver(cart.id);
    const tickets = cart.lines[0]?.types[0]?.ticket_ids ?? [];
    const { body } = await buyer.post(`/my/cart/${cart.id}/modify`, { remove: tickets.slice(0, 1) });
    return { cart: body.cart._data[0] as typeof cart, ...action };
  };

  test("a payment for an older version of the cart is never captured, and its end does not change the cart", async () => {
    const { cart, action_url } = await paidThenChanged();
    await atTheBank(action_url, "agree");
    await settle();
    expect(await intentStates()).toEqual(["canceled"]);
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0]).toMatchObject({
      payment_in_progress: false,
      outstanding_balance: "20.00",
    });
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await intentStates()).toEqual(["canceled", "succeeded"]);
  });

  test("a payment for an older version of the cart does not end the lease of the current payment when it fails", async () => {
    const { cart, action_url } = await paidThenChanged();
    const second = (await buyer.pay(cart, cards.requiresAction)).body._data[0]._extra;
    await atTheBank(action_url, "refuse");
    await settle();
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].payment_in_progress).toBe(true);
    await atTheBank(second.action_url, "agree");
    expect((await buyer.resumePayment(cart, second.payment_id)).status).toBe(200);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await paymentStates()).toEqual(["failed", "captured"]);
  });

  test("a payment for an older version of the cart does not count when the current one is checked out", async () => {
    const { cart, action_url } = await paidThenChanged();
    await atTheBank(action_url, "agree");
    await buyer.pay(cart, cards.good);
    // The status that settling would record, without its consequences.
    await server.db
      .updateTable("payment")
      .set({ state: "authorized" })
      .where("seller_id", "=", shop.seller_id)
      .where("state", "=", "created")
      .execute();
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    await settle();
    expect((await paymentStates()).toSorted()).toEqual(["captured", "voided"]);
    expect((await intentStates()).toSorted()).toEqual(["canceled", "succeeded"]);
  });
});

describe("a payment abandoned while its provider was answering", () => {
  test.each([
    ["authorized", cards.good],
    ["waiting for the bank", cards.requiresAction],
    ["processing", cards.clearsLater],
  ])("a payment abandoned while its provider was answering is voided although it is %s now", async (_, card) => {
    const cart = await buyer.hold(1);
    during.authorize = settle;
    const answer = await buyer.pay(cart, card);
    expect(answer).toMatchObject({
      status: 402,
      body: { _data: [{ _description: "Your card has not been charged. Please try again." }] },
    });
    expect(await intentStates()).toEqual(["canceled"]);
    during = {};
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });
});

describe("settlePayments", () => {
  test("beside its buyer's checkout makes one order and one charge, in each round", async () => {
    for (let round = 0; round < roundsToday(10); round++) {
      shop = await createTestShop(server.db);
      buyer = new TestBuyer(server, shop);
      const cart = await buyer.hold(1);
      await buyer.savePurchaser(cart);
      await buyer.pay(cart, cards.good);
      const [answer] = await Promise.all([
        buyer.checkOut(cart, {}),
        settle(),
        settle(),
        releaseExpiredHolds(server.db),
      ]);
      expect(answer.body.outcome).toBe("completed");
      expect(await orders()).toHaveLength(1);
      expect(await intentStates()).toEqual(["succeeded"]);
    }
  });

  test("reaches every payment in turn, however many are clearing", async () => {
    const cart = await buyer.hold(1);
    const many = Array.from({ length: 100 }, () => crypto.randomUUID());
    await server.db
      .insertInto("payment")
      .values(
        many.map((id, place) => ({
          seller_id: shop.seller_id,
          id,
          cart_id: cart.id,
          cart_version: -place - 1,
          gateway_id: "test" as const,
          state: "processing" as const,
          amount: 100,
          currency: "USD",
          gateway_data: "{}",
          updated_at: "2026-01-01T00:00:00Z",
        })),
      )
      .execute();
    await server.db
      .insertInto("test_gateway_intent")
      .values(
        many.map((id) => ({
          seller_id: shop.seller_id,
          id: `ti_${id}`,
          idempotency_key: id,
          status: "processing" as const,
          amount: 100,
          currency: "USD",
          card: "4000000000000093",
        })),
      )
      .execute();
    const other = new TestBuyer(server, shop);
    const theirs = await other.hold(1);
    await other.savePurchaser(theirs);
    await other.pay(theirs, cards.good);
    await settle();
    expect(await orders()).toEqual([]);
    await settle();
    expect(await orders()).toMatchObject([{ cart_id: theirs.id }]);
  });
});

describe("a visitor with a cart's link", () => {
  const linked = (who: TestBuyer, cart_id: string, identity: object) =>
    who.post(`/cart/${cart_id}/guest_checkout`, { identity });
  const payLinked = (who: TestBuyer, cart_id: string) =>
    who.post(`/cart/${cart_id}/pay`, [
      {
        gateway_id: "test",
        amount: "20.00",
        gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
      },
    ]);
  const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };

  test("pays for a cart without a purchaser and becomes it; repeated, gets the same order", async () => {
    const cart = await buyer.hold(1);
    const friend = new TestBuyer(server, shop);
    await payLinked(friend, cart.id);
    const { body } = await linked(friend, cart.id, grace);
    expect(body).toMatchObject({ outcome: "completed", ticket_order: { _data: [{ cart_id: cart.id }] } });
    expect((await linked(friend, cart.id, { ...grace, email: "GRACE@example.org" })).body.ticket_order).toEqual(
      body.ticket_order,
    );
  });

  test("a visitor with a cart's link is not shown somebody else's order", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    await buyer.checkOut(cart);
    const eve = new TestBuyer(server, shop);
    for (const body of [{ identity: grace }, {}]) {
      const answer = await eve.post(`/cart/${cart.id}/guest_checkout`, body);
      expect(answer).toMatchObject({ status: 409, body: { _data: [{ _code: "cart_booked" }] } });
      expect(JSON.stringify(answer.body)).not.toContain("token");
    }
  });

  test("a visitor with a cart's link does not replace the purchaser or get the order", async () => {
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart);
    await buyer.pay(cart, cards.good);
    const eve = new TestBuyer(server, shop);
    expect((await linked(eve, cart.id, grace)).body._data[0]._code).toBe("cart_booked");
    const [mail] = await server.db.selectFrom("outbox").selectAll().where("seller_id", "=", shop.seller_id).execute();
    expect(mail?.to_address).toBe(ada.email);
    expect((await buyer.checkOut(cart)).body.ticket_order._data).toHaveLength(1);
  });
});

describe("a debit that clears for an unknown purchaser", () => {
  const cleared = async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.clearsLater);
    await sql`update test_gateway_intent set created_at = (created_at at time zone 'utc' - interval '1 hour') at time zone 'utc' where seller_id = ${shop.seller_id}`.execute(
      server.db,
    );
    await settle();
    await anHourLater(cart.id);
    await releaseExpiredHolds(server.db);
    return cart;
  };

  test("waits for them to return", async () => {
    const cart = await cleared();
    await settle();
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("a debit that clears for an unknown purchaser is refunded after an hour, and its places are free", async () => {
    const cart = await cleared();
    await server.runAsOwner(
      `set app.seller = '*'; update payment_audit set occurred_on = (occurred_on at time zone 'utc' - interval '61 minutes') at time zone 'utc' where seller_id = '${shop.seller_id}'`,
    );
    await settle();
    expect(await paymentStates()).toEqual(["refunded"]);
    expect(logged.splice(0)).toMatchObject([{ event: "late_payment_refunded", cart_id: cart.id, state: "succeeded" }]);
    await anHourLater(cart.id);
    await releaseExpiredHolds(server.db);
    await settle();
    expect((await new TestBuyer(server, shop).buy(2)).body.outcome).toBe("completed");
    expect(await paymentStates()).toEqual(["refunded", "captured"]);
  });
});

test("logs no expected situation as an error", () => expect(logged).toEqual([]));
