import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { doneOrWaiting } from "../../../../test/database/doneOrWaiting.ts";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { cartState, openChange, usedPlaces } from "../../../../test/orders/requestChange.ts";
import { rewriteJournal } from "../../../../test/orders/rewriteJournal.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { countLockWaits } from "../../../../test/database/countLockWaits.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { confirmAtTestBank, createSettler, expireCart } from "../../../../test/payments/latePayments.ts";
import { cardTender, returnTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { recordRefunds } from "../refund/recordRefunds.ts";
import { refundPayment } from "../refund/refundPayment.ts";

let server: TestApp;
/** A second server on the same database, because one server serialises the requests for a cart. */
let other: TestApp;
let settle: () => Promise<number>;
const logged: object[] = [];
beforeAll(async () => {
  server = await openTestApp();
  other = await openTestApp({}, server);
  settle = createSettler(server, (fields) => void logged.push(fields));
});
afterEach(() => {
  pauseAt("change_locked", undefined);
  pauseAt("order_change_locked", undefined);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await other.close();
  await server.close();
});

/** A buyer with two adults at 20.00, and a change of the first one to a Senior at 25.00 a day later. */
const openDearerMove = async () => {
  const shop = await createChangeShop(server, everyChange, {
    groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
    sessions: [{ inDays: 7 }, { inDays: 8, capacity: 3 }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const order = orderOf(await buyer.buy(2));
  const open = (quantity = 1, gives_up: readonly string[] = order.tickets.slice(0, 1)): Promise<Cart> =>
    openChange(buyer, { order, gives_up, add: [seniorLater(shop, quantity)] });
  return { shop, buyer, order, open, cart: await open() };
};
type Opened = Awaited<ReturnType<typeof openDearerMove>>;
const seniorLater = (shop: TestShop, quantity: number) => ({
  session_id: shop.event.sessions[1]?.id ?? "",
  type_id: shop.group.types[1]?.id ?? "",
  quantity,
});

const paymentOf = async ({ shop, cart }: Pick<Opened, "shop" | "cart">) =>
  (await shopRows(server, "payment", shop)).find(({ cart_id }) => cart_id === cart.id);
const refundFirstPayment = async (shop: TestShop) => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  const bought = (await shopRows(server, "payment", shop)).find(({ amount }) => amount === 4000);
  const db = server.connections.forSeller(shop.seller_id);
  return refundPayment(
    { db, seller, providers: testProviders(server) },
    { payment_id: String(bought?.id), reason: "requested" },
  );
};
/** Pays with a card that needs a step at the bank. Returns the payment's id and a function that takes the step. */
const startAtBank = async ({ buyer, cart }: Pick<Opened, "buyer" | "cart">) => {
  const reply = await buyer.payWith(cart, cardTender(500, cards.requiresAction));
  expect(refusalOf(reply)).toBe("402 intent_requires_action");
  const { payment_id, action_url } = reply.body._data[0]._extra;
  return { payment_id: String(payment_id), confirm: () => confirmAtTestBank(server, action_url) };
};
const expectMoneyBack = async (opened: Pick<Opened, "shop" | "cart">): Promise<void> => {
  expect(await paymentOf(opened)).toMatchObject({ state: "refunded", refunded: 500, ticket_order_id: null });
  expect(await cartState(server, opened.cart)).toBe("expired");
  expect((await usedPlaces(server, opened.shop))[1]).toBe(0);
  const mails = (await shopRows(server, "outbox", opened.shop)).filter(({ kind }) => kind === "payment_returned");
  expect(JSON.stringify(mails.map(({ message }) => message))).toContain("We could not change your order");
};

describe("a ticket that is used at the door while its change is paid for", () => {
  test("stays, the money is released and the order is left as it is", async () => {
    const opened = await openDearerMove();
    const { shop, buyer, order, cart } = opened;
    expect(refusalOf(await buyer.payWith(cart, cardTender(500)))).toBe("200");
    await redeemTicket(server.db, order.tickets[0]);
    expect(refusalOf(await buyer.checkOut(cart, {}))).toBe("409 ticket_state_incorrect");
    expect(await paymentOf(opened)).toMatchObject({ state: "voided" });
    expect(await shopRows(server, "order_change", shop)).toEqual([]);
  });

  test("stays, and money that was captured goes back and the new ticket's place is free", async () => {
    const opened = await openDearerMove();
    const { shop, buyer, order, cart } = opened;
    await buyer.payWith(cart, cardTender(500));
    // The ticket is used after the last check, while the money is captured.
    pauseAt("after_order_check", async () => {
      await redeemTicket(server.db, order.tickets[0]);
    });
    const reply = await buyer.checkOut(cart, {});
    pauseAt("after_order_check", undefined);
    expect(refusalOf(reply)).toBe("409 ticket_state_incorrect");
    expect(reply.body._data[0]._description).toContain("refunded");
    await expectMoneyBack(opened);
    expect(await shopRows(server, "order_change", shop)).toEqual([]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "redeemed", "unbooked"]);
  });
});

describe("a free change whose ticket is used between its two transactions", () => {
  const overtake = async () => {
    const { shop, buyer, order } = await openDearerMove();
    const adults = { session_id: shop.event.sessions[1]?.id ?? "", type_id: shop.type.id, quantity: 1 };
    const cart = await openChange(buyer, { order, gives_up: order.tickets.slice(0, 1), add: [adults] });
    pauseAt("after_order_check", async () => {
      await redeemTicket(server.db, order.tickets[0]);
      // The second request either joins the same batch or waits for the cart.
      for (let looked = 0; looked < 30 && (await countLockWaits(server.db)) === 0; looked++) await sleep(10);
    });
    const replies = await Promise.all([buyer.checkOut(cart, {}), buyer.checkOut(cart, {})]);
    pauseAt("after_order_check", undefined);
    return { shop, buyer, order, cart, replies };
  };

  test("is refused, and its new place is free at once", async () => {
    const { shop, cart, replies } = await overtake();
    expect(replies.map(refusalOf)).toEqual(["409 ticket_state_incorrect", "409 ticket_state_incorrect"]);
    expect(JSON.stringify(replies[0]?.body)).not.toContain("refunded");
    expect(await cartState(server, cart)).toBe("expired");
    expect(await usedPlaces(server, shop)).toEqual([2, 0]);
    expect(await shopRows(server, "order_change", shop)).toEqual([]);
  });

  test("does not prevent the order from being changed again at once", async () => {
    const { shop, order, cart, buyer } = await overtake();
    expect(refusalOf(await buyer.checkOut(cart, {}))).toBe("410 cart_expired");
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(1)))).toBe("200");
  });
});

