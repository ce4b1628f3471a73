import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSeatedShop, type SeatedTestShop } from "../../test/shop/createSeatedShop.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../test/shop/testBuyer.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { holdGiftCards, createGiftCardEvent } from "../../test/payments/giftCards.ts";
import { membershipRequest, buyMembership, createLevels } from "../../test/accounts/membershipLevels.ts";
import { createTestMembership, type MembershipOverrides } from "../../test/accounts/members.ts";
import { cardTender, createGiftCardShop, SplitPaymentBuyer } from "../../test/payments/splitPayments.ts";
import { openChange } from "../../test/orders/requestChange.ts";
import { createChangeShop, orderOf } from "../../test/orders/changedOrders.ts";
import { reportInvariants, checkInvariants } from "./checkInvariants.ts";
import { invariants } from "./invariants.ts";

let server: TestApp;
let shop: TestShop;
let other: TestShop;
/** A seated event with an order of two neighbouring seats. */
let hall: SeatedTestShop;
let seated: { order_id: string };
/** A completed order, and a cart that still holds tickets. */
let sold: { order_id: string; cart_id: string };
let holding: { cart_id: string };
/** A sold gift card. */
let card: { ticket_id: string; account_id: string };
/** A bought membership, and one bought as a gift. */
let membershipOrder: { order_id: string };
let giftOrder: { order_id: string };
/** A membership level, and an order with both of the adults that it requires. */
let family: { id: string };
/** Memberships for one adult, for two, without a limit, and for one ticket per event and term. */
let member: { once: string; couple: string; open: string; term: string };
/** A cart whose first instalment is paid. */
let partPaid: { cart_id: string };
/** An order whose ticket was exchanged for a more expensive one, and the cart of that change. */
let changed: { order_id: string; cart_id: string; bought_by: string };
/** A cart whose ticket takes over the place of a booked ticket in a full session. */
let exchanging: { cart_id: string; ticket_id: string; order_id: string };

