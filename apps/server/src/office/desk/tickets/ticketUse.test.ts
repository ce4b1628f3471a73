import { expect, test } from "vitest";
import { buyMembership, createLevels, membershipRequest } from "../../../../test/accounts/membershipLevels.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createDeskShop, deskClerk } from "../../../../test/office/deskShop.ts";
import { pairedDevice, scanWith } from "../../../../test/office/testGate.ts";
import { orderOf, refusalOf } from "../../../../test/orders/changedOrders.ts";
import { createGiftCardEvent, holdGiftCards } from "../../../../test/payments/giftCards.ts";
import { giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("a gift card shows its balance, and cannot be cancelled once something is spent", async () => {
  const shop = await createDeskShop(server);
  const { buyer, cart } = await holdGiftCards(server, shop, await createGiftCardEvent(server, shop));
  await buyer.pay(cart, cards.good);
  const reply = await buyer.checkOut(cart);
  const order = { ...orderOf(reply), number: Number(reply.body.ticket_order._data[0].order_number) };
  const clerk = await deskClerk(server, shop, order, "manager");
  expect((await clerk.look()).tickets).toMatchObject([
    { use: { kind: "gift_card", issued: "50.00", left: "50.00", is_closed: false } },
  ]);

  const card = await server.db
    .selectFrom("ledger_account")
    .select(["id", "number"])
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  const spender = new SplitPaymentBuyer(server, shop);
  const spent = await spender.hold(1);
  expect((await spender.payWith(spent, giftCardTender(card, 2000))).status).toBe(200);
  expect((await spender.checkOut(spent)).status).toBe(200);

  expect((await clerk.look()).tickets).toMatchObject([{ use: { issued: "50.00", left: "30.00" } }]);
  for (const refund of ["50.00", "30.00"])
    expect(refusalOf(await clerk.cancel(order.tickets, refund))).toBe("409 ticket_state_incorrect");
});

test("a membership shows its visits and the tickets of its allowance", async () => {
  const shop = await createDeskShop(server);
  const levels = await createLevels(server, shop);
  const bought = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
  const number = Number(bought.response.body.ticket_order._data[0].order_number);
  const order = { ...orderOf(bought.response), number };
  const clerk = await deskClerk(server, shop, order, "manager");
  expect((await clerk.look()).tickets[0]).toMatchObject({ use: { kind: "membership", visits: 0, tickets: 0 } });
  const codes = { tickets: order.tickets.slice(0, 1), reason: "Lost" };
  // Its card has a code of its own, which would go on working.
  expect(refusalOf(await clerk.post("new_codes", codes))).toBe("409 ticket_state_incorrect");
  const { id } = await server.db
    .selectFrom("membership")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  const { browser } = await pairedDevice(server, shop, { name: "North gate" });
  expect(await scanWith(browser, { card_id: id })).toMatchObject({ shown: "welcome", counts: "entry" });
  const { tickets, history } = await clerk.look();
  expect(tickets[0]).toMatchObject({ use: { visits: 1 } });
  expect(history[0]).toMatchObject({ kind: "scan", by: "North gate", state: "entry" });
});
