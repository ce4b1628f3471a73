import { describe, expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { releasedTogether } from "../../../../test/database/releasedTogether.ts";
import { createDeskShop, deskClerk } from "../../../../test/office/deskShop.ts";
import { orderOf, refusalOf } from "../../../../test/orders/changedOrders.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { createGiftCardEvent, holdGiftCards } from "../../../../test/payments/giftCards.ts";
import { giftCardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { refundUnanswered, refuseRefund } from "../../../../test/payments/unansweredRefunds.ts";
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
  /** Refunds from the list of payments. */
  const refundPayment = async (role: Parameters<typeof deskClerk>[3], amount?: string) => {
    const person = await signedIn(one, shop, [role]);
    const { id } = await one.db
      .selectFrom("payment")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("ticket_order_id", "=", order.id)
      .executeTakeFirstOrThrow();
    const { version } = (await person.get(`/money/payments/${id}`)).body;
    return () => person.post(`/money/payments/${id}/refund`, { version, amount, reason: "Bought by mistake" });
  };
  return { shop, order, card, spender, held, spend, clerk, refundPayment };
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

test("what was spent of a gift card is not refunded from the list of payments, except by staff who may override", async () => {
  const { spender, held, spend, refundPayment } = await open();
  expect((await spend()).status).toBe(200);
  expect((await spender.checkOut(held)).status).toBe(200);
  const refused = await (await refundPayment("finance"))();
  expect(refusalOf(refused)).toBe("422 refund_too_much");
  expect(refused.body._data[0]).toMatchObject({ _extra: { left: "30.00" } });
  expect((await (await refundPayment("finance", "30.00"))()).body).toMatchObject({ outcome: "succeeded" });
  expect(refusalOf(await (await refundPayment("finance", "0.01"))())).toBe("422 refund_too_much");
  expect((await (await refundPayment("manager"))()).body).toMatchObject({ outcome: "succeeded", amount: "20.00" });
});

test("a refund that failed is not sent again for what was spent since, except by staff who may override", async () => {
  const { shop, order, spend } = await open();
  await refundUnanswered(one, shop, { order_id: order.id, amount: 5000 });
  const refund_id = await refuseRefund(one, shop);
  expect((await spend()).status).toBe(200);
  const resend = async (role: Parameters<typeof deskClerk>[3]) => {
    const person = await deskClerk(one, shop, order, role);
    return refusalOf(await person.post(`refunds/${refund_id}/resend`, { to: "same_means" }));
  };
  expect(await resend("finance")).toBe("422 refund_too_much");
  expect(await resend("manager")).toBe("200");
});

describe("with a payment with the gift card at once", () => {
  const ways = [
    ["at the desk", { role: "finance", isOfPayment: false }],
    ["at the desk by staff who may override", { role: "manager", isOfPayment: false }],
    ["from the list of payments", { role: "finance", isOfPayment: true }],
    ["from the list of payments by staff who may override", { role: "manager", isOfPayment: true }],
  ] as const;

  const together = async (
    { role, isOfPayment }: (typeof ways)[number][1],
    inOrder: (
      refund: () => Promise<TestResponse>,
      spend: () => Promise<TestResponse>,
    ) => (() => Promise<TestResponse>)[],
  ): Promise<string[]> => {
    const { shop, card, spend, clerk, refundPayment } = await open();
    const person = await clerk(role);
    const refund = isOfPayment ? await refundPayment(role) : () => person.refund("50.00");
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
      inOrder(refund, spend),
    );
    return replies.map(refusalOf);
  };

  test.each(ways)("a payment waits for a refund %s, and finds nothing to spend", async (_, way) => {
    expect(await together(way, (refund, spend) => [refund, spend])).toEqual(["200", "409 insufficient_balance"]);
  });

  test.each(ways.filter(([, { role }]) => role === "finance"))(
    "a refund %s waits for a payment with the gift card, and leaves out what it spends",
    async (_, way) => {
      expect(await together(way, (refund, spend) => [spend, refund])).toEqual(["200", "422 refund_too_much"]);
    },
  );
});
