import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { buyAtDesk, createDeskShop, deskClerk, type DeskTestOrder } from "../../../test/office/deskShop.ts";
import { redeemTicket } from "../../../test/office/testGate.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { cancelTickets, refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../test/orders/requestChange.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import type { CheckoutContext } from "../../modules/checkout/context.ts";
import { recordRefunds } from "../../modules/checkout/refund/recordRefunds.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const contextOf = async ({ seller_id, slug }: TestShop): Promise<CheckoutContext> => {
  const seller = await sellerFinder(server.db, 0)(slug);
  if (!seller) throw new Error(`There is no seller ${slug}.`);
  return { db: server.connections.forSeller(seller_id), seller, providers: testProviders(server) };
};
const open = async (at: TestShop, role: Parameters<typeof deskClerk>[3], quantity = 1) => {
  const order = await buyAtDesk(server, at, quantity);
  return { order, clerk: await deskClerk(server, at, order, role) };
};
const moveTo = (shop: TestShop, { tickets }: DeskTestOrder, more: object = {}) => ({
  tickets,
  event_session_id: shop.event.sessions[1]?.id,
  money: "refund",
  waive_difference: false,
  reason: "Came late",
  ...more,
});
const entriesOf = async (shop: TestShop, { number }: DeskTestOrder) =>
  (await auditOf(server.db, shop.seller_id)).filter(({ entity_id }) => entity_id === String(number));

describe("a full session", () => {
  const createFullShop = async (): Promise<TestShop> => {
    const shop = await createDeskShop(server);
    await server.db
      .updateTable("event_session")
      .set({ capacity: 0 })
      .where("id", "=", shop.event.sessions[1]?.id ?? "")
      .execute();
    return shop;
  };

  test("refuses a move, except by staff with the permission to override", async () => {
    const shop = await createFullShop();
    const { order, clerk } = await open(shop, "box_office");
    expect(refusalOf(await clerk.post("move", moveTo(shop, order)))).toBe("409 event_session_sold_out");
    expect(refusalOf(await clerk.post("move", moveTo(shop, order, { oversells: true })))).toBe("422 policy_refuses");
    const manager = await deskClerk(server, shop, order, "manager");
    expect((await manager.post("move", moveTo(shop, order, { oversells: true }))).status).toBe(200);
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
    const { tickets } = await manager.look();
    expect(tickets.filter(({ state }: { state: string }) => state === "booked")).toMatchObject([{ is_oversold: true }]);
    expect(await entriesOf(shop, order)).toMatchObject([{ action: "order.moved", after: { oversold: true } }]);
  });

  test("does not release the place of an oversold ticket that is cancelled or moved", async () => {
    const shop = await createFullShop();
    const { order, clerk } = await open(shop, "manager", 2);
    expect((await clerk.post("move", moveTo(shop, order, { oversells: true }))).status).toBe(200);
    const later = await clerk.look();
    const booked = later.tickets.flatMap(({ id, state }: { id: string; state: string }) =>
      state === "booked" ? [id] : [],
    );
    const [first, second] = booked;
    expect((await clerk.cancel([first], "18.00")).status).toBe(200);
    expect(await usedPlaces(server, shop)).toEqual([0, 0]);
    await clerk.look();
    const back = moveTo(shop, order, { tickets: [second], event_session_id: shop.session.id });
    expect((await clerk.post("move", back)).status).toBe(200);
    expect(await usedPlaces(server, shop)).toEqual([1, 0]);
    const buyer = new TestBuyer(server, shop);
    const { body } = await buyer.post("/my/cart/modify", {
      add: [
        {
          event_template_id: shop.event.id,
          event_session_id: shop.event.sessions[1]?.id,
          ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1 }],
        },
      ],
    });
    expect(body._data[0]._code).toBe("event_session_sold_out");
  });
});

