import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  fetchActions,
  fetchOrder,
  orderOf,
  refusalOf,
  shopRows,
  shopStates,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import {
  cartState,
  openChange,
  requestChange,
  usedPlaces,
  type ChangeToOpen,
} from "../../../../test/orders/requestChange.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { createCheckoutRule, createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { letCachesExpire } from "../../../../test/app/letCachesExpire.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** Adult 20.00, Senior 25.00, Child 10.00; a session in a week and one a day later. */
const openShop = (self_edit: SelfEdit = everyChange): Promise<TestShop> =>
  createChangeShop(server, self_edit, {
    groups: [
      {
        types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }, { name: "Child", currency_amount: 1000 }],
      },
    ],
    sessions: [{ inDays: 7 }, { inDays: 8 }],
  });

/** A buyer with an order of two adults in the first session. */
const buyTwo = async (self_edit?: SelfEdit) => {
  const shop = await openShop(self_edit);
  const buyer = new SplitPaymentBuyer(server, shop);
  return { shop, buyer, order: orderOf(await buyer.buy(2)) };
};
type Bought = Awaited<ReturnType<typeof buyTwo>>;

const typeOf = (shop: TestShop, name: string): string => shop.group.types.find((type) => type.name === name)?.id ?? "";
/** Requests tickets of this type in the second session. */
const later = (shop: TestShop, name = "Adult", quantity = 1) => ({
  session_id: shop.event.sessions[1]?.id ?? "",
  type_id: typeOf(shop, name),
  quantity,
});
/** Opens a change that moves the first ticket to the second session, as this type. */
const openMove = ({ shop, buyer, order }: Bought, name = "Adult", opened: Partial<ChangeToOpen> = {}): Promise<Cart> =>
  openChange(buyer, { order, gives_up: order.tickets.slice(0, 1), add: [later(shop, name)], ...opened });

const readOrder = async ({ shop, order }: Bought) => (await fetchOrder(withLink(server, shop), order)).body;
/** Expects the order to have its original tickets, and nothing else to hold a place once the change is removed. */
const expectUntouched = async ({ shop, order }: Bought): Promise<void> => {
  const tickets = await shopRows(server, "ticket", shop);
  expect(tickets.filter(({ id }) => order.tickets.includes(String(id))).map(({ state }) => state)).toEqual([
    "booked",
    "booked",
  ]);
  expect(await shopRows(server, "order_change", shop)).toEqual([]);
};
const ticketsOf = (body: { ticket: { _data: { id: string }[] } }): string[] => body.ticket._data.map(({ id }) => id);

describe("a move at the same price", () => {
  test("is free, gives new tickets with new codes and keeps the order", async () => {
    const bought = await buyTwo();
    const { shop, buyer, order } = bought;
    const before = await shopRows(server, "ticket", shop);
    const cart = await openMove(bought);
    expect(refusalOf(await buyer.payFree(cart))).toBe("200");
    const reply = await buyer.checkOut(cart, {});
    expect(refusalOf(reply)).toBe("200");
    expect(reply.body).toMatchObject({ outcome: "completed", ticket_order: { _data: [{ id: order.id }] } });
    expect(ticketsOf(reply.body)).toHaveLength(2);
    expect(ticketsOf(reply.body)).not.toContain(order.tickets[0]);

    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled"]);
    expect(await usedPlaces(server, shop)).toEqual([1, 1]);
    const added = (await shopRows(server, "ticket", shop)).find(({ added_by }) => added_by !== null);
    expect(added).toMatchObject({ ticket_order_id: order.id, event_session_id: shop.event.sessions[1]?.id });
    expect(before.map(({ scan_code }) => scan_code)).not.toContain(added?.scan_code);
    expect(await shopRows(server, "order_change", shop)).toMatchObject([
      { kind: "change", tickets: 1, value: 2000, added: 2000, paid: 0, fee: 0, refund: 0, cart_id: cart.id },
    ]);
    expect(await cartState(server, cart)).toBe("completed");
    expect((await shopRows(server, "outbox", shop)).map(({ kind }) => kind)).toContain("order_changed");
  });

  test("is answered the same when it is repeated, and paid for nothing more", async () => {
    const bought = await buyTwo();
    const { shop, buyer, order } = bought;
    const cart = await openMove(bought);
    const replies = [await buyer.checkOut(cart, {}), await buyer.checkOut(cart, {})];
    for (const { body } of replies)
      expect(body).toMatchObject({ outcome: "completed", ticket_order: { _data: [{ id: order.id }] } });
    expect(await shopRows(server, "order_change", shop)).toHaveLength(1);
    const again = await buyer.payFree(cart);
    expect(refusalOf(again)).toBe("409 cart_booked");
    expect(again.body._data[0]._extra).toEqual({ order_id: order.id });
  });

  test("shows in the order's history and adds up on its receipt", async () => {
    const bought = await buyTwo();
    const { shop, buyer, order } = bought;
    await buyer.checkOut(await openMove(bought), {});
    const { body } = await fetchActions(withLink(server, shop), order);
    expect(body.history).toMatchObject([
      { kind: "bought", tickets: 2, amount: "40.00" },
      { kind: "moved", tickets: 1, amount: "20.00" },
    ]);
    expect((await readOrder(bought)).sums[order.id]).toEqual([
      { kind: "cancelled", name: null, amount: "20.00" },
      { kind: "changed", name: null, amount: "-20.00" },
    ]);
  });

  test("tells the buyer the old and the new time and attaches the new tickets", async () => {
    const bought = await buyTwo();
    await bought.buyer.checkOut(await openMove(bought), {});
    const mail = (await shopRows(server, "outbox", bought.shop)).find(({ kind }) => kind === "order_changed");
    const message = mail?.message as { subject: string; text: string; enclosed: { make: string }[] };
    expect(message.subject).toBe("Changed: your order with Harbor Museum");
    expect(message.text).toMatch(/Before: Whales[^]*1 × Adult[^]*Now: Whales[^]*1 × Adult/);
    expect(message.enclosed.map(({ make }) => make)).toEqual(["code", "tickets", "calendar"]);
  });
});

