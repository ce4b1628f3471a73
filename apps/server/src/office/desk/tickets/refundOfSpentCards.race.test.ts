import { expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { releasedTogether } from "../../../../test/database/releasedTogether.ts";
import { createDeskShop, deskClerk } from "../../../../test/office/deskShop.ts";
import { orderOf, refusalOf } from "../../../../test/orders/changedOrders.ts";
import { createGiftCardEvent, holdGiftCards } from "../../../../test/payments/giftCards.ts";
import { giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => ([one, other] = [first, second]));

/** An order of a gift card of 50.00, and a buyer who has a cart of 20.00 to pay with it. */
const open = async () => {
  const shop = await createDeskShop(one);
  const { buyer, cart } = await holdGiftCards(one, shop, await createGiftCardEvent(one, shop));
  await buyer.pay(cart, cards.good);
  const reply = await buyer.checkOut(cart);
  const order = { ...orderOf(reply), number: Number(reply.body.ticket_order._data[0].order_number) };
  const card = await one.db
    .selectFrom("ledger_account")
    .select(["id", "number"])
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  const spender = new SplitPaymentBuyer(other, shop);
  const held = await spender.hold(1);
  const spend = () => spender.payWith(held, giftCardTender(card, 2000));
  const clerk = async (role: Parameters<typeof deskClerk>[3]) => {
    const person = await deskClerk(one, shop, order, role);
    const refund = async (amount: string) => {
      await person.look();
      return person.post("refund", { amount, to: "same_means", reason: "Bought by mistake" });
    };
    return { refund };
  };
  return { shop, card, spender, held, spend, clerk };
};

test("what was spent of a gift card is not refunded without cancelling, except by staff who may override", async () => {
  const { spender, held, spend, clerk } = await open();
  expect((await spend()).status).toBe(200);
  expect((await spender.checkOut(held)).status).toBe(200);
  const finance = await clerk("finance");
  const refused = await finance.refund("30.01");
  expect(refusalOf(refused)).toBe("422 refund_too_much");
  expect(refused.body._data[0]).toMatchObject({ _extra: { left: "30.00" } });
  expect(refused.body._data[0]._description).toMatch(
    /^\$20\.00 of the gift cards .* at most \$30\.00 can be refunded\.$/,
  );
  expect((await finance.refund("30.00")).status).toBe(200);
  expect(refusalOf(await finance.refund("0.01"))).toBe("422 refund_too_much");
  const manager = await clerk("manager");
  expect((await manager.refund("20.00")).status).toBe(200);
});

test("a refund waits for a payment with the gift card, and leaves out what it spends", async () => {
  const { shop, card, spend, clerk } = await open();
  const finance = await clerk("finance");
  const replies = await releasedTogether(
    one.db,
    (tx) =>
      tx
        .selectFrom("ledger_account")
        .select("id")
        .where("seller_id", "=", shop.seller_id)
        .where("id", "=", card.id)
        .forUpdate()
        .execute(),
    [spend, () => finance.refund("50.00")],
  );
  expect(replies.map(refusalOf)).toEqual(["200", "422 refund_too_much"]);
});
