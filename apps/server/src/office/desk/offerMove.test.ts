import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyAtDesk, createDeskShop, deskClerk, type DeskTestOrder } from "../../../test/office/deskShop.ts";
import { auditOf, mailsTo } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { changeStates } from "../../../test/orders/requestChange.ts";
import { createGiftCard, readCardBalance } from "../../../test/payments/giftCards.ts";
import { cardTender } from "../../../test/payments/splitPayments.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createDeskShop(server);
});

/** A move of an Adult at 20.00 to a Senior at 25.00 on the next day. */
const dearer = (order: DeskTestOrder, pay_by: object, more: object = {}) => ({
  tickets: order.tickets,
  event_session_id: shop.event.sessions[1]?.id,
  ticket_type_id: shop.group.types[1]?.id,
  money: "refund",
  reason: "Wants a chair",
  due: "5.00",
  pay_by,
  ...more,
});
const open = async (role: Parameters<typeof deskClerk>[3] = "box_office", at = shop) => {
  const order = await buyAtDesk(server, at, 1);
  return { order, clerk: await deskClerk(server, at, order, role) };
};
const offered = async () => {
  const { order, clerk } = await open();
  const reply = await clerk.post("offer_move", dearer(order, { means: "link" }));
  expect(reply.status).toBe(200);
  return { order, clerk, expires_at: String(reply.body.expires_at) };
};
const accept = (who: TestBuyer, { id, token }: DeskTestOrder) =>
  who.post(`/ticket_order/${id}/offered_change?token=${token}`, {});
const ticketStates = async ({ id }: DeskTestOrder) =>
  (
    await server.db
      .selectFrom("ticket")
      .select(["state", "event_session_id"])
      .where("ticket_order_id", "=", id)
      .orderBy("state")
      .execute()
  ).map(({ state, event_session_id }) => [state, event_session_id === shop.session.id ? "old" : "new"].join(" "));
const entriesOf = async ({ number }: DeskTestOrder) =>
  (await auditOf(server.db, shop.seller_id)).filter(({ entity_id }) => entity_id === String(number));

test("the purchaser gets a link, pays the difference, and then has the new tickets", async () => {
  const { order, clerk, expires_at } = await offered();
  const minutes = Temporal.Now.instant().until(Temporal.Instant.from(expires_at)).total("minutes");
  expect(minutes).toBeGreaterThan(28);
  expect(minutes).toBeLessThanOrEqual(30.1);
  expect(await ticketStates(order)).toEqual(["booked old"]);
  expect(await clerk.look()).toMatchObject({
    offer: { due: "5.00", reason: "Wants a chair", is_being_paid: false, by: expect.stringContaining("Person") },
  });
  const mails = (await mailsTo(server.db, ada.email)).filter(({ kind }) => kind === "change_offered");
  expect(JSON.stringify(mails)).toContain(`/manage/${order.id}/confirm?token=`);

  const payer = new TestBuyer(server, shop);
  const { body } = await accept(payer, order);
  const cart = { id: String(body.change_cart_id) };
  const actions = await payer.get(`/ticket_order/${order.id}/actions?token=${order.token}`);
  expect(actions.body).toMatchObject({ change_cart_id: cart.id, is_change_offered: true });
  expect((await payer.post(`/my/cart/${cart.id}/pay`, [cardTender(500)])).status).toBe(200);
  expect((await payer.post(`/my/cart/${cart.id}/guest_checkout`, {})).status).toBe(200);

  expect(await ticketStates(order)).toEqual(["booked new", "cancelled old"]);
  const after = await clerk.look();
  expect(after).toMatchObject({ offer: null, sums: { paid: "25.00", refunded: "0", kept: "25.00", left: "25.00" } });
  expect(after.history).toContainEqual(expect.objectContaining({ kind: "moved", text: "Wants a chair" }));
  expect(await entriesOf(order)).toMatchObject([
    { action: "order.move_offered", actor: "staff", after: { due: "5.00", pay_by: "link" } },
    { action: "order.moved", actor: "buyer", via: "storefront", staff_id: null, after: { paid: "5.00" } },
  ]);
});

test("the payer cannot turn the offer into another change, because the policy does not bind the venue's", async () => {
  const { order } = await offered();
  const payer = new TestBuyer(server, shop);
  const { body } = await accept(payer, order);
  const change = await payer.post(`/my/cart/${body.change_cart_id}/modify`, {
    refund_to: "gift_card",
    remove: [],
    add: [],
  });
  expect(refusalOf(change)).toBe("409 cart_not_editable");
});