test("an oversold ticket leaves no place to another ticket of the same session", async () => {
  const shop = await createDeskShop(server);
  await server.db
    .updateTable("event_session")
    .set({ capacity: 0 })
    .where("id", "=", shop.event.sessions[1]?.id ?? "")
    .execute();
  const { order, clerk } = await open(shop, "manager");
  expect((await clerk.post("move", moveTo(shop, order, { oversells: true }))).status).toBe(200);
  const { tickets } = await clerk.look();
  const { id } = tickets.find(({ state }: { state: string }) => state === "booked");
  const exchange = moveTo(shop, order, {
    tickets: [id],
    ticket_type_id: shop.group.types[1]?.id,
    waive_difference: true,
  });
  expect(refusalOf(await clerk.post("move", exchange))).toBe("409 event_session_sold_out");
});

describe("a used ticket", () => {
  test.each(["cancel", "move"] as const)("%s needs the permission to override the policy", async (kind) => {
    const shop = await createDeskShop(server);
    const { order, clerk } = await open(shop, "box_office");
    await redeemTicket(server.db, order.tickets[0]);
    await clerk.look();
    const act = (who: typeof clerk) =>
      kind === "cancel" ? who.cancel(order.tickets, "18.00") : who.post("move", moveTo(shop, order));
    const refused = await act(clerk);
    expect([refusalOf(refused), refused.body._data[0]._extra]).toMatchObject([
      "422 policy_refuses",
      { rule: "redeemed" },
    ]);
    const manager = await deskClerk(server, shop, order, "manager");
    expect((await act(manager)).status).toBe(200);
    expect(await usedPlaces(server, shop)).toEqual(kind === "cancel" ? [0, 0] : [0, 1]);
    expect(await entriesOf(shop, order)).toMatchObject([{ after: { beyond_policy: "redeemed" } }]);
  });

  test("stays unchanged for its buyer, and if it is not named", async () => {
    const shop = await createDeskShop(server);
    const { order, clerk } = await open(shop, "manager", 2);
    const [used = "", other = ""] = order.tickets;
    await redeemTicket(server.db, used);
    expect(refusalOf(await cancelTickets(new TestBuyer(server, shop), order, [used]))).toBe(
      "409 ticket_state_incorrect",
    );
    await clerk.look();
    expect((await clerk.cancel([other], "18.00")).status).toBe(200);
    const { tickets } = await clerk.look();
    expect(tickets.map(({ state }: { state: string }) => state).toSorted()).toEqual(["cancelled", "redeemed"]);
  });
});