describe("a move to a dearer ticket", () => {
  test("costs the difference by card", async () => {
    const bought = await buyTwo();
    const { shop, buyer, order } = bought;
    const cart = await openMove(bought, "Senior");
    expect(refusalOf(await buyer.checkOut(cart, {}))).toBe("402 payment_incomplete");
    expect(refusalOf(await buyer.payFree(cart))).toBe("422 payment_incorrect_amount");
    expect(refusalOf(await buyer.payWith(cart, cardTender(2500)))).toBe("422 payment_incorrect_amount");
    expect(refusalOf(await buyer.payWith(cart, cardTender(500)))).toBe("200");
    await expectUntouched(bought);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    const payments = (await shopRows(server, "payment", shop)).toSorted(
      (one, next) => Number(next.amount) - Number(one.amount),
    );
    expect(payments).toMatchObject([
      { amount: 4000, ticket_order_id: order.id },
      { amount: 500, ticket_order_id: order.id, state: "captured" },
    ]);
    expect(await shopRows(server, "order_change", shop)).toMatchObject([{ value: 2000, added: 2500, paid: 500 }]);
    const reply = await readOrder(bought);
    expect(reply.ticket_order._data[0].ticket_order_fees).toEqual([{ total_after_fees_price: "40.00" }]);
    expect(reply.sums[order.id]).toEqual([
      { kind: "cancelled", name: null, amount: "20.00" },
      { kind: "changed", name: null, amount: "-25.00" },
    ]);
    const { body } = await fetchActions(withLink(server, shop), order);
    expect(body.history).toMatchObject([
      { kind: "bought", tickets: 2, amount: "40.00" },
      { kind: "moved", tickets: 1, amount: "25.00" },
      { kind: "paid", tickets: 0, amount: "5.00", means: "Visa ending in 4242" },
    ]);
  });

  test.each([
    { name: "by gift card", tenders: (number: string) => [giftCardTender({ number }, 500)], left: 500 },
    { name: "by both", tenders: (number: string) => [giftCardTender({ number }, 200), cardTender(300)], left: 800 },
  ])("is paid $name, and a cancellation gives both payments back to the cent", async ({ tenders, left }) => {
    const bought = await buyTwo();
    const { shop, buyer, order } = bought;
    const giftCard = await createGiftCard(server, shop, 1000);
    const cart = await openMove(bought, "Senior");
    expect(refusalOf(await buyer.payWith(cart, ...tenders(giftCard.number)))).toBe("200");
    const reply = await buyer.checkOut(cart, {});
    expect(reply.body.outcome).toBe("completed");
    expect((await readGiftCard(server, giftCard)).balance).toBe(left);
    expect((await readOrder(bought)).paying_gift_cards[order.id]).toMatchObject([
      { amount: ((1000 - left) / 100).toFixed(2) },
    ]);
    const cancelled = await cancelTickets(withLink(server, shop), order, ticketsOf(reply.body));
    expect(cancelled.body.cancellation).toMatchObject({ value: "45.00", refund: "45.00" });
    expect((await readGiftCard(server, giftCard)).balance).toBe(1000);
    expect((await shopRows(server, "payment", shop)).every(({ amount, refunded }) => amount === refunded)).toBe(true);
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
  });

  test("leaves the order as it was when the bank says no, and can be paid again", async () => {
    const bought = await buyTwo();
    const { buyer } = bought;
    const cart = await openMove(bought, "Senior");
    expect(refusalOf(await buyer.payWith(cart, cardTender(500, cards.declined)))).toBe("402 card_declined");
    await expectUntouched(bought);
    expect(refusalOf(await buyer.payWith(cart, cardTender(500)))).toBe("200");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  });
});