test("the link is accepted only with the order's token, and belongs to whoever accepted it last", async () => {
  const { order } = await offered();
  const stranger = new TestBuyer(server, shop);
  expect((await stranger.post(`/ticket_order/${order.id}/offered_change`, {})).status).toBe(404);
  const [first, second] = [new TestBuyer(server, shop), new TestBuyer(server, shop)];
  const { body } = await accept(first, order);
  await accept(second, order);
  expect(refusalOf(await first.post(`/my/cart/${body.change_cart_id}/pay`, [cardTender(500)]))).toBe("404 not_found");
});

test("a gift card pays at once, the audit log says who did it, and a wrong number holds nothing", async () => {
  const { order, clerk } = await open();
  const wrong = await clerk.post("offer_move", dearer(order, { means: "gift_card", number: "7K3M-0000" }));
  expect(wrong.status).toBe(404);
  const poor = await createGiftCard(server, shop, 400);
  const short = await clerk.post("offer_move", dearer(order, { means: "gift_card", number: poor.number }));
  expect(refusalOf(short)).toBe("409 insufficient_balance");
  expect(await changeStates(server, order)).toEqual([]);
  expect(await ticketStates(order)).toEqual(["booked old"]);

  const card = await createGiftCard(server, shop, 2000);
  await clerk.look();
  const paid = await clerk.post("offer_move", dearer(order, { means: "gift_card", number: card.number }));
  expect([paid.status, paid.body]).toEqual([200, { expires_at: null }]);
  expect(await ticketStates(order)).toEqual(["booked new", "cancelled old"]);
  expect(await readCardBalance(server, card)).toBe(1500);
  const entries = await entriesOf(order);
  expect(entries.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
    { action: "order.move_offered", actor: "staff", via: "office", after: { due: "5.00", pay_by: "gift_card" } },
    { action: "order.moved", actor: "staff", via: "office", after: { paid: "5.00" } },
  ]);
  expect(entries[0]?.staff_id).toBe(entries[1]?.staff_id);
  expect(JSON.stringify(entries)).not.toContain(card.number);
});

test.each([
  { what: "another difference than was shown", more: { due: "4.00" } },
  { what: "no difference at all", more: { due: "0", ticket_type_id: undefined } },
])("$what is refused, and nothing is held", async ({ more }) => {
  const { order, clerk } = await open();
  const refused = await clerk.post("offer_move", dearer(order, { means: "link" }, more));
  expect(refusalOf(refused)).toBe("422 payment_incorrect_amount");
  expect(await changeStates(server, order)).toEqual(["expired"]);
  expect(await entriesOf(order)).toEqual([]);
});

test("an offer that the policy does not allow needs the permission to override it", async () => {
  const strict = await createDeskShop(server, { horizon_hours: 24 * 30 });
  const { order, clerk } = await open("box_office", strict);
  const request = {
    ...dearer(order, { means: "link" }),
    event_session_id: strict.event.sessions[1]?.id,
    ticket_type_id: strict.group.types[1]?.id,
  };
  expect(refusalOf(await clerk.post("offer_move", request))).toBe("422 policy_refuses");
  expect(await changeStates(server, order)).toEqual([]);
});

test("the tickets are released by staff, or when the offer expires", async () => {
  const { order, clerk } = await offered();
  expect((await clerk.post("withdraw_offer", {})).status).toBe(200);
  expect((await clerk.look()).offer).toBeNull();
  const buyer = new TestBuyer(server, shop);
  expect(refusalOf(await accept(buyer, order))).toBe("410 cart_expired");
  expect(refusalOf(await clerk.post("withdraw_offer", {}))).toBe("410 cart_expired");

  const { order: other } = await offered();
  await server.db
    .updateTable("cart")
    .set({ expires_at: sql<string>`app_now() - interval '1 second'` })
    .where("changes_order_id", "=", other.id)
    .execute();
  expect(refusalOf(await accept(buyer, other))).toBe("410 cart_expired");
});

test("tickets that are being paid are not released, and their link is not accepted by another", async () => {
  const { order, clerk } = await offered();
  const payer = new TestBuyer(server, shop);
  const { body } = await accept(payer, order);
  expect((await payer.post(`/my/cart/${body.change_cart_id}/pay`, [cardTender(500)])).status).toBe(200);
  expect(refusalOf(await clerk.post("withdraw_offer", {}))).toBe("409 payment_in_progress");
  expect(refusalOf(await accept(new TestBuyer(server, shop), order))).toBe("409 payment_in_progress");
  expect((await payer.post(`/my/cart/${body.change_cart_id}/guest_checkout`, {})).status).toBe(200);
});