test("an order that is refunded while its change is paid for at the bank is not changed, and the payment is refunded", async () => {
  const opened = await openDearerMove();
  const { shop, buyer, order, cart } = opened;
  const { payment_id, confirm } = await startAtBank(opened);
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets))).toBe("409 payment_in_progress");
  await expect(refundFirstPayment(shop)).rejects.toMatchObject({ code: "payment_in_progress" });
  // A refund in the provider's dashboard does not check for open changes.
  await sql`update ticket set state = 'cancelled' where id = any(${order.tickets}::uuid[])`.execute(server.db);
  await sql`update event_session set used_capacity = used_capacity - 2 where id = ${shop.session.id}`.execute(
    server.db,
  );
  // The new ticket keeps the place in the group that it took over from one of them.
  await sql`update ticket_group set used_capacity = used_capacity - 1 where id = ${shop.group.id}`.execute(server.db);
  await sql`insert into refund (seller_id, id, payment_id, amount, currency, reason, state, provider_ref)
    select seller_id, gen_random_uuid(), id, amount, currency, 'external', 'succeeded', 'tr_' || id from payment where ticket_order_id = ${order.id} returning seller_id`.execute(
    server.db,
  );
  await sql`update payment set refunded = amount, state = 'refunded' where ticket_order_id = ${order.id}`.execute(
    server.db,
  );
  await rewriteJournal(server, shop);
  await confirm();
  expect(refusalOf(await buyer.payWith(cart, returnTender(payment_id)))).toBe("409 ticket_state_incorrect");
  await settle();
  expect(["voided", "refunded"]).toContain((await paymentOf(opened))?.state);
  expect(await shopRows(server, "order_change", shop)).toEqual([]);
});

