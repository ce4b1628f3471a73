import { beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { timezoneByDay, startsIn } from "../../../test/office/gateShop.ts";
import { pairedDevice, scanWith } from "../../../test/office/testGate.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  withLink,
  type TestOrder,
} from "../../../test/orders/changedOrders.ts";
import { createGiftCard } from "../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../test/payments/splitPayments.ts";
import { createTestEvent, type TestEvent, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
let shop: TestShop;
let annex: TestEvent;
let annex_id: string;
let manager: OfficeBrowser;
setUpTestApp((opened) => void (server = opened));

/** Tickets of the house cost 20.00, those of the annex 10.01. */
beforeEach(async () => {
  shop = await createChangeShop(server, everyChange, { sessions: [startsIn(15)] }, { timezone: timezoneByDay() });
  annex_id = newId();
  await server.db
    .insertInto("venue")
    .values({
      seller_id: shop.seller_id,
      id: annex_id,
      key: "annex",
      name: "Annex",
      timezone: shop.timezone,
      address: "2 Pier Road",
    })
    .execute();
  annex = await createTestEvent(
    server.db,
    { seller_id: shop.seller_id, venue_id: annex_id, timezone: shop.timezone },
    { sessions: [startsIn(15)], groups: [{ types: [{ name: "Adult", currency_amount: 1001 }] }] },
  );
  await recordPrices(server, shop);
  manager = await signedIn(server, shop, ["manager"]);
});

/** Buys an order with tickets of both venues. */
const buyMixed = async (house: number, other: number, giftCard = 0): Promise<TestOrder> => {
  const buyer = new SplitPaymentBuyer(server, shop);
  const { body } = await buyer.post("/my/cart/modify", {
    add: [ticketLine(shop.event, house), ticketLine(annex, other)],
  });
  const [cart] = body.cart._data;
  if (giftCard > 0) {
    const due = Math.round(100 * Number(cart.outstanding_balance));
    const card = await createGiftCard(server, shop, giftCard);
    await buyer.payWith(cart, giftCardTender(card, giftCard), cardTender(due - giftCard));
  } else await buyer.pay(cart, cards.good);
  return orderOf(await buyer.checkOut(cart));
};
const figures = async (venue_id?: string) => {
  const { status, body } = await manager.get(`/board${venue_id === undefined ? "" : `?venue_id=${venue_id}`}`);
  expect(status).toBe(200);
  return [body.sold.today, body.taken.today, body.checked_in.today, body.on_site.today];
};
const ofBoth = async () => ({
  house: await figures(shop.venue_id),
  annex: await figures(annex_id),
  all: await figures(),
});

describe("an order with tickets of two venues", () => {
  test("counts at each with its tickets, and with the money that paid for them", async () => {
    await buyMixed(2, 1);
    expect(await ofBoth()).toEqual({
      house: [2, "40.00", 0, 0],
      annex: [1, "10.01", 0, 0],
      all: [3, "50.01", 0, 0],
    });
  });

  test("that was partly paid by gift card counts the rest in proportion, to the cent", async () => {
    await buyMixed(1, 1, 1000);
    // 20.01 of the 30.01 were paid by card: 13.34 for the house and 6.67 for the annex.
    const { house, annex: other, all } = await ofBoth();
    expect(all).toEqual([2, "20.01", 0, 0]);
    expect([house[1], other[1]]).toEqual(["13.34", "6.67"]);
  });

  test("counts fewer tickets after one is given up, but the same money", async () => {
    const order = await buyMixed(2, 2);
    const rows = await server.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("ticket_order_id", "=", order.id)
      .where("event_template_id", "=", annex.id)
      .execute();
    const [first, second] = rows.map(({ id }) => id);
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, [first ?? ""]))).toBe("200");
    expect(await ofBoth()).toEqual({
      house: [2, "40.00", 0, 0],
      annex: [1, "20.02", 0, 0],
      all: [3, "60.02", 0, 0],
    });
    expect(refusalOf(await cancelTickets(withLink(server, shop), order, [second ?? ""]))).toBe("200");
    expect((await ofBoth()).annex).toEqual([0, "20.02", 0, 0]);
  });

  test("counts a check-in at the venue of its session", async () => {
    const order = await buyMixed(1, 1);
    const { browser } = await pairedDevice(server, shop);
    const { scan_code } = await server.db
      .selectFrom("ticket")
      .select("scan_code")
      .where("seller_id", "=", shop.seller_id)
      .where("ticket_order_id", "=", order.id)
      .where("event_template_id", "=", annex.id)
      .executeTakeFirstOrThrow();
    await scanWith(browser, { code: scan_code ?? "" });
    const { house, annex: other } = await ofBoth();
    expect([house.slice(2), other.slice(2)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});
