import type { Cart } from "@foyer/contract/shop/cart.ts";
import { expect } from "vitest";
import {
  changePlan,
  quotePlanChange,
  type ChangedPlan,
  type PlanChange,
} from "../../src/modules/aftersale/venue/plan/changePlan.ts";
import type { TestApp } from "../app/testApp.ts";
import { cardTender, SplitPaymentBuyer } from "../payments/splitPayments.ts";
import type { EventOverrides, TestShop } from "../shop/createTestShop.ts";
import { createChangeShop } from "./changedOrders.ts";
import { venueContext, venueNote } from "./venueChanges.ts";

/** 30 percent at once, 30 after two weeks and 40 after four. */
export const threeParts = [
  { basis_points: 3000, due_days: 0 },
  { basis_points: 3000, due_days: 14 },
  { basis_points: 4000, due_days: 28 },
];

/** A partly paid cart of adult tickets for 20.00 each. */
export type OpenPlan = { readonly shop: TestShop; readonly buyer: SplitPaymentBuyer; readonly cart: Cart };

/**
 * A group with a payment plan, with Adult for 20.00, Senior for 25.00 and Child for 10.00; sessions in 90, 91 and 20
 * days.
 */
export const planEvent = {
  sessions: [
    { inDays: 90, capacity: 4 },
    { inDays: 91, capacity: 4 },
    { inDays: 20, capacity: 4 },
  ],
  groups: [
    {
      payment_plan: JSON.stringify(threeParts),
      types: [{ name: "Adult" }, { name: "Senior", currency_amount: 2500 }, { name: "Child", currency_amount: 1000 }],
    },
  ],
} satisfies EventOverrides;

export const createPlanShop = (server: TestApp): Promise<TestShop> => createChangeShop(server, undefined, planEvent);

/** Pays an instalment of a held cart. */
export const payPart = async ({ buyer, cart }: Pick<OpenPlan, "buyer" | "cart">, amount: number): Promise<string> => {
  await buyer.payWith(cart, cardTender(amount));
  return (await buyer.checkOut(cart)).body.outcome;
};

/** A cart of adult tickets with its first instalment paid. */
export const openPlan = async (
  server: TestApp,
  { shop: given, tickets = 2, paid = tickets * 600 }: { shop?: TestShop; tickets?: number; paid?: number } = {},
): Promise<OpenPlan> => {
  const shop = given ?? (await createPlanShop(server));
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(tickets);
  expect(await payPart({ buyer, cart }, paid)).toBe("partial");
  return { shop, buyer, cart };
};

export const ticketsOf = ({ lines }: Cart): readonly string[] =>
  lines.flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids));

type Wanted =
  | { readonly kind: "cancel"; readonly ticket_ids: readonly string[] }
  | {
      readonly kind: "move";
      readonly event_session_id: string;
      readonly ticket_ids?: readonly string[];
      readonly ticket_type_id?: string;
    };

const planOf = async (server: TestApp, { shop, cart }: Pick<OpenPlan, "shop" | "cart">) => {
  const { identity_id } = await server.db
    .selectFrom("cart")
    .select("identity_id")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", cart.id)
    .executeTakeFirstOrThrow();
  return { ctx: await venueContext(server, shop), bought: { cart_id: cart.id, owner_identity_id: identity_id } };
};

/** The venue moves or cancels a part of a plan. */
export const venueChangesPlan = async (
  server: TestApp,
  plan: Pick<OpenPlan, "shop" | "cart">,
  wanted: Wanted,
): Promise<ChangedPlan> => {
  const { ctx, bought } = await planOf(server, plan);
  const change: PlanChange = { ...wanted, now: Temporal.Now.instant() };
  return changePlan(ctx, bought, { ...change, note: venueNote });
};

export const venueQuotesPlan = async (
  server: TestApp,
  plan: Pick<OpenPlan, "shop" | "cart">,
  wanted: Wanted,
): Promise<ChangedPlan> => {
  const { ctx, bought } = await planOf(server, plan);
  return quotePlanChange(ctx, bought, { ...wanted, now: Temporal.Now.instant() });
};

/** The instalments that a cart still has to pay, as '<days from today> <amount>'. */
export const openParts = async ({ buyer, cart, shop }: OpenPlan): Promise<readonly string[]> => {
  const today = Temporal.Now.plainDateISO(shop.timezone);
  const { scheduled_payments } = await buyer.readCart(cart);
  return scheduled_payments.map(
    ({ due_date, amount }) => `${today.until(Temporal.PlainDate.from(due_date)).total("days")} ${amount}`,
  );
};