describe("a payment that is confirmed at the bank", () => {
  test("completes the change when the buyer returns in another window", async () => {
    const opened = await openDearerMove();
    const { payment_id, confirm } = await startAtBank(opened);
    await confirm();
    const window = new SplitPaymentBuyer(server, opened.shop, opened.buyer.cookie);
    expect(refusalOf(await window.payWith(opened.cart, returnTender(payment_id)))).toBe("200");
    expect((await window.checkOut(opened.cart, {})).body).toMatchObject({
      outcome: "completed",
      ticket_order: { _data: [{ id: opened.order.id }] },
    });
  });

  test("completes the change when the buyer closed the window and sends no further request", async () => {
    const opened = await openDearerMove();
    const { confirm } = await startAtBank(opened);
    await confirm();
    await settle();
    await settle();
    expect(await shopRows(server, "order_change", opened.shop)).toMatchObject([{ paid: 500 }]);
    expect(await cartState(server, opened.cart)).toBe("completed");
  });

  test("completes the change when its hold had expired and the place is still free", async () => {
    const opened = await openDearerMove();
    const { confirm } = await startAtBank(opened);
    await expireCart(server, opened.cart);
    expect((await usedPlaces(server, opened.shop))[1]).toBe(0);
    await confirm();
    await settle();
    await settle();
    expect(await shopRows(server, "order_change", opened.shop)).toMatchObject([{ paid: 500 }]);
    expect(await usedPlaces(server, opened.shop)).toEqual([1, 1]);
  });

  test.each([
    {
      what: "the order no longer has the ticket",
      spoil: async ({ shop, order }: Opened) =>
        refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1))),
      says: "We could not change your order",
    },
    {
      what: "another change of the order is open",
      spoil: async ({ open }: Opened) => ((await open()) ? "200" : ""),
      says: "We could not change your order",
    },
    {
      what: "the place is taken",
      spoil: async ({ shop }: Opened) => {
        const rival = withLink(server, shop);
        return refusalOf(
          await rival.post("/my/cart/modify", {
            add: [
              {
                event_template_id: shop.event.id,
                event_session_id: seniorLater(shop, 3).session_id,
                ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 3 }],
              },
            ],
          }),
        );
      },
      says: "no longer available",
    },
  ])("is refunded when its hold had expired and $what", async ({ spoil, says }) => {
    const opened = await openDearerMove();
    const { confirm } = await startAtBank(opened);
    await expireCart(server, opened.cart);
    expect(await spoil(opened)).toBe("200");
    await confirm();
    await settle();
    await settle();
    const payment = await paymentOf(opened);
    expect(["voided", "refunded"]).toContain(payment?.state);
    if (payment?.state === "refunded") {
      const mail = (await shopRows(server, "outbox", opened.shop)).filter(({ kind }) => kind === "payment_returned");
      expect(JSON.stringify(mail.map(({ message }) => message))).toContain(says);
    }
    expect((await shopRows(server, "order_change", opened.shop)).map(({ kind }) => kind)).not.toContain("change");
  });
});

describe("a debit that arrives after the hold has expired", () => {
  const clearLate = async (opened: Opened): Promise<void> => {
    expect(refusalOf(await opened.buyer.payWith(opened.cart, cardTender(500, cards.clearsLater)))).toBe("200");
    await expireCart(server, opened.cart);
    await sql`update test_gateway_intent set created_at = (created_at at time zone 'utc' - interval '1 hour') at time zone 'utc' where seller_id = ${opened.shop.seller_id}`.execute(
      server.db,
    );
  };
  test("completes the change where the place is still free", async () => {
    const opened = await openDearerMove();
    await clearLate(opened);
    await settle();
    await settle();
    expect(await shopRows(server, "order_change", opened.shop)).toMatchObject([{ paid: 500, added: 2500 }]);
  });
  test("goes back where the order no longer has the ticket, and the e-mail says why", async () => {
    const opened = await openDearerMove();
    const { shop, order } = opened;
    await clearLate(opened);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(0, 1)))).toBe("200");
    await settle();
    await settle();
    await expectMoneyBack(opened);
    expect((await shopRows(server, "order_change", shop)).map(({ kind }) => kind)).toEqual(["cancel"]);
  });
  test("goes back where another change of the order is open, which stays open", async () => {
    const opened = await openDearerMove();
    await clearLate(opened);
    const second = await opened.open();
    await settle();
    await settle();
    expect(await paymentOf(opened)).toMatchObject({ state: "refunded", ticket_order_id: null });
    expect(await cartState(server, opened.cart)).toBe("expired");
    expect(await cartState(server, second)).toBe("pending");
  });
});

test("an expired change leaves the order as it was", async () => {
  const { shop, order, cart, buyer } = await openDearerMove();
  await expireCart(server, cart);
  expect(refusalOf(await buyer.checkOut(cart, {}))).toBe("410 cart_expired");
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "unbooked"]);
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets))).toBe("200");
});

describe("while a change is being paid for", () => {
  test("names, cancellations and refunds of the order are refused", async () => {
    const opened = await openDearerMove();
    const { shop, buyer, order, cart } = opened;
    await buyer.payWith(cart, cardTender(500));
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, order.tickets.slice(1)))).toBe(
      "409 payment_in_progress",
    );
    const names = { tickets: [{ ticket_id: order.tickets[1], admit_name: "Ada" }] };
    expect(
      refusalOf(await withLink(server, shop).post(`/ticket_order/${order.id}/names?token=${order.token}`, names)),
    ).toBe("409 payment_in_progress");
    await expect(refundFirstPayment(shop)).rejects.toMatchObject({ code: "payment_in_progress" });
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  });
});

