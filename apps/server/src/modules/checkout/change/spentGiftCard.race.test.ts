import { expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { createChangeShop, everyChange, orderOf, refusalOf } from "../../../../test/orders/changedOrders.ts";
import {
  changeCartOf,
  changeStates,
  newTickets,
  requestChange,
  usedPlaces,
} from "../../../../test/orders/requestChange.ts";
import { createGiftCard, readCardBalance } from "../../../../test/payments/giftCards.ts";
import { cardTender, giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["gift_card_found"], (first, second) => {
  one = first;
  other = second;
});

test.each([
  { what: "alone", rest: 0 },
  { what: "beside a card, whose payment is not even begun", rest: 200 },
])(
  "a gift card that is spent while it pays for a change $what is refused, and the change stays open",
  async ({ rest }) => {
    const shop = await createChangeShop(one, everyChange, {
      groups: [{ types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }] }],
      sessions: [{ inDays: 7 }, { inDays: 8 }],
    });
    const buyer = new SplitPaymentBuyer(one, shop);
    const order = orderOf(await buyer.buy(1));
    const change = changeCartOf(
      await requestChange(buyer, order, { remove: order.tickets, add: newTickets(shop, { type: 1 }) }),
    );
    const card = await createGiftCard(one, shop, 2000);
    const spender = new SplitPaymentBuyer(other, shop);
    const cart = await spender.hold(1);
    const spent = startAtPause(one.db, "gift_card_found", () => spender.payWith(cart, giftCardTender(card, 2000)));
    const list = [giftCardTender(card, 500 - rest), ...(rest > 0 ? [cardTender(rest)] : [])];
    expect(refusalOf(await buyer.payWith(change, ...list))).toBe("409 insufficient_balance");
    expect((await spent())?.status).toBe(200);
    expect(await changeStates(one, order)).toEqual(["pending"]);
    expect(await usedPlaces(one, shop)).toEqual([2, 1]);

    expect(refusalOf(await buyer.payWith(change, cardTender(500)))).toBe("200");
    expect((await buyer.checkOut(change, {})).body.outcome).toBe("completed");
    expect(await changeStates(one, order)).toEqual(["completed"]);
    expect(await readCardBalance(one, card)).toBe(0);
  },
);
