import { describe, expect, test } from "vitest";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import { outcomeOf } from "../../../../test/app/outcomeOf.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import {
  createChangeShop,
  everyChange,
  orderOf,
  shopRows,
  shopStates,
  ticketOfEvent,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { sellGiftCard } from "../../../../test/orders/sellGiftCard.ts";
import { venueCancels, venueNote, venueQuotes } from "../../../../test/orders/venueChanges.ts";
import { readCardEntries } from "../../../../test/payments/giftCards.ts";
import { giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { createSeatedShop } from "../../../../test/shop/createSeatedShop.ts";
import {
  createTestEvent,
  type EventOverrides,
  type TestEvent,
  type TestShop,
} from "../../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { donationEvent, passEvent } from "../../../../test/shop/undatedEvents.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const amounts = async (shop: TestShop, column: "refund" | "fee" | "gift_card"): Promise<number[]> =>
  (await shopRows(server, "order_change", shop)).map((row) => Number(row[column]));

const addEvent = async (shop: TestShop, overrides: EventOverrides): Promise<TestEvent> => {
  const { seller_id, venue_id, timezone } = shop;
  const event = await createTestEvent(server.db, { seller_id, venue_id, timezone }, { sessions: [], ...overrides });
  await recordPrices(server, shop);
  return event;
};
/** Buys tickets of several events in one order. */
const buy = async (shop: TestShop, ...lines: readonly object[]): Promise<{ order: TestOrder; buyer: TestBuyer }> => {
  const buyer = new TestBuyer(server, shop);
  const { order } = await buyLines(buyer, lines);
  return { order, buyer };
};
const undated = { session: null };

describe("the venue", () => {
  test("cancels tickets whose seller allows buyers nothing, and records the reason and the staff member", async () => {
    const shop = await createChangeShop(server, { enabled: false, anon_editing: false });
    const { order } = await buy(shop, ticketLine(shop.event, 2));
    expect(await venueCancels(server, shop, order)).toMatchObject({ value: "40.00", fee: "0", refund: "40.00" });
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled"]);
    expect(await shopRows(server, "order_change", shop)).toMatchObject([
      { actor: "venue", ...venueNote, refund: 4000 },
    ]);
  });

  test("cancels tickets of a session that is over", async () => {
    const shop = await createChangeShop(server, undefined, { sessions: [{ inDays: 1 }] });
    const { order } = await buy(shop, ticketLine(shop.event, 1));
    await server.db
      .updateTable("event_session")
      .set({ start_datetime: "2020-01-01T10:00:00Z", end_datetime: "2020-01-01T11:00:00Z" })
      .where("id", "=", shop.session.id)
      .execute();
    expect(await venueCancels(server, shop, order)).toMatchObject({ refund: "20.00" });
  });

  test.each([
    { what: "keeps the fee of the policy", wanted: {}, refund: [3600], fee: [400], gift_card: [0] },
    { what: "waives the fee", wanted: { waivesFee: true }, refund: [4000], fee: [0], gift_card: [0] },
    {
      what: "gives a gift card instead of the money",
      wanted: { refund_to: "gift_card" as const },
      refund: [0],
      fee: [400],
      gift_card: [3600],
    },
  ])("$what", async ({ wanted, refund, fee, gift_card }) => {
    const shop = await createChangeShop(server, { ...everyChange, cancel_fee: { percent: 10 } });
    const { order } = await buy(shop, ticketLine(shop.event, 2));
    await venueCancels(server, shop, order, wanted);
    expect([await amounts(shop, "refund"), await amounts(shop, "fee"), await amounts(shop, "gift_card")]).toEqual([
      refund,
      fee,
      gift_card,
    ]);
  });

  test("is shown the amounts, and nothing is changed", async () => {
    const shop = await createChangeShop(server);
    const { order } = await buy(shop, ticketLine(shop.event, 2));
    expect(await venueQuotes(server, shop, order)).toMatchObject({ refund: "40.00" });
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "booked"]);
    expect(await shopRows(server, "order_change", shop)).toEqual([]);
  });

  test("leaves redeemed tickets as they are, and cancels what is left", async () => {
    const shop = await createChangeShop(server);
    const { order } = await buy(shop, ticketLine(shop.event, 2));
    const [used = ""] = order.tickets;
    await redeemTicket(server.db, used);
    expect(await outcomeOf(venueCancels(server, shop, order, { ticket_ids: [used] }))).toBe("ticket_state_incorrect");
    expect(await venueCancels(server, shop, order)).toMatchObject({ refund: "20.00" });
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "redeemed"]);
    expect(await outcomeOf(venueCancels(server, shop, order))).toBe("ticket_state_incorrect");
  });

  test("cancels no tickets of another order, nor of another seller", async () => {
    const [shop, elsewhere] = [await createChangeShop(server), await createChangeShop(server)];
    const { order } = await buy(shop, ticketLine(shop.event, 1));
    const foreign = (await buy(elsewhere, ticketLine(elsewhere.event, 1))).order;
    const second = (await buy(shop, ticketLine(shop.event, 1))).order;
    for (const { tickets } of [foreign, second])
      expect(await outcomeOf(venueCancels(server, shop, order, { ticket_ids: tickets }))).toBe("ticket_not_found");
    await expect(venueCancels(server, shop, foreign)).rejects.toThrow("There is no such order.");
  });

  test("gives nothing to a gift card of a seller that accepts none", async () => {
    const shop = await createChangeShop(server);
    const { order } = await buy(shop, ticketLine(shop.event, 1));
    await server.db.updateTable("seller").set({ configuration: "{}" }).where("id", "=", shop.seller_id).execute();
    expect(await outcomeOf(venueCancels(server, shop, order, { refund_to: "gift_card" }))).toBe("ledger_not_allowed");
  });
});