describe("a refund that its provider refused", () => {
  /** A cancellation's refund of 18.00 that the provider reversed later. */
  const failedRefund = async () => {
    const shop = await createDeskShop(server);
    const { order, clerk } = await open(shop, "finance");
    const manager = await deskClerk(server, shop, order, "manager");
    expect((await manager.cancel(order.tickets, "18.00")).status).toBe(200);
    const { payments } = await clerk.look();
    const [payment] = payments;
    const [refund] = payment.refunds;
    // The provider did not send the money.
    await server.runAsOwner(
      `set app.seller = '*'; delete from test_gateway_refund where seller_id = '${shop.seller_id}'`,
    );
    const ctx = await contextOf(shop);
    await recordRefunds(ctx, payment.id, [
      {
        ref: refund.provider_ref,
        key: refund.id,
        amount: 1800,
        currency: "USD",
        status: "failed",
        code: "expired_or_canceled_card",
        occurred_on: Temporal.Now.instant().toString(),
      },
    ]);
    await clerk.look();
    return { shop, order, clerk, refund_id: String(refund.id) };
  };

  test("shows the provider's reason, and is retried once", async () => {
    const { shop, order, clerk, refund_id } = await failedRefund();
    const { payments } = await clerk.look();
    expect(payments[0].refunds).toMatchObject([
      { state: "failed", failure: "expired_or_canceled_card", resent_as: null },
    ]);
    expect((await clerk.post(`refunds/${refund_id}/resend`, { to: "same_means" })).status).toBe(200);
    const after = await clerk.look();
    expect(after.payments[0].refunds).toMatchObject([{ resent_as: "refund" }, { state: "succeeded", amount: "18.00" }]);
    expect(after.sums).toMatchObject({ paid: "20.00", refunded: "18.00", left: "2.00" });
    expect((await clerk.post(`refunds/${refund_id}/resend`, { to: "same_means" })).status).toBe(404);
    expect((await entriesOf(shop, order)).at(-1)).toMatchObject({
      action: "order.refund_resent",
      after: { amount: "18.00", to: "same_means" },
    });
  });

  const returned = async (shop: TestShop): Promise<string[]> =>
    (await shopRows(server, "outbox", shop))
      .filter(({ kind }) => kind === "payment_returned")
      .map(({ message }) => (message as { readonly text: string }).text);

  test("shows the e-mail of a retry with a sentence of staff, and the preview changes nothing", async () => {
    const { shop, order, clerk, refund_id } = await failedRefund();
    const before = await returned(shop);
    const refunds = await shopRows(server, "refund", shop);
    const { body } = await clerk.get(`refunds/${refund_id}/emails`);
    expect(body.emails).toMatchObject([{ to: ada.email, text: expect.stringContaining("$18.00") }]);
    expect(await shopRows(server, "refund", shop)).toEqual(refunds);
    const email = { is_sent: true, sentence: "Now it should come." };
    expect((await clerk.post(`refunds/${refund_id}/resend`, { to: "same_means", email })).status).toBe(200);
    expect((await returned(shop)).filter((text) => !before.includes(text))).toEqual([
      body.emails[0].text.replace("\n\n", "\n\nNow it should come.\n\n"),
    ]);
    expect((await entriesOf(shop, order)).at(-1)).toMatchObject({ after: { email: "with a sentence" } });
  });

  test("is retried without an e-mail if none is wanted", async () => {
    const { shop, order, clerk, refund_id } = await failedRefund();
    const before = await returned(shop);
    const email = { is_sent: false };
    expect((await clerk.post(`refunds/${refund_id}/resend`, { to: "same_means", email })).status).toBe(200);
    expect(await returned(shop)).toEqual(before);
    expect((await entriesOf(shop, order)).at(-1)).toMatchObject({ after: { email: "not sent" } });
    expect(refusalOf(await clerk.get(`refunds/${refund_id}/emails`))).toBe("404 not_found");
  });

  test("becomes a gift card, and is not refunded a second time", async () => {
    const { shop, clerk, refund_id } = await failedRefund();
    expect((await clerk.post(`refunds/${refund_id}/resend`, { to: "gift_card" })).status).toBe(200);
    const after = await clerk.look();
    expect(after.sums).toMatchObject({ refunded: "0", to_gift_cards: "18.00", left: "2.00" });
    const cards = await server.db
      .selectFrom("ledger_account")
      .select("balance")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(cards).toEqual([{ balance: 1800 }]);
    expect((await clerk.post(`refunds/${refund_id}/resend`, { to: "gift_card" })).status).toBe(404);
    expect(refusalOf(await clerk.refund("2.01"))).toBe("422 refund_too_much");
  });

  test("is not retried if its money was refunded in another way meanwhile", async () => {
    const { clerk, refund_id } = await failedRefund();
    expect((await clerk.refund("20.00")).status).toBe(200);
    await clerk.look();
    for (const to of ["same_means", "gift_card"])
      expect(refusalOf(await clerk.post(`refunds/${refund_id}/resend`, { to }))).toBe("404 not_found");
  });

  test("is not sent again where the payer's bank has taken the money", async () => {
    const { shop, clerk, refund_id } = await failedRefund();
    await server.runAsOwner(
      `set app.seller = '*'; insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
       select seller_id, gen_random_uuid(), id, 'dispute_opened', amount, currency, 'dp_1' from payment where seller_id = '${shop.seller_id}'`,
    );
    await clerk.look();
    for (const to of ["same_means", "gift_card"])
      expect(refusalOf(await clerk.post(`refunds/${refund_id}/resend`, { to }))).toBe("422 refund_too_much");
  });

  test("of another order is not found", async () => {
    const { shop, refund_id } = await failedRefund();
    const { clerk } = await open(shop, "finance");
    expect((await clerk.post(`refunds/${refund_id}/resend`, { to: "same_means" })).status).toBe(404);
  });
});
