import { beforeEach, expect, test } from "vitest";
import { commandContext } from "../../../../test/app/commandContext.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
  paymentOutcome,
} from "../../../../test/payments/splitPayments.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { paymentsCommand } from "./payments.ts";

let server: TestApp;
let shop: TestShop;
let buyer: SplitPaymentBuyer;
const plan = [
  { basis_points: 3000, due_days: 0 },
  { basis_points: 7000, due_days: 14 },
];

setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createGiftCardShop(server, {
    event: { sessions: [{ inDays: 90, capacity: 2 }], groups: [{ payment_plan: JSON.stringify(plan) }] },
  });
  buyer = new SplitPaymentBuyer(server, shop);
});

const runCommand = async (...args: string[]) => {
  const printed: string[] = [];
  const code = await paymentsCommand.run(
    args,
    commandContext({
      connections: server.connections,
      lines: printed,
      openProviders: async () => testProviders(server),
    }),
  );
  return { code, output: printed.join("\n") };
};
const readPayments = () =>
  server.db
    .selectFrom("payment")
    .select(["id", "gateway_id", "amount", "state"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("gateway_id")
    .execute();
const countUses = async () =>
  (
    await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow()
  ).used_capacity;
const shiftDueDates = (cart: Cart, days: number) =>
  server.runAsOwner(
    `set app.seller = '*'; update scheduled_payment set due_date = due_date - ${days} where cart_id = '${cart.id}';
     update payment_audit a set occurred_on = (a.occurred_on at time zone 'utc' - interval '${days} days') at time zone 'utc' from payment p
     where p.seller_id = a.seller_id and p.id = a.payment_id and p.cart_id = '${cart.id}'`,
  );
/** Two tickets of 20.00, of which 5.00 are paid by gift card and 7.00 by card. */
const createPartPaidCart = async () => {
  const card = await createGiftCard(server, shop, 500);
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, giftCardTender(card, 500), cardTender(700));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("partial");
  return { cart, card };
};

test("lists a partly paid cart once its next instalment is a week overdue", async () => {
  const { cart } = await createPartPaidCart();
  await shiftDueDates(cart, 20);
  expect(await runCommand(shop.slug)).toMatchObject({ code: 0 });
  await shiftDueDates(cart, 2);
  const { code, output } = await runCommand(shop.slug);
  expect(code).toBe(1);
  expect(output).toContain(`an instalment of the cart has been overdue for a week (cart ${cart.cart_number})`);
  expect(output).toContain("about 28.00 USD");
  expect(output).toContain("1 payment needs attention.");
  // The buyer pays, and the cart is no longer listed.
  await buyer.payWith(cart, cardTender(2800));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  expect(await runCommand(shop.slug)).toMatchObject({ code: 0 });
});

test("lists an overdue cart although a payment of it was marked as done the day before", async () => {
  const { cart } = await createPartPaidCart();
  const [, byBank] = await readPayments();
  await server.runAsOwner(
    `set app.seller = '*'; update scheduled_payment set due_date = app_now()::date - 8 where cart_id = '${cart.id}';
     update payment set seen_at = app_now()::date::timestamptz - interval '1 hour' where cart_id = '${cart.id}'`,
  );
  expect(await runCommand(shop.slug)).toMatchObject({ code: 1 });
  expect(await runCommand("done", byBank?.id ?? "")).toMatchObject({ code: 0 });
  expect(await runCommand(shop.slug)).toMatchObject({ code: 0 });
});

test("a partly paid cart ends when all its payments are refunded, and its tickets are released", async () => {
  const { cart, card } = await createPartPaidCart();
  const [byGift, byBank] = await readPayments();
  expect(await runCommand("refund", byBank?.id ?? "")).toMatchObject({ code: 0 });
  expect(await countUses()).toBe(2);
  expect(await runCommand("refund", byGift?.id ?? "")).toMatchObject({ code: 0 });
  expect((await readPayments()).map(({ gateway_id, state }) => [gateway_id, state])).toEqual([
    ["ledger", "refunded"],
    ["test", "refunded"],
  ]);
  expect((await readGiftCard(server, card)).balance).toBe(500);
  expect(await countUses()).toBe(0);
  expect(paymentOutcome(await buyer.get(`/my/cart/${cart.id}`))).toBe("cart: cart_expired");
  // Others can reserve the tickets; the first buyer cannot continue.
  expect(await new SplitPaymentBuyer(server, shop).hold(2)).toMatchObject({ state: "pending" });
  expect(paymentOutcome(await buyer.payWith(cart, cardTender(4000)))).toBe("cart: cart_expired");
});

test("a cart does not end while another payment is processing", async () => {
  const { cart } = await createPartPaidCart();
  await buyer.payWith(cart, cardTender(2800, "4000000000003220"));
  for (const { id, state } of await readPayments()) if (state === "captured") await runCommand("refund", id);
  expect(await countUses()).toBe(2);
});