describe("what ends with its ticket", () => {
  test("the seats of a seated order are available again at once", async () => {
    const shop = await createSeatedShop(server.db);
    await recordPrices(server, shop);
    const seats = [shop.seatId("A1"), shop.seatId("A2")];
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(2, shop.type.id, seats);
    await buyer.pay(cart, cards.good);
    await venueCancels(server, shop, orderOf(await buyer.checkOut(cart)));
    expect((await new TestBuyer(server, shop).hold(2, shop.type.id, seats)).id).toEqual(expect.any(String));
    expect(await shopStates(server, "ticket", shop)).toEqual(["cancelled", "cancelled", "held", "held"]);
  });

  test("a pass is neither shown nor printed any more", async () => {
    const shop = await createChangeShop(server);
    const passes = await addEvent(shop, passEvent);
    const { order, buyer } = await buy(shop, ticketLine(passes, 1, undated));
    const opened = async () => (await buyer.get(`/ticket_order/${order.id}`)).body;
    expect((await opened()).door_ticket._data).toHaveLength(1);
    expect(await venueCancels(server, shop, order)).toMatchObject({ refund: "90.00" });
    const after = await opened();
    expect(after.door_ticket._data).toEqual([]);
    expect(after.files[order.id]).toMatchObject({ tickets: false });
  });

  test("a donation stays unless it is named, and goes back without a fee", async () => {
    const shop = await createChangeShop(server, { ...everyChange, cancel_fee: { percent: 50 } });
    const gift = await addEvent(shop, donationEvent);
    const { order } = await buy(shop, ticketLine(shop.event, 1), ticketLine(gift, 1, undated));
    expect(await venueCancels(server, shop, order)).toMatchObject({ value: "20.00", refund: "10.00" });
    expect(await shopStates(server, "ticket", shop)).toEqual(["booked", "cancelled"]);
    const named = await venueCancels(server, shop, order, { ticket_ids: [await ticketOfEvent(server, shop, gift)] });
    expect(named).toMatchObject({ value: "10.00", fee: "0", refund: "10.00" });
  });

  test("a donation that belongs to an admission does not go along with it", async () => {
    const shop = await createChangeShop(server);
    const gift = await addEvent(shop, { ...donationEvent, meta: JSON.stringify({ requires_anchor: true }) });
    const { order } = await buy(shop, ticketLine(shop.event, 1), ticketLine(gift, 1, undated));
    const admission = await ticketOfEvent(server, shop, shop.event);
    const quote = await venueQuotes(server, shop, order, { ticket_ids: [admission] });
    expect(quote).toMatchObject({ tickets: [{ ticket_id: admission }], refund: "20.00" });
  });
});

describe("a sold gift card", () => {
  test("is refunded in full and closed while nothing is spent", async () => {
    const shop = await createChangeShop(server, { ...everyChange, cancel_fee: { fixed: "5.00" } });
    const card = await sellGiftCard(server, shop);
    expect(await venueCancels(server, shop, card.order)).toMatchObject({ fee: "0", refund: "50.00" });
    expect(await readCardEntries(server, card)).toEqual(["issue 5000", "adjust -5000"]);
    const buyer = new SplitPaymentBuyer(server, shop);
    const paid = await buyer.payWith(await buyer.hold(1), giftCardTender(card, 2000));
    expect(paid.status).toBeGreaterThanOrEqual(400);
  });

  test("stays once part of it was spent, and nothing is refunded", async () => {
    const shop = await createChangeShop(server);
    const card = await sellGiftCard(server, shop);
    const buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.payWith(cart, giftCardTender(card, 2000));
    await buyer.checkOut(cart);
    for (const attempt of [venueQuotes, venueCancels])
      await expect(attempt(server, shop, card.order)).rejects.toMatchObject({
        code: "ticket_state_incorrect",
        description:
          "This gift card has been used, so its sale cannot be cancelled. $30.00 is left on it and can still be spent.",
        extra: { left: "30.00" },
      });
    expect(await shopRows(server, "refund", shop)).toEqual([]);
    expect(await readCardEntries(server, card)).toEqual(["issue 5000", "debit -2000", "capture 0"]);
  });
});
