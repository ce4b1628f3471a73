import { expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { buyAtDesk, createDeskShop, deskClerk } from "../../../test/office/deskShop.ts";
import { redeemTicket } from "../../../test/office/testGate.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { refusalOf, shopRows, withLink } from "../../../test/orders/changedOrders.ts";
import { openChangeState } from "../../../test/orders/openChangeState.ts";
import { changeCartOf, changeStates, requestChange, usedPlaces } from "../../../test/orders/requestChange.ts";
import { createGiftCard, readCardBalance } from "../../../test/payments/giftCards.ts";
import { giftCardTender, SplitPaymentBuyer } from "../../../test/payments/splitPayments.ts";
import type { PausePoint } from "../../db/faultPoints.ts";

let one: TestApp;
let other: TestApp;
const points: readonly PausePoint[] = [
  "open_change_released",
  "venue_move_held",
  "gift_card_found",
  "after_ledger_account",
];
setUpRaceServers(points, (first, second) => {
  one = first;
  other = second;
});

/**
 * An order of two tickets at 20.00, and a gift card of 20.00 with which staff move the second ticket to one that costs 5.00
 * more. With `isReplaced`, the buyer has an open change of the first ticket.
 */
const openOne = async ({ isReplaced }: { readonly isReplaced: boolean }) => {
  const shop = await createDeskShop(one);
  const order = await buyAtDesk(one, shop, 2);
  const [first = "", second = ""] = order.tickets;
  const later = shop.event.sessions[1]?.id ?? "";
  const change = { remove: [first], add: [{ event_session_id: later, ticket_type_id: shop.type.id }] };
  if (isReplaced) changeCartOf(await requestChange(withLink(one, shop), order, change));
  const card = await createGiftCard(one, shop, 2000);
  const clerk = await deskClerk(one, shop, order, "box_office");
  const spender = new SplitPaymentBuyer(other, shop);
  const cart = await spender.hold(1);
  return {
    shop,
    order,
    second,
    card,
    /** Pays for another person's cart with the whole card. */
    spend: () => spender.payWith(cart, giftCardTender(card, 2000)),
    offer: () =>
      clerk.post("offer_move", {
        tickets: [second],
        event_session_id: later,
        ticket_type_id: shop.group.types[1]?.id,
        money: "refund",
        reason: "Wants a chair",
        due: "5.00",
        pay_by: { means: "gift_card", number: card.number },
      }),
  };
};

const auditedActions = async ({ seller_id }: { readonly seller_id: string }) =>
  (await auditOf(one.db, seller_id)).map(({ action }) => action);

test("a gift card spent after the check leaves the buyer's open change unchanged", async () => {
  const { shop, order, card, spend, offer } = await openOne({ isReplaced: true });
  const before = await openChangeState(one, shop, order);
  const spent = startAtPause(one.db, "open_change_released", spend);
  expect(refusalOf(await offer())).toBe("409 insufficient_balance");
  expect((await spent())?.status).toBe(200);
  expect(await openChangeState(one, shop, order)).toEqual(before);
  expect(await changeStates(one, order)).toEqual(["pending"]);
  expect(await readCardBalance(one, card)).toBe(0);
  expect(await auditedActions(shop)).not.toContain("order.move_offered");
});

test("a gift card spent after the check leaves nothing held", async () => {
  const { shop, order, spend, offer } = await openOne({ isReplaced: false });
  const spent = startAtPause(one.db, "venue_move_held", spend);
  expect(refusalOf(await offer())).toBe("409 insufficient_balance");
  expect((await spent())?.status).toBe(200);
  expect(await changeStates(one, order)).toEqual(["expired"]);
  expect(await usedPlaces(one, shop)).toEqual([3, 0]);
  expect(await auditedActions(shop)).not.toContain("order.move_offered");
});

test("a payment that comes second waits for the move, and sees the remaining balance", async () => {
  const { shop, order, card, spend, offer } = await openOne({ isReplaced: true });
  const spent = startAtPause(one.db, "after_ledger_account", spend);
  expect(refusalOf(await offer())).toBe("200");
  const refused = await spent();
  expect(refused && refusalOf(refused)).toBe("409 insufficient_balance");
  expect(await changeStates(one, order)).toEqual(["expired", "completed"]);
  expect(await usedPlaces(one, shop)).toEqual([2, 1]);
  expect(await readCardBalance(one, card)).toBe(1500);
});

test("a ticket that is scanned before its move is paid stays where it is, and the card and the open change keep what they have", async () => {
  const { shop, order, second, card, offer } = await openOne({ isReplaced: true });
  const before = await openChangeState(one, shop, order);
  const scanned = startAtPause(one.db, "gift_card_found", () => redeemTicket(other.db, second));
  expect(refusalOf(await offer())).toBe("409 ticket_state_incorrect");
  await scanned();
  expect(await openChangeState(one, shop, order)).toEqual(before);
  expect(await readCardBalance(one, card)).toBe(2000);
  expect(await shopRows(one, "order_change", shop)).toEqual([]);
  expect(await shopRows(one, "refund", shop)).toEqual([]);
});
