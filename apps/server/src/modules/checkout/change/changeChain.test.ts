import fc from "fast-check";
import { expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createChangeShop, everyChange, orderOf, refusalOf, shopRows } from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange, usedPlaces } from "../../../../test/orders/requestChange.ts";
import { cardTender, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = () =>
  createChangeShop(server, everyChange, {
    groups: [
      {
        types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }, { name: "Child", currency_amount: 1000 }],
      },
    ],
    sessions: [{ inDays: 7 }, { inDays: 8, prices: { 0: 3300 } }, { inDays: 9, prices: { 1: 700 } }],
  });

type Shop = Awaited<ReturnType<typeof openShop>>;
const sum = (rows: readonly Record<string, unknown>[], column: string): number =>
  rows.reduce((all, row) => all + Number(row[column]), 0);
const remainingOf = async (shop: Shop) =>
  (await shopRows(server, "ticket", shop)).filter(({ state }) => state === "booked");

/**
 * Expects the receipt's total to be the price of the tickets that are still valid, and to equal the payments minus the
 * refunds.
 */
const expectReceipt = async (
  buyer: SplitPaymentBuyer,
  order_id: string,
  { remaining, payments }: Record<"remaining" | "payments", Awaited<ReturnType<typeof shopRows>>>,
): Promise<void> => {
  const { settled } = (await buyer.get(`/ticket_order/${order_id}`)).body;
  const price = sum(remaining, "adjusted_value");
  if (!settled) return expect(sum(payments, "amount")).toBe(price);
  const cents = (key: string): number => Math.round(Number(settled[order_id][key]) * 100);
  const { bought, paid } = { bought: cents("bought"), paid: cents("paid") };
  expect([bought + paid, cents("refunded")]).toEqual([sum(payments, "amount"), sum(payments, "refunded")]);
  expect([cents("remaining"), cents("total"), cents("rest"), cents("fees")]).toEqual([price, price, 0, 0]);
  expect(bought).toBe(6000);
};

/** Changes as many tickets as there are targets, but no more than the order has. */
const changeOnce = async (
  { shop, buyer, order }: { shop: Shop; buyer: SplitPaymentBuyer; order: ReturnType<typeof orderOf> },
  targets: readonly { readonly session: number; readonly type: number }[],
): Promise<void> => {
  const given = (await remainingOf(shop)).slice(0, targets.length).map(({ id }) => String(id));
  const add = targets.slice(0, given.length).flatMap((target) => newTickets(shop, target));
  const cart = changeCartOf(await requestChange(buyer, order, { remove: given, add }));
  const due = Math.round(Number(cart.change.due) * 100);
  if (due > 0) expect(refusalOf(await buyer.payWith(cart, cardTender(due)))).toBe("200");
  expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
};

test("after any five changes the buyer has paid the price of their tickets, and all places and invariants are right", async () => {
  const target = fc.record({ session: fc.nat(2), type: fc.nat(2) });
  const chain = fc.array(fc.array(target, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(chain, async (changes) => {
      const shop = await openShop();
      const buyer = new SplitPaymentBuyer(server, shop);
      const order = orderOf(await buyer.buy(3));
      for (const targets of changes) {
        await changeOnce({ shop, buyer, order }, targets);
        const remaining = await remainingOf(shop);
        const payments = await shopRows(server, "payment", shop);
        expect(remaining).toHaveLength(3);
        expect(sum(payments, "amount") - sum(payments, "refunded")).toBe(sum(remaining, "adjusted_value"));
        const places = shop.event.sessions.map(
          ({ id }) => remaining.filter(({ event_session_id }) => event_session_id === id).length,
        );
        expect(await usedPlaces(server, shop)).toEqual(places);
        await expectReceipt(buyer, order.id, { remaining, payments });
      }
      expect(await shopRows(server, "order_change", shop)).toHaveLength(5);
      expect(await checkInvariants(server.db)).toEqual([]);
    }),
    { numRuns: 4 },
  );
}, 240_000);