describe("a move to a cheaper ticket", () => {
  test("refunds the difference to the card", async () => {
    const bought = await buyTwo();
    const { shop, buyer } = bought;
    await buyer.checkOut(await openMove(bought, "Child"), {});
    expect(await shopRows(server, "order_change", shop)).toMatchObject([
      { value: 2000, added: 1000, refund: 1000, paid: 0 },
    ]);
    expect(await shopRows(server, "payment", shop)).toMatchObject([
      { refunded: 1000, refunding: 0, state: "captured" },
    ]);
    expect(await shopRows(server, "refund", shop)).toMatchObject([
      { amount: 1000, state: "succeeded", reason: "change" },
    ]);
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked", "cancelled"]);
  });
  test("becomes a gift card with its bonus if the seller says so", async () => {
    const bought = await buyTwo({ ...everyChange, refund_to: "gift_card", gift_card_bonus: 10 });
    await bought.buyer.checkOut(await openMove(bought, "Child"), {});
    expect(await shopRows(server, "order_change", bought.shop)).toMatchObject([
      { refund: 0, gift_card: 1100, bonus: 100 },
    ]);
    expect(await shopRows(server, "refund", bought.shop)).toEqual([]);
  });
  test("goes where the buyer chooses", async () => {
    const bought = await buyTwo({ ...everyChange, refund_to: "choice" });
    await bought.buyer.checkOut(await openMove(bought, "Child", { refund_to: "gift_card" }), {});
    expect(await shopRows(server, "order_change", bought.shop)).toMatchObject([{ refund: 0, gift_card: 1000 }]);
  });
  test("keeps the fee of a change", async () => {
    const bought = await buyTwo({ ...everyChange, change_fee: { fixed: "3.00" } });
    await bought.buyer.checkOut(await openMove(bought, "Child"), {});
    expect(await shopRows(server, "order_change", bought.shop)).toMatchObject([{ fee: 300, refund: 700 }]);
  });
});

test("a change that only gives tickets up is a cancellation", async () => {
  const bought = await buyTwo();
  const { shop, buyer, order } = bought;
  const cart = await openChange(buyer, { order, gives_up: order.tickets });
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
  expect(await shopStates(server, "payment", shop)).toEqual(["refunded"]);
});