beforeAll(async () => {
  server = await openTestApp();
  [shop, other] = [await createTestShop(server.db), await createTestShop(server.db)];
  await recordPrices(server, shop);
  await recordPrices(server, other);
  const buyer = new TestBuyer(server, shop);
  const order = (await buyer.buy(2)).body.ticket_order._data[0];
  sold = { order_id: order.id, cart_id: order.cart_id };
  const cart = await new TestBuyer(server, shop).hold(1);
  holding = { cart_id: cart.id };
  const slow = await createGiftCardShop(server, {
    event: {
      sessions: [{ inDays: 60 }],
      groups: [{ payment_plan: `[{ "basis_points": 5000, "due_days": 0 }, { "basis_points": 5000, "due_days": 30 }]` }],
    },
  });
  const patient = new SplitPaymentBuyer(server, slow);
  const half = await patient.hold(2);
  await patient.payWith(half, cardTender(2000));
  expect((await patient.checkOut(half)).body.outcome).toBe("partial");
  partPaid = { cart_id: half.id };
  const changeShop = await createChangeShop(server);
  const mover = new SplitPaymentBuyer(server, changeShop);
  const [, child] = changeShop.group.types;
  const cheap = await mover.hold(1, child?.id);
  await mover.pay(cheap, cards.good);
  const ordered = orderOf(await mover.checkOut(cheap));
  const move = await openChange(mover, {
    order: ordered,
    gives_up: ordered.tickets,
    add: [{ session_id: changeShop.session.id, type_id: changeShop.type.id, quantity: 1 }],
  });
  await mover.payWith(move, cardTender(1000));
  expect((await mover.checkOut(move, {})).body.outcome).toBe("completed");
  changed = { order_id: ordered.id, cart_id: move.id, bought_by: cheap.id };
  const fullShop = await createChangeShop(server, undefined, { sessions: [{ inDays: 7, capacity: 1 }] });
  const full = new SplitPaymentBuyer(server, fullShop);
  const booked = orderOf(await full.buy(1));
  const exchange = await openChange(full, {
    order: booked,
    gives_up: booked.tickets,
    add: [{ session_id: fullShop.session.id, type_id: fullShop.group.types[1]?.id ?? "", quantity: 1 }],
  });
  exchanging = { cart_id: exchange.id, ticket_id: booked.tickets[0] ?? "", order_id: booked.id };
  hall = await createSeatedShop(server.db);
  const pair = new TestBuyer(server, hall);
  const seats = await pair.hold(2, hall.type.id, ["A1", "A2"].map(hall.seatId));
  await pair.pay(seats, cards.good);
  seated = { order_id: (await pair.checkOut(seats)).body.ticket_order._data[0].id };
  const gift = await holdGiftCards(server, shop, await createGiftCardEvent(server, shop));
  await gift.buyer.pay(gift.cart, cards.good);
  const bought = await gift.buyer.checkOut(gift.cart);
  const ticket_id: string = bought.body.ticket._data[0].id;
  const account = await server.db
    .selectFrom("ledger_account")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("source_ticket_id", "=", ticket_id)
    .executeTakeFirstOrThrow();
  card = { ticket_id, account_id: account.id };
  const levels = await createLevels(server, shop);
  membershipOrder = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
  const people = [
    { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
    { type: 1, name: "Ben Lovelace" },
  ];
  await buyMembership(server, shop, membershipRequest(levels, levels.family, { people }));
  family = levels.family;
  const present = { people: [{ type: 0 }], action: "gift" } as const;
  giftOrder = await buyMembership(server, shop, membershipRequest(levels, levels.individual, present));
  const createMember = async (overrides: MembershipOverrides) =>
    (await createTestMembership(server.db, shop, null, overrides)).id;
  member = {
    once: await createMember({ benefits: { Adult: 1 } }),
    couple: await createMember({ benefits: { Adult: 2 } }),
    open: await createMember({ benefits: { "*": -1 } }),
    term: await createMember({ benefits: { "*": -1 }, purchase_limit: 1 }),
  };
  const second = new TestBuyer(server, other);
  const theirs = await second.hold(1);
  await second.pay(theirs, cards.good);
  await second.checkOut(theirs, { identity: ada });
});
afterAll(() => server.close());

const madeId = "00000000-0000-4000-8000-00000000c0de";
/** A code with a usage counter. */
const codeMutant = (
  used: number,
) => `insert into code_group (seller_id, id, key, name) values ('${shop.seller_id}', '${madeId}', 'k', 'K');
  insert into code (seller_id, id, code_group_id, code, normalized, used) values ('${shop.seller_id}', '${madeId}', '${madeId}', 'K', 'k', ${used})`;
const codeIn = (cart_id: string) =>
  `insert into cart_code (seller_id, cart_id, code_id) values ('${shop.seller_id}', '${cart_id}', '${madeId}')`;

/** Inserts a login code, and changes it after dropping a constraint. */
const tokenMutant = (column: string, value: string, constraint: string, extra = "") => `
  insert into login_token (seller_id, id, purpose, token_hash, email, created_at, ready_at, expires_at)
  values ('${shop.seller_id}', '${madeId}', 'otp', 'x', 'ada@example.org', now(), now(), now() + interval '10 minutes');
  alter table login_token drop constraint login_token_${constraint};
  update login_token set ${extra} ${column} = ${value} where id = '${madeId}'`;
/** Cancels a ticket by an order change, but keeps what was issued for it. */
const cancelledTicket = (condition: string) => `
  insert into order_change (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus)
  select seller_id, '${madeId}', ticket_order_id, 'cancel', 'venue', 1, 0, 0, 0, 0, 0 from ticket where ${condition};
  update ticket set state = 'cancelled', cancelled_by = '${madeId}' where ${condition};`;

/** Records both tickets of the order as uses of a membership. */
const allowanceUses = ({ of: membershipId, allowance }: { of: string; allowance: string }) =>
  `insert into allowance_use (seller_id, ticket_id, membership_id, allowance, event_template_id)
    select seller_id, id, '${membershipId}', '${allowance}', event_template_id from ticket where ticket_order_id = '${sold.order_id}'`;

/** For each invariant, a change of valid data that violates it. Constraints that prevent the change are dropped first. */
const mutants: Readonly<Record<string, () => string>> = {
  I49: () => cancelledTicket(`id = '${card.ticket_id}'`),
  I50: () => `${cancelledTicket(`ticket_order_id = '${membershipOrder.order_id}'`)}
    update membership set state = 'cancelled' where ticket_order_id = '${membershipOrder.order_id}';
    insert into auto_renewal (seller_id, membership_id, identity_id, due_at, next_at, state)
    select m.seller_id, m.id, o.identity_id, now(), now(), 'scheduled' from membership m
    join ticket_order o on o.seller_id = m.seller_id and o.id = m.ticket_order_id where o.id = '${membershipOrder.order_id}'`,
  I51: () => `update cart set ended_by = 'Grace' where id = '${partPaid.cart_id}'`,
  I01: () =>
    `alter table event_session drop constraint event_session_never_over; update event_session set capacity = 2 where id = '${shop.session.id}'`,
  I02: () => `update event_session set used_capacity = used_capacity + 1 where id = '${shop.session.id}'`,
  I03: () =>
    `alter table ticket_group drop constraint ticket_group_never_over; update ticket_group set capacity = 1 where id = '${shop.group.id}'`,
  I04: () => `update ticket_group set used_capacity = used_capacity - 1 where id = '${shop.group.id}'`,
  I05: () =>
    `drop index ticket_one_seat; update ticket set seat_id = '${hall.seatId("A1")}' where ticket_order_id = '${seated.order_id}'`,
  I06: () => `update ticket set seat_id = null where seat_id = '${hall.seatId("A2")}'`,
  I07: () => `update cart set expires_at = now() - interval '2 minutes' where id = '${holding.cart_id}'`,
  I08: () =>
    `alter table ticket drop constraint ticket_booked_is_whole; update ticket set ticket_order_id = null where ticket_order_id = '${sold.order_id}'`,
  I09: () => `update cart set state = 'pending' where id = '${sold.cart_id}'`,
  I10: () => `alter table ticket_order drop constraint ticket_order_order_number_seller_id_key;
    insert into ticket_order (seller_id, id, order_number, identity_id, owner_identity_id, cart_id, currency, scan_code, total)
    select seller_id, gen_random_uuid(), order_number, identity_id, owner_identity_id, '${holding.cart_id}', currency, 'X', 0 from ticket_order where id = '${sold.order_id}'`,
  I11: () => `update payment set ticket_order_id = null where ticket_order_id = '${sold.order_id}'`,
  I12: () => `drop index payment_provider_ref; insert into payment (seller_id, id, cart_id, cart_version, gateway_id, amount, currency, provider_ref, state)
    select seller_id, gen_random_uuid(), cart_id, 99, gateway_id, amount, currency, provider_ref, 'failed' from payment where ticket_order_id = '${sold.order_id}'`,
  I13: () => `update payment set amount = amount - 1 where ticket_order_id = '${sold.order_id}'`,
  I14: () => `update ticket_order set total = total + 1 where id = '${sold.order_id}'`,
  I17: () => `update ledger_account set balance = balance + 1 where source_ticket_id = '${card.ticket_id}'`,
  I18: () =>
    `alter table ledger_account drop constraint ledger_account_never_below_zero; update ledger_account set balance = -1`,
  I19: () => `insert into payment (seller_id, id, cart_id, cart_version, gateway_id, state, amount, currency)
    values ('${shop.seller_id}', gen_random_uuid(), '${holding.cart_id}', 98, 'ledger', 'captured', 100, 'USD')`,
  I20: () => `update ledger_account set source_ticket_id = null where source_ticket_id = '${card.ticket_id}'`,
  I15: () => `insert into payment (seller_id, id, cart_id, cart_version, gateway_id, state, amount, currency)
    values ('${shop.seller_id}', '${madeId}', '${holding.cart_id}', 97, 'test', 'authorized', 100, 'USD');
    insert into transition (seller_id, entity, entity_id, from_state, to_state, at)
    values ('${shop.seller_id}', 'payment', '${madeId}', 'created', 'authorized', now() - interval '16 minutes')`,
  I16: () => `update payment set refunding = 1 where ticket_order_id = '${sold.order_id}'`,
  I21: () => codeMutant(1),
  I22: () =>
    `${codeMutant(1)}; ${codeIn(holding.cart_id)}; update cart set state = 'expired' where id = '${holding.cart_id}'`,
  I23: () =>
    `${codeMutant(2)}; alter table cart_code drop constraint cart_code_pkey; ${codeIn(holding.cart_id)}; ${codeIn(holding.cart_id)}`,
  I24: () =>
    `alter table ticket drop constraint ticket_seller_id_event_session_id_fkey; update ticket set event_session_id = '${other.session.id}' where ticket_order_id = '${sold.order_id}'`,
  I25: () => `update ticket set face_value = 1, adjusted_value = 1 where ticket_order_id = '${sold.order_id}'`,
  I26: () => `alter table payment alter column amount type numeric`,
  I27: () =>
    `update ticket_group set max_tickets_per_order = 1, limits_changed_at = now() - interval '1 day' where id = '${shop.group.id}'`,
  I29: () => `delete from membership where ticket_order_id = '${membershipOrder.order_id}'`,
  I30: () => allowanceUses({ of: member.once, allowance: "Adult" }),
  I31: () => `alter table payment_event drop constraint payment_event_pkey;
    insert into payment_event (seller_id, gateway_id, id, type, object_id, occurred_on)
    select '${shop.seller_id}', 'stripe', 'evt_1', 'charge.refunded', 'pi_1', now() from generate_series(1, 2)`,
  I28: () =>
    `drop index ticket_scan_code; update ticket set scan_code = 'SAME' where ticket_order_id = '${sold.order_id}'`,
  I32: () => `delete from outbox where ref_id = '${sold.order_id}'`,
  I34: () =>
    `insert into idempotency_key (seller_id, identity_id, key, request_hash, created_at)
    values ('${shop.seller_id}', '${madeId}', 'said-long-before', '', now() - interval '4 minutes')`,
  I78: () =>
    `insert into staff_idempotency_key (staff_id, key, request_hash, created_at)
    values (gen_random_uuid(), 'said-long-before', sha256(''), now() - interval '4 minutes')`,
  I33: () => tokenMutant("attempts", "4", "attempts_check"),
  I35: () =>
    `insert into transition (seller_id, entity, entity_id, from_state, to_state) values ('${shop.seller_id}', 'payment', gen_random_uuid(), 'refunded', 'authorized')`,
  I39: () => `update event_template set seat_map_id = null where id = '${hall.event.id}'`,
  I40: () => `update ticket_group set seat_zones = '{boxes}' where id = '${hall.group.id}'`,
  I41: () => `update ticket set event_session_id = null where seat_id = '${hall.seatId("A1")}'`,
  I42: () => `update seat set next_id = '${hall.seatId("B1")}' where id = '${hall.seatId("A1")}'`,
  I36: () => `update cart set state = 'expired' where id = '${holding.cart_id}'`,
  I37: () =>
    `drop index ticket_one_voucher; update ticket set voucher = 'cp1' where ticket_order_id = '${sold.order_id}'`,
  I43: () => `update ticket set adjusted_value = 0 where cart_id = '${holding.cart_id}'`,
  I44: () => `update ticket_group set handler = 'unknown' where id = '${hall.group.id}'`,
  I45: () =>
    `update ticket_group set min_tickets_per_order = 3, limits_changed_at = now() - interval '1 day' where id = '${shop.group.id}'`,
  I46: () => `update membership_rule set min = 2 where ticket_group_id = '${family.id}' and min = 1`,
  I47: () =>
    `insert into order_change (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus)
    values ('${shop.seller_id}', gen_random_uuid(), '${sold.order_id}', 'cancel', 'guest', 1, 2000, 0, 2000, 0, 0)`,
  I57: () =>
    `insert into wallet_pass (seller_id, id, wallet, ticket_id, code_hash)
     select seller_id, id, 'apple', id, sha256('of another code') from ticket where ticket_order_id = '${sold.order_id}'`,
  // Cancels tickets without an order change, so that their payment is neither refunded nor accounted for.
  I48: () => `update ticket set state = 'cancelled' where ticket_order_id = '${sold.order_id}'`,
  I53: () => `update cart set gives_up = '{}' where id = '${exchanging.cart_id}'`,
  I60: () => `update ticket set state = 'redeemed' where ticket_order_id = '${sold.order_id}'`,
  I61: () => scanOf("in", "let_in = false", "entry"),
  I38: () => `update ticket set needs_anchor = true where cart_id = '${holding.cart_id}'`,
  I62: () => spoiledJournal("delete from journal_entry", `cause = 'order' and cause_id = '${sold.order_id}'`),
  I63: () => spoiledJournal("update journal_entry set amount[1] = amount[1] + 1", "debit[1] = 'cash:test'"),
  I64: () =>
    spoiledJournal(
      "update journal_entry set credit = array_replace(credit, 'gift_cards', 'donations')",
      "'gift_cards' = any(credit)",
    ),
  I65: () => spoiledJournal("update journal_entry set debit[2] = 'refunds'", "debit[2] = 'suspense'"),
  I66: () =>
    spoiledJournal(
      "update journal_entry set debit[1] = 'refunds_due'",
      "debit[1] = 'suspense' or debit[2] = 'suspense'",
    ),
  I71: () =>
    `insert into refund (seller_id, id, payment_id, amount, currency, reason, state, gift_card_account_id, created_at, updated_at)
     select seller_id, gen_random_uuid(), id, 1, currency, 'requested', 'failed', gen_random_uuid(), now(), now() from payment
     where ticket_order_id = '${sold.order_id}'`,
  I72: () => spoiledTill("'open', 100, null, null, null"),
  I73: () => spoiledTill("'counted', 0, 5, 5, '[]'"),
  I74: () =>
    `${spoiledTill("'counted', 0, 0, 0, '[]'")}; update till set state = 'closed', closed_at = now(), closed_day = now()::date, number = 2`,
  I75: () => `${spoiledTill("'open', 0, null, null, null")};
    insert into till_entry (seller_id, id, till_id, kind, gateway_id, amount, cause_id)
    select seller_id, gen_random_uuid(), id, 'sale', 'cash', 500, gen_random_uuid() from till`,
  I77: () => `update order_counter set last_number = last_number + 1 where seller_id = '${shop.seller_id}'`,
  I67: () => spoiledJournal("update journal_entry set debit[2] = 'pocket'", "debit[2] = 'suspense'"),
  // Marks a day as summed although it has no sum.
  I68: () => `insert into journal_closed_day (seller_id, local_day, is_summed)
     select seller_id, local_day, true from journal_entry where cause = 'order' and cause_id = '${sold.order_id}'`,
  I76: () => `update ticket set tax = '{"name": "VAT", "percent": 20}' where ticket_order_id = '${sold.order_id}'`,
};

/** A change of the journal that its triggers and constraints prevent. */
const spoiledJournal = (change: string, condition: string): string =>
  `alter table journal_entry disable trigger refuse_change; ${change} where ${condition}`;

/** Inserts a till without a staff member, with its state, float, and counted and expected amounts. */
const spoiledTill = (values: string): string => `alter table till drop constraint till_staff_id_fkey;
  insert into till (seller_id, id, staff_id, currency, state, float_amount, counted, expected, counts)
  values ('${shop.seller_id}', '${madeId}', '${madeId}', 'USD', ${values})`;

/** A scan of a sold ticket by a device. */
const scanOf = (direction: "in" | "undo", more: string, counts: string): string => `
  insert into scan_device (seller_id, id, name, ends_at) values ('${shop.seller_id}', '${madeId}', 'Main gate', now());
  insert into scan (seller_id, id, ticket_id, device_id, direction, at, local_day, device_at, clock_offset_ms, is_offline, shown, may_admit, let_in, counts)
  select seller_id, gen_random_uuid(), id, '${madeId}', '${direction}', now(), now(), now(), 0, false, 'welcome', false, true, '${counts}'
  from ticket where ticket_order_id = '${sold.order_id}' limit 1;
  update scan set ${more}`;

test("I60 also finds an entry that counts although its ticket is not redeemed", async () => {
  const found = await server.withSpoiledData(scanOf("in", "shown = 'welcome'", "entry"), (db) => checkInvariants(db));
  expect(found.map(({ id }) => id)).toEqual(["I60"]);
});

test("I61 also finds an undo of a scan that does not exist", async () => {
  const found = await server.withSpoiledData(scanOf("undo", `undoes = '${madeId}'`, "undo"), (db) =>
    checkInvariants(db),
  );
  expect(found.map(({ id }) => id)).toEqual(["I61"]);
});

test.each([
  ["accepts uses within the allowance", () => allowanceUses({ of: member.couple, allowance: "Adult" }), []],
  ["accepts uses without a limit", () => allowanceUses({ of: member.open, allowance: "*" }), []],
  ["reports more uses than the limit per term", () => allowanceUses({ of: member.term, allowance: "*" }), ["I30"]],
  ["reports a use of an unknown allowance", () => allowanceUses({ of: member.couple, allowance: "*" }), ["I30"]],
  [
    "reports a use by a cancelled ticket",
    () =>
      `${allowanceUses({ of: member.couple, allowance: "Adult" })}; update ticket set state = 'unbooked' where ticket_order_id = '${sold.order_id}'`,
    ["I30"],
  ],
])("I30: %s", async (_, statement, ids) => {
  const found = await server.withSpoiledData(statement(), (db) => checkInvariants(db));
  expect(found.map(({ id }) => id).filter((id) => id === "I30")).toEqual(ids);
});

test("I77 also finds an order that is missing between two others", async () => {
  const found = await server.withSpoiledData(
    `update ticket_order set order_number = 1 where id = '${sold.order_id}'`,
    (db) => checkInvariants(db),
  );
  expect(found.map(({ id }) => id)).toContain("I77");
});

test("I21 also checks the counter of a code group", async () => {
  const found = await server.withSpoiledData(
    `${codeMutant(0)}; update code_group set used = 1 where id = '${madeId}'`,
    (db) => checkInvariants(db),
  );
  expect(found.map(({ id }) => id)).toEqual(["I21"]);
});

test.each([
  ["used twice", () => tokenMutant("uses", "2", "uses_check")],
  ["used without a time", () => tokenMutant("uses", "1", "uses_check")],
  ["used after it expired", () => tokenMutant("used_at", "now() + interval '1 day'", "check", "uses = 1,")],
  ["valid for an hour", () => tokenMutant("expires_at", "now() + interval '1 hour'", "check1")],
  [
    "stored in plain text",
    () =>
      `insert into user_login (seller_id, identity_id, password) select seller_id, identity_id, 'Lantern-Quay-7' from cart where id = '${holding.cart_id}'`,
  ],
])("I33 reports a token or password that is %s", async (_, spoil) => {
  const found = await server.withSpoiledData(spoil(), (db) => checkInvariants(db));
  expect(found.map(({ id }) => id)).toEqual(["I33"]);
});

test.each([
  [
    "a capture is missing",
    () =>
      spoiledJournal(
        "delete from journal_entry",
        `cause_id = (select id from payment where cart_id = '${partPaid.cart_id}')`,
      ),
  ],
  [
    "a change is missing",
    () => spoiledJournal("delete from journal_entry", `cause = 'change' and ticket_order_id = '${changed.order_id}'`),
  ],
  [
    "a payment is captured twice",
    () => `insert into journal_entry (seller_id, cause, cause_id, local_day, currency, debit, credit, amount, subject, session, tickets)
      select seller_id, 'capture', id, now(), currency, '{cash:test}', '{suspense}', array[amount], array[id], '{}', '{}' from payment where ticket_order_id = '${sold.order_id}'`,
  ],
])("I62 also finds that %s", async (_, spoil) => {
  const found = await server.withSpoiledData(spoil(), (db) => checkInvariants(db));
  expect(found.map(({ id }) => id)).toContain("I62");
});

test.each([
  ["changed", "update journal_entry set local_day = local_day - 1"],
  ["deleted", "delete from journal_entry"],
  ["truncated", "truncate journal_entry"],
])("a journal entry is never %s", async (_, statement) => {
  await expect(server.withSpoiledData(statement, () => Promise.resolve())).rejects.toThrow(/never changed/);
});

/** Violations by a cart that is paid in instalments. */
const partPaidMutants: readonly (readonly [string, string, () => string])[] = [
  ["I11", "its cart is not kept", () => `update cart set leased_until = null where id = '${partPaid.cart_id}'`],
  [
    "I11",
    "its cart is released",
    () =>
      `update ticket set state = 'unbooked' where cart_id = '${partPaid.cart_id}'; update cart set state = 'expired' where id = '${partPaid.cart_id}'`,
  ],
  [
    "I31",
    "its webhook event is not processed",
    () => `insert into payment_event (seller_id, gateway_id, id, type, object_id, occurred_on, created_at)
      values ('${shop.seller_id}', 'stripe', 'evt_1', 'charge.refunded', 'pi_1', now(), now() - interval '3 hours')`,
  ],
  [
    "I13",
    "the schedule is a cent too high",
    () => `update scheduled_payment set amount = amount + 1 where cart_id = '${partPaid.cart_id}' and position = 2`,
  ],
  ["I13", "it has no schedule", () => `delete from scheduled_payment where cart_id = '${partPaid.cart_id}'`],
  [
    "I13",
    "a ticket's price was changed",
    () => `update ticket set adjusted_value = adjusted_value - 1 where cart_id = '${partPaid.cart_id}'`,
  ],
  ["I13", "all of it is paid", () => `update payment set amount = 4000 where cart_id = '${partPaid.cart_id}'`],
  [
    "I13",
    "it is not marked as partly paid",
    () => `update cart set part_paid = false where id = '${partPaid.cart_id}'`,
  ],
];

test("reports that every invariant holds for valid data", async () => {
  const printed: string[] = [];
  expect(await reportInvariants(server.db, (line) => printed.push(line))).toBe(0);
  expect(printed).toEqual([`${invariants.length} of ${invariants.length} invariants hold`]);
});

describe("each invariant", () => {
  test("each invariant has a violation in this test", () =>
    expect(Object.keys(mutants).toSorted()).toEqual(invariants.map(({ id }) => id).toSorted()));

  test.each(invariants.map(({ id, description }) => [id, description] as const))("%s: %s", async (id) => {
    const found = await server.withSpoiledData(mutants[id]?.() ?? "", (db) => checkInvariants(db));
    expect(found.map((broken) => broken.id)).toContain(id);
  });

  test.each(partPaidMutants)("%s is violated by a cart with instalments: %s", async (id, _, mutant) => {
    const found = await server.withSpoiledData(mutant(), (db) => checkInvariants(db));
    expect(found.map((broken) => broken.id)).toContain(id);
  });

  /** Further violations of one invariant. */
  const furtherMutants: readonly (readonly [string, string, () => string])[] = [
    [
      "I09",
      "completed although it has changed no order",
      () =>
        `update cart set changes_order_id = null, gives_up = null, change_actor = null where id = '${changed.cart_id}'`,
    ],
    [
      "I11",
      "paid with a cart that has not changed its order",
      () => `update order_change set cart_id = '${changed.bought_by}' where cart_id = '${changed.cart_id}'`,
    ],
    [
      "I13",
      "bought for less than its total",
      () =>
        `update payment set amount = amount - 1 where ticket_order_id = '${changed.order_id}' and cart_id <> '${changed.cart_id}'`,
    ],
    [
      "I14",
      "bought with tickets that a change has added",
      () => `update ticket set added_by = null where ticket_order_id = '${changed.order_id}'`,
    ],
    [
      "I47",
      "paid another amount than it says",
      () => `update payment set amount = amount + 1 where cart_id = '${changed.cart_id}'`,
    ],
    [
      "I47",
      "without the ticket that it added",
      () => `update ticket set added_by = null where ticket_order_id = '${changed.order_id}'`,
    ],
    [
      "I47",
      "with another number of tickets",
      () => `update order_change set tickets = 2 where cart_id = '${changed.cart_id}'`,
    ],
    [
      "I53",
      "completed although the other ticket is booked",
      () =>
        `update ticket set state = 'booked', scan_code = 'X', ticket_order_id = '${exchanging.order_id}'
        where takes_place_of = '${exchanging.ticket_id}'`,
    ],
    [
      "I53",
      "held twice in place of one",
      () =>
        `drop index ticket_place_taken_once;
        insert into ticket (seller_id, id, state, cart_id, ticket_type_id, ticket_group_id, event_template_id, event_session_id, face_value, adjusted_value, takes_place_of, created_at)
        select seller_id, '${madeId}', state, cart_id, ticket_type_id, ticket_group_id, event_template_id, event_session_id, face_value, adjusted_value, takes_place_of, created_at
        from ticket where takes_place_of = '${exchanging.ticket_id}'`,
    ],
    [
      "I53",
      "held with the seat of a ticket that the order does not have",
      () => `update ticket set keeps_seat_of = id where takes_place_of = '${exchanging.ticket_id}'`,
    ],
    [
      "I01",
      "sold once more than it has places",
      () => `update ticket set takes_place_of = null where takes_place_of = '${exchanging.ticket_id}'`,
    ],
    [
      "I04",
      "counted without the ticket that takes no other's place",
      () => `update ticket set takes_place_of = null where takes_place_of = '${exchanging.ticket_id}'`,
    ],
    [
      "I48",
      "without a fee that it says it kept",
      () =>
        `alter table order_change drop constraint order_change_adds_up; update order_change set fee = fee + 1 where cart_id = '${changed.cart_id}'`,
    ],
    [
      "I19",
      "debited for a voided payment",
      () => `insert into payment (seller_id, id, cart_id, cart_version, gateway_id, state, amount, currency)
      values ('${shop.seller_id}', '${madeId}', '${holding.cart_id}', 98, 'ledger', 'voided', 100, 'USD');
      insert into ledger_entry (seller_id, id, account_id, kind, amount, payment_id)
      select seller_id, '${madeId}', id, 'debit', -100, '${madeId}' from ledger_account where source_ticket_id = '${card.ticket_id}'`,
    ],
    [
      "I19",
      "debited for a card payment",
      () => `insert into ledger_entry (seller_id, id, account_id, kind, amount, payment_id)
      select a.seller_id, '${madeId}', a.id, 'debit', -100, p.id from ledger_account a join payment p on p.seller_id = a.seller_id
      where a.source_ticket_id = '${card.ticket_id}' and p.ticket_order_id = '${sold.order_id}'`,
    ],
    [
      "I20",
      "issued at another value",
      () => `update ticket set face_value = face_value + 1 where id = '${card.ticket_id}'`,
    ],
    [
      "I20",
      "active although its sale was cancelled",
      () => `update ticket set state = 'cancelled' where id = '${card.ticket_id}'`,
    ],
    [
      "I24",
      "in another seller's ledger",
      () => `alter table ledger_entry drop constraint ledger_entry_seller_id_account_id_fkey;
      insert into ledger_entry (seller_id, id, account_id, kind, amount)
      values ('${other.seller_id}', '${madeId}', '${card.account_id}', 'issue', 1)`,
    ],
    [
      "I24",
      "of another seller's ticket",
      () => `alter table ledger_account drop constraint ledger_account_seller_id_source_ticket_id_fkey;
      update ledger_account set source_ticket_id = (select id from ticket where seller_id = '${other.seller_id}' limit 1)`,
    ],
    [
      "I29",
      "active although its ticket was cancelled",
      () => `update ticket set state = 'cancelled' where ticket_order_id = '${membershipOrder.order_id}'`,
    ],
    [
      "I29",
      "numbered like somebody else's",
      () => `update membership set member_number = 'SAMESAMES0' where seller_id = '${shop.seller_id}'`,
    ],
    [
      "I29",
      "a gift without a code",
      () => `delete from membership_gift where ticket_order_id = '${giftOrder.order_id}'`,
    ],
    [
      "I29",
      "a gift with an ordinary code",
      () =>
        `update code set is_gift = false where id in (select code_id from membership_gift where ticket_order_id = '${giftOrder.order_id}')`,
    ],
    [
      "I29",
      "a gift with a membership of its buyer",
      () =>
        `update ticket set handler_data = '{"action":"gift","gift":true}' where ticket_order_id = '${membershipOrder.order_id}'`,
    ],
    ["I26", "counted in fractions", () => `alter table ledger_entry alter column amount type numeric`],
  ];
  test.each(furtherMutants)("%s is violated by one that is %s", async (id, _, mutant) => {
    const found = await server.withSpoiledData(mutant(), (db) => checkInvariants(db));
    expect(found.map((broken) => broken.id)).toContain(id);
  });

  test("holds again after the test", async () => expect(await checkInvariants(server.db)).toEqual([]));
});