describe("an open change that nobody pays for", () => {
  test.each([
    { what: "of one of its tickets", index: 0, state: "expired" },
    { what: "of other tickets, which leaves it open", index: 1, state: "pending" },
  ])("is closed by a cancellation $what", async ({ index, state }) => {
    const { shop, order, cart } = await openDearerMove();
    const cancelled = await cancelTickets(withLink(server, shop), order, order.tickets.slice(index, index + 1));
    expect(refusalOf(cancelled)).toBe("200");
    expect(await cartState(server, cart)).toBe(state);
    expect((await usedPlaces(server, shop))[1]).toBe(state === "expired" ? 0 : 1);
  });

  test("is closed by a refund that empties the order", async () => {
    const { shop, cart } = await openDearerMove();
    expect(await refundFirstPayment(shop)).toMatchObject({ state: "succeeded" });
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled", "unbooked"]);
    expect(await cartState(server, cart)).toBe("expired");
  });
});

test("a refund of everything that was paid cancels the tickets that a change has added too", async () => {
  const opened = await openDearerMove();
  const { shop, buyer, cart } = opened;
  await buyer.payWith(cart, cardTender(500));
  await buyer.checkOut(cart, {});
  await refundFirstPayment(shop);
  expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled"]);
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  const db = server.connections.forSeller(shop.seller_id);
  const payment_id = String((await paymentOf(opened))?.id);
  await refundPayment({ db, seller, providers: testProviders(server) }, { payment_id, reason: "requested" });
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await usedPlaces(server, shop)).toEqual([0, 0]);
});

describe("at the same time", () => {
  const outcomesOf = (replies: readonly { status: number; body: { outcome?: string } }[]): string[] =>
    replies.map((reply) => (reply.status === 200 ? String(reply.body.outcome ?? "200") : refusalOf(reply as never)));

  test("many confirmations of one change in two windows and on two servers complete it once", async () => {
    const opened = await openDearerMove();
    const { shop, buyer, cart } = opened;
    await buyer.payWith(cart, cardTender(500));
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        new SplitPaymentBuyer(index % 2 ? other : server, shop, buyer.cookie).checkOut(cart, {}),
      ),
    );
    expect(outcomesOf(replies)).toEqual(Array.from({ length: 8 }, () => "completed"));
    expect(await shopRows(server, "order_change", shop)).toHaveLength(1);
    expect(await usedPlaces(server, shop)).toEqual([1, 1]);
  });

  test("a simultaneous cancellation and free change of one ticket follow one another", async () => {
    const { shop, buyer, order, open } = await openDearerMove();
    const cart = await open(1, order.tickets);
    // Both give up the same two tickets; only one of them can succeed.
    const cancellation = startAtPause(server.db, "change_locked", () =>
      cancelTickets(withLink(other, shop), order, order.tickets),
    );
    expect(outcomesOf([await buyer.checkOut(cart, {})])).toEqual(["completed"]);
    const cancelled = await cancellation();
    expect(cancelled && refusalOf(cancelled)).toMatch(/409 (payment_in_progress|ticket_state_incorrect)/);
    expect(await shopRows(server, "order_change", shop)).toMatchObject([
      { kind: "change", value: 4000, added: 2500, refund: 1500 },
    ]);
  });

  test("a refund in the provider's dashboard waits for a change that is being completed", async () => {
    const { shop, buyer, order, cart } = await openDearerMove();
    await buyer.payWith(cart, cardTender(500));
    const seller = await sellerFinder(server.db, 0)(shop.slug);
    if (!seller) throw new Error("There is a seller.");
    const ctx = { db: server.connections.forSeller(shop.seller_id), seller, providers: testProviders(server) };
    const bought = (await shopRows(server, "payment", shop)).find(({ amount }) => amount === 4000);
    let refund: Promise<void> | undefined;
    pauseAt("change_locked", async () => {
      refund = recordRefunds(ctx, String(bought?.id), [
        {
          ref: "tr_dashboard",
          key: null,
          amount: 4000,
          currency: "USD",
          status: "succeeded",
          occurred_on: Temporal.Now.instant().toString(),
        },
      ]);
      await doneOrWaiting(server.db, refund);
    });
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    await refund;
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled"]);
    const [change] = await shopRows(server, "order_change", shop);
    expect((await shopRows(server, "ticket", shop)).find(({ id }) => id === order.tickets[0])?.cancelled_by).toBe(
      change?.id,
    );
    expect(await shopRows(server, "payment", shop)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ amount: 4000, state: "refunded" })]),
    );
  });
});