describe("before any money", () => {
  const visitSoon = ({ shop }: Bought) =>
    sql`update event_session set start_datetime = now() + interval '1 hour' where id = ${shop.session.id}`.execute(
      server.db,
    );
  const allowCancellationsOnly = ({ order }: Bought) =>
    sql`update ticket_order set change_policies =
      (select jsonb_object_agg(key, value || '{"allow": ["cancel"]}') from jsonb_each(change_policies)) where id = ${order.id}`.execute(
      server.db,
    );
  test.each([
    { what: "past the horizon", meanwhile: visitSoon, code: "422 tickets_too_old" },
    { what: "where the policy does not reschedule", meanwhile: allowCancellationsOnly, code: "403 access_denied" },
  ])("a change is refused $what", async ({ meanwhile, code }) => {
    const bought = await buyTwo({ ...everyChange, horizon_hours: 24 });
    const { buyer } = bought;
    const dear = await openMove(bought, "Senior");
    await meanwhile(bought);
    expect(refusalOf(await buyer.payWith(dear, cardTender(500)))).toBe(code);
    expect(refusalOf(await buyer.checkOut(dear, {}))).not.toBe("200");
    expect(await shopRows(server, "payment", bought.shop)).toHaveLength(1);
    await expectUntouched(bought);
  });
  test("a free change is refused where the policy does not allow it", async () => {
    const bought = await buyTwo();
    const cart = await openMove(bought);
    await allowCancellationsOnly(bought);
    expect(refusalOf(await bought.buyer.payFree(cart))).toBe("403 access_denied");
    expect(refusalOf(await bought.buyer.checkOut(cart, {}))).toBe("403 access_denied");
    await expectUntouched(bought);
  });
  test("a change that gives up another order's ticket is refused", async () => {
    const bought = await buyTwo();
    const stranger = orderOf(await withLink(server, bought.shop).buy(1));
    const cart = await openMove(bought, "Senior");
    const giveUp = (tickets: readonly string[]) =>
      sql`update cart set gives_up = ${tickets}::uuid[] where id = ${cart.id}`.execute(server.db);
    await giveUp(stranger.tickets);
    expect(refusalOf(await bought.buyer.payWith(cart, cardTender(500)))).toBe("404 ticket_not_found");
    expect(refusalOf(await bought.buyer.checkOut(cart, {}))).toBe("404 ticket_not_found");
    await giveUp(bought.order.tickets.slice(0, 1));
  });
  test("a change that a rule of the shop forbids for the order as it would be is refused", async () => {
    const bought = await buyTwo();
    const cart = await openMove(bought, "Senior");
    await createCheckoutRule(server.db, bought.shop, {
      blocks: "checkout",
      conditions: [{ event_template_ids: [bought.shop.event.id], min: 2 }],
    });
    expect(refusalOf(await bought.buyer.payWith(cart, cardTender(500)))).toContain("rule_blocks_reserve");
  });
  test("a change of a ticket that is redeemed is refused", async () => {
    const bought = await buyTwo();
    const cart = await openMove(bought, "Senior");
    await redeemTicket(server.db, bought.order.tickets[0]);
    expect(refusalOf(await bought.buyer.payWith(cart, cardTender(500)))).toBe("409 ticket_state_incorrect");
    expect(await shopRows(server, "payment", bought.shop)).toHaveLength(1);
  });
});

describe("the purchaser of the order", () => {
  const mallory = { first_name: "Mal", last_name: "Lory", email: "mallory@example.org" };
  const purchasers = async (shop: TestShop) =>
    (await server.db.selectFrom("identity").select("email").where("seller_id", "=", shop.seller_id).execute())
      .map(({ email }) => email)
      .filter(Boolean);
  test("stays when somebody else is sent with the checkout", async () => {
    const bought = await buyTwo();
    const cart = await openMove(bought);
    expect((await bought.buyer.checkOut(cart, { identity: mallory, send_email: false })).body.outcome).toBe(
      "completed",
    );
    expect(await purchasers(bought.shop)).toEqual(["ada@example.org"]);
    expect((await shopRows(server, "outbox", bought.shop)).map(({ to_address }) => to_address)).not.toContain(
      mallory.email,
    );
  });
  test("cannot be saved anew", async () => {
    const bought = await buyTwo();
    const cart = await openMove(bought);
    expect(refusalOf(await bought.buyer.savePurchaser(cart, mallory))).toBe("409 cart_not_editable");
    expect(refusalOf(await bought.buyer.post(`/cart/${cart.id}/purchaser`, { identity: mallory }))).toBe(
      "409 cart_not_editable",
    );
    expect(await purchasers(bought.shop)).toEqual(["ada@example.org"]);
  });
});

test("only the person who opened a change can pay for it or confirm it", async () => {
  const bought = await buyTwo();
  const cart = await openMove(bought);
  const other = withLink(server, bought.shop);
  expect(refusalOf(await other.post(`/cart/${cart.id}/checkout`, { identity: {} }))).not.toBe("200");
  expect(refusalOf(await other.post(`/cart/${cart.id}/pay`, [{ gateway_id: "free", amount: "0" }]))).toBe(
    "403 access_denied",
  );
  await expectUntouched(bought);
});

