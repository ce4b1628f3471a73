import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Refused } from "../../../errors/refused.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createChangeShop, shopRows, shopStates } from "../../../../test/orders/changedOrders.ts";
import { venueContext, venueNote } from "../../../../test/orders/venueChanges.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import { paymentsForReview } from "../reconcile/manualReview.sql.ts";
import { refundPayment, settleRefunds } from "../refund/refundPayment.ts";
import { cancelPlan } from "./cancelPlan.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const plan = [
  { basis_points: 3000, due_days: 0 },
  { basis_points: 3000, due_days: 14 },
  { basis_points: 4000, due_days: 28 },
];
const openPlan = async () => {
  const shop = await createChangeShop(server, undefined, {
    sessions: [{ inDays: 90, capacity: 2 }],
    groups: [{ payment_plan: JSON.stringify(plan) }],
  });
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, cardTender(1200));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("partial");
  return { shop, buyer, cart, ctx: await venueContext(server, shop) };
};

test("every instalment is refunded to its own means, and none can be paid any more", async () => {
  const { shop, buyer, cart, ctx } = await openPlan();
  const card = await createGiftCard(server, shop, 5000);
  await buyer.payWith(cart, giftCardTender(card, 1200));
  await buyer.checkOut(cart);
  expect(await cancelPlan(ctx, cart.id, venueNote)).toEqual({ refunded: 2400, disputed: 0, currency: "USD" });
  expect(await shopStates(server, "payment", shop)).toEqual(["refunded", "refunded"]);
  expect((await readGiftCard(server, card)).balance).toBe(5000);
  expect((await buyer.payWith(cart, cardTender(1600))).status).toBeGreaterThanOrEqual(400);
  expect(await shopStates(server, "ticket", shop)).toEqual(["unbooked", "unbooked"]);
});

test("the purchaser gets an e-mail about what ended and what is refunded, without the reason", async () => {
  const { shop, cart, ctx } = await openPlan();
  await cancelPlan(ctx, cart.id, venueNote);
  const emails = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "plan_cancelled");
  expect(emails).toHaveLength(1);
  const text = JSON.stringify(emails);
  for (const part of ["Your reservation has been cancelled.", "2 × Adult", "$12.00", cart.cart_number])
    expect(text).toContain(part);
  expect(text).not.toContain(venueNote.reason);
});

test("the reason and the staff member are stored with the cart", async () => {
  const { cart, ctx } = await openPlan();
  await cancelPlan(ctx, cart.id, venueNote);
  const kept = await server.db
    .selectFrom("cart")
    .select(["state", "ended_reason as reason", "ended_by as made_by"])
    .where("id", "=", cart.id)
    .executeTakeFirst();
  expect(kept).toEqual({ state: "expired", ...venueNote });
});

test("a refund that its provider did not answer is sent again, once", async () => {
  const { shop, cart, ctx } = await openPlan();
  const silent = { ...ctx.providers, findGateway: async () => undefined };
  const log = { ...ctx.log, error: () => undefined };
  await cancelPlan({ ...ctx, providers: silent, log }, cart.id, venueNote);
  expect(await shopStates(server, "refund", shop)).toEqual(["created"]);
  expect(await shopStates(server, "ticket", shop)).toEqual(["unbooked", "unbooked"]);
  for (let round = 0; round < 2; round++) await settleRefunds(ctx, -1);
  expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "succeeded", amount: 1200 }]);
  expect(await shopStates(server, "payment", shop)).toEqual(["refunded"]);
});

test("a disputed instalment is not refunded, and the others are", async () => {
  const { shop, buyer, cart, ctx } = await openPlan();
  await sql`insert into payment_audit (seller_id, id, payment_id, audit_action, amount, currency, provider_ref)
    select seller_id, gen_random_uuid(), id, 'dispute_opened', amount, currency, 'dp_1' from payment where seller_id = ${shop.seller_id} returning seller_id`.execute(
    server.db,
  );
  await buyer.payWith(cart, cardTender(1200));
  await buyer.checkOut(cart);
  expect(await cancelPlan(ctx, cart.id, venueNote)).toEqual({ refunded: 1200, disputed: 1200, currency: "USD" });
  expect(await shopRows(server, "refund", shop)).toMatchObject([{ state: "succeeded", amount: 1200 }]);
  expect(await shopStates(server, "payment", shop)).toEqual(["captured", "refunded"]);
  const email = (await shopRows(server, "outbox", shop)).find(({ kind }) => kind === "plan_cancelled");
  expect(JSON.stringify(email)).toContain("You have disputed $12.00 with your bank, so we cannot refund that part");
  // The remaining money has no order, so a person decides once the dispute is over.
  await settleRefunds(ctx, -1);
  const waiting = await paymentsForReview(server.db, shop.seller_id);
  expect(waiting.map(({ reason, amount }) => [reason, amount])).toEqual([["dispute", 1200]]);
});

test("an instalment that was partly refunded says how much, and that amount is due again", async () => {
  const { shop, buyer, cart, ctx } = await openPlan();
  const [payment] = await shopRows(server, "payment", shop);
  await refundPayment(ctx, { payment_id: String(payment?.["id"]), amount: 500, reason: "requested" });
  expect(await buyer.readCart(cart)).toMatchObject({
    completed_payments: [{ amount: "12.00", refunded: "5.00", status: "captured" }],
    outstanding_balance: "33.00",
  });
});

test("a plan is ended once, and a cart without one is left alone", async () => {
  const { shop, buyer, cart, ctx } = await openPlan();
  const codeOf = (id: string) => cancelPlan(ctx, id, venueNote).catch(({ code }: Refused) => code);
  await cancelPlan(ctx, cart.id, venueNote);
  expect(await codeOf(cart.id)).toBe("cart_not_editable");
  const held = await buyer.hold(1);
  expect(await codeOf(held.id)).toBe("cart_not_editable");
  expect(await shopRows(server, "refund", shop)).toHaveLength(1);
});
