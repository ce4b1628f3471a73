import { createGiftCardEvent } from "../payments/giftCards.ts";
import type { StripeTestApp } from "../payments/stripeApp.ts";
import { createTestEvent, type TestEvent, type TestShop } from "../shop/createTestShop.ts";
import { recordPrices } from "../shop/testBuyer.ts";

/** What a shop sells in addition to tickets that are paid at once. */
export type SimulatedSales = {
  readonly giftCards: TestEvent;
  readonly donations: TestEvent;
  /** Tickets that are paid in instalments. */
  readonly plans: TestEvent;
};

/** The share that is due at once, in percent. */
export const firstShare = 30;
const plan = [
  { basis_points: firstShare * 100, due_days: 0 },
  { basis_points: 10_000 - firstShare * 100, due_days: 14 },
];

export const setUpSales = async (
  { server }: Pick<StripeTestApp, "server">,
  shop: TestShop,
): Promise<SimulatedSales> => {
  const { db } = server;
  const sales = {
    giftCards: await createGiftCardEvent(server, shop),
    donations: await createTestEvent(db, shop, {
      name: "Donations",
      groups: [{ handler: "donation", types: [{ name: "Gift", currency_amount: 1000 }] }],
      sessions: [],
    }),
    plans: await createTestEvent(db, shop, {
      name: "A course",
      groups: [{ payment_plan: JSON.stringify(plan) }],
      sessions: [
        { inDays: 90, capacity: 6 },
        { inDays: 91, capacity: 6 },
      ],
    }),
  };
  await recordPrices(server, shop);
  return sales;
};