test("a code that the order and its change use counts once, and its discounts add up", async () => {
  const shop = await openShop();
  const { id, codes } = await createCodes(server.db, shop, { SUMMER: {} });
  await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
  const buyer = new SplitPaymentBuyer(server, shop);
  const applyTo = async (cart: Cart): Promise<Cart> =>
    (await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "summer" })).body.cart._data[0];
  const first = await applyTo(await buyer.hold(2));
  await buyer.pay(first, cards.good);
  const order = orderOf(await buyer.checkOut(first));
  const cart = await openMove({ shop, buyer, order }, "Senior");
  expect(cart.outstanding_balance).toBe("4.50");
  // Entering a code that the order already has is refused today, but older changes may have counted it again.
  await server.runAsOwner(`set app.seller = '*';
    insert into cart_code (seller_id, cart_id, code_id, is_applied) values ('${shop.seller_id}', '${cart.id}', '${codes.SUMMER}', true);
    update code set used = used + 1 where id = '${codes.SUMMER}';
    update code_group set used = used + 1 where id = '${id}'`);
  expect(refusalOf(await buyer.payWith(cart, cardTender(450)))).toBe("200");
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  const [code] = await server.db
    .selectFrom("code")
    .select("used")
    .where("id", "=", codes.SUMMER ?? "")
    .execute();
  expect(code).toEqual({ used: 1 });
  const discounts = await server.db
    .selectFrom("cart_discount")
    .select(["cart_id", "amount"])
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(discounts).toEqual([{ cart_id: first.id, amount: 650 }]);
});

test("the rules that were kept with the order still apply after a change", async () => {
  const bought = await buyTwo();
  const { shop, buyer, order } = bought;
  const cart = await openMove(bought);
  await sql`update seller set configuration = configuration || ${JSON.stringify({ self_edit: { enabled: false, anon_editing: false } })}::jsonb where id = ${shop.seller_id}`.execute(
    server.db,
  );
  letCachesExpire();
  const { body } = await buyer.checkOut(cart, {});
  expect(body.outcome).toBe("completed");
  expect(refusalOf(await cancelTickets(withLink(server, shop), order, ticketsOf(body)))).toBe("200");
});

test("a member's account stays the purchaser of its order, and keeps the rights of a member", async () => {
  const shop = await openShop({ ...everyChange, anon_editing: false });
  const user = await createTestUser(server.db, shop);
  const buyer = new SplitPaymentBuyer(server, shop, user.cookie);
  const order = orderOf(await buyer.buy(2));
  const remove = order.tickets.slice(0, 1);
  const byLink = await requestChange(withLink(server, shop), order, { remove });
  expect(refusalOf(byLink)).toBe("403 access_denied");
  const cart = await openMove({ shop, buyer, order });
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  expect(await shopRows(server, "order_change", shop)).toMatchObject([{ actor: "member" }]);
});

test("a chain of three changes adds up, and a cancellation refunds what each payment has left", async () => {
  const bought = await buyTwo();
  const { shop, buyer, order } = bought;
  let tickets: readonly string[] = order.tickets;
  const change = async (name: string, due: number): Promise<void> => {
    const current: TestOrder = { ...order, tickets };
    const staying = (await shopRows(server, "ticket", shop)).filter(({ state }) => state === "booked");
    const first = staying.find(({ added_by }) => added_by !== null) ?? staying[0];
    const cart = await openChange(buyer, {
      order: current,
      gives_up: [String(first?.id)],
      add: [later(shop, name)],
    });
    if (due > 0) expect(refusalOf(await buyer.payWith(cart, cardTender(due)))).toBe("200");
    const { body } = await buyer.checkOut(cart, {});
    expect(body.outcome).toBe("completed");
    tickets = ticketsOf(body);
  };
  await change("Senior", 500);
  await change("Child", 0);
  await change("Senior", 1500);
  const changes = (await shopRows(server, "order_change", shop)).toSorted((one, next) =>
    String(one.created_at) < String(next.created_at) ? -1 : 1,
  );
  expect(changes).toMatchObject([
    { paid: 500, refund: 0 },
    { paid: 0, refund: 1500 },
    { paid: 1500, refund: 0 },
  ]);
  const { body } = await cancelTickets(withLink(server, shop), order, tickets);
  expect(body.cancellation).toMatchObject({ value: "45.00", refund: "45.00" });
  expect(await shopStates(server, "payment", shop)).toEqual(["refunded", "refunded", "refunded"]);
  expect(await usedPlaces(server, shop)).toEqual([0, 0]);
});
