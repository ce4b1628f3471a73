import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { DeskClerk } from "../../../test/office/deskShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { orderOf, refusalOf, shopRows, type TestOrder } from "../../../test/orders/changedOrders.ts";
import { venueContext } from "../../../test/orders/venueChanges.ts";
import {
  createGiftCard,
  createGiftCardEvent,
  holdGiftCards,
  readCardBalance,
  type TestGiftCard,
} from "../../../test/payments/giftCards.ts";
import {
  cardTender,
  createGiftCardShop,
  giftCardTender,
  SplitPaymentBuyer,
} from "../../../test/payments/splitPayments.ts";
import { refundUnanswered, refuseRefund } from "../../../test/payments/unansweredRefunds.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { settleRefunds } from "../checkout/refund/refundPayment.ts";
import { giftCardsOfOrder } from "./giftCardsOfOrder.ts";

let server: TestApp;
let shop: TestShop;
let order: TestOrder;
let card: TestGiftCard;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createGiftCardShop(server);
  const { buyer, cart } = await holdGiftCards(server, shop, await createGiftCardEvent(server, shop));
  await buyer.pay(cart, cards.good);
  order = orderOf(await buyer.checkOut(cart));
  card = await server.db
    .selectFrom("ledger_account")
    .select(["id", "number"])
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
});

const refund = (amount: number): Promise<void> => refundUnanswered(server, shop, { order_id: order.id, amount });

const stateOfCard = async (): Promise<string> => {
  const { body } = await new TestBrowser(server, shop).call(lookUpGiftCard, {
    ledger_id: "cards",
    number: card.number,
  });
  return String(body.ledger._data[0]?.state);
};

/** Another visitor pays 20.00 with the card. */
const spend = async (): Promise<string> => {
  const spender = new SplitPaymentBuyer(server, shop);
  return refusalOf(await spender.payWith(await spender.hold(1), giftCardTender(card, 2000)));
};

describe("a gift card whose order is refunded without cancelling", () => {
  test("pays for nothing until the provider has answered, and pays again if it refuses", async () => {
    await refund(5000);
    expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "created", amount: 5000 }]);
    expect(await stateOfCard()).toBe("inactive");
    expect(await spend()).toBe("409 insufficient_balance");
    expect(await giftCardsOfOrder(await venueContext(server, shop), order.id)).toMatchObject([{ state: "inactive" }]);
    const finance = await signedIn(server, shop, ["finance"]);
    const page = async () => (await finance.get(`/gift_cards/${card.id}`)).body;
    expect(await page()).toMatchObject({ state: "active", balance: "50.00", order_refunded: true });

    await refuseRefund(server, shop);
    expect(await stateOfCard()).toBe("active");
    expect(await page()).toMatchObject({ order_refunded: false });
    expect(await spend()).toBe("200");
  });

  test("stays without effect once the refund has succeeded", async () => {
    await refund(5000);
    await settleRefunds(await venueContext(server, shop), -1);
    expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "succeeded" }]);
    expect(await spend()).toBe("409 insufficient_balance");
    const rest = await server.db
      .selectFrom("ledger_account")
      .select(["state", "balance"])
      .where("id", "=", card.id)
      .executeTakeFirst();
    expect(rest).toEqual({ state: "inactive", balance: 0 });
  });

  test("pays for nothing once several refunds come to all of it", async () => {
    await refund(3000);
    expect(await stateOfCard()).toBe("active");
    await refund(2000);
    expect(await stateOfCard()).toBe("inactive");
  });

  test("still pays if it cost nothing", async () => {
    const setPrice = (price: number) =>
      server.runAsOwner(
        `set app.seller = '*'; update ticket set adjusted_value = ${price} where ticket_order_id = '${order.id}'`,
      );
    await setPrice(0);
    await refund(5000);
    expect(await spend()).toBe("200");
    await setPrice(5000);
  });
});

test("a gift card bought with a ticket pays in full after a refund of a part, and then only the rest can be refunded", async () => {
  const { buyer, cart } = await holdGiftCards(server, shop, await createGiftCardEvent(server, shop));
  await recordPrices(server, shop);
  const payer = new SplitPaymentBuyer(server, shop, buyer.cookie);
  expect((await payer.post(`/my/cart/${cart.id}/modify`, { add: [ticketLine(shop.event, 1)] })).status).toBe(200);
  // Paid by card alone: no gift card pays for another one.
  const other = await createGiftCard(server, shop, 2000);
  expect(refusalOf(await payer.payWith(cart, giftCardTender(other, 2000), cardTender(5000)))).toBe(
    "422 ledger_not_allowed",
  );
  expect(refusalOf(await payer.payWith(cart, cardTender(7000)))).toBe("200");
  const reply = await payer.checkOut(cart);
  const bought = orderOf(reply);
  const { rows } = await sql<TestGiftCard>`select id, number from ledger_account
    where seller_id = ${shop.seller_id}::uuid and source_ticket_id = any(${bought.tickets}::uuid[])`.execute(server.db);
  [card = card] = rows;
  const clerk = new DeskClerk(
    await signedIn(server, shop, ["box_office"]),
    Number(reply.body.ticket_order._data[0].order_number),
  );
  const refundAtDesk = async (sum: string) => {
    await clerk.look();
    return clerk.refund(sum);
  };
  expect(refusalOf(await refundAtDesk("10.00"))).toBe("200");
  expect(await stateOfCard()).toBe("active");
  expect(await spend()).toBe("200");
  const refused = await refundAtDesk("40.01");
  expect([refusalOf(refused), refused.body._data[0]._extra]).toEqual(["422 refund_too_much", { left: "40.00" }]);
  expect(refusalOf(await refundAtDesk("40.00"))).toBe("200");
  expect(refusalOf(await refundAtDesk("0.01"))).toBe("422 refund_too_much");
  // Of 70.00 that was paid, 50.00 went back and 20.00 was spent. The order still has the money of that.
  expect(await readCardBalance(server, card)).toBe(3000);
  expect((await shopRows(server, "ticket", shop)).filter(({ state }) => state === "cancelled")).toEqual([]);
});

test("a gift card whose payment is disputed pays for nothing until the dispute is won", async () => {
  const record = (action: string, amount: number) =>
    sql`insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
      select seller_id, gen_random_uuid(), id, ${action}, ${amount}, currency, 'dp_1' from payment
      where seller_id = ${shop.seller_id} and ticket_order_id = ${order.id} returning seller_id`.execute(server.db);
  await record("dispute_opened", 5000);
  expect(await stateOfCard()).toBe("inactive");
  expect(await spend()).toBe("409 insufficient_balance");
  await record("dispute_closed", 0);
  expect(await spend()).toBe("200");
});
