import type { Mutant } from "./mutant.ts";

const server = "apps/server/src/modules";
const plan = `${server}/aftersale/venue/plan`;
const test = (name: string) => ({ file: `${plan}/changePlan.test.ts`, test: name });
const office = "apps/server/src/office/bulk/plans";
const desk = (name: string) => ({ file: `${office}/plans.test.ts`, test: name });
const race = (name: string) => ({ file: `${plan}/changePlan.race.test.ts`, test: name });

/** What the venue changes of carts that are paid in instalments. */
export const planMutants: readonly Mutant[] = [
  {
    name: "changed_plan_waits_for_its_lock",
    protects: "money",
    file: `${server}/checkout/plan/lockPlan.ts`,
    changes: [
      {
        from: "if (undecided.length > 0 || total > 0) throw new Refused",
        to: "if (undecided.length > 9 && total < 0) throw new Refused",
      },
    ],
    killedBy: race("an instalment that comes first keeps the venue from changing"),
  },
  {
    name: "only_plans_are_changed_as_plans",
    protects: "money",
    file: `${server}/checkout/plan/lockPlan.ts`,
    changes: [{ from: 'cart.state !== "pending" || !cart.part_paid', to: 'cart.state === "expired"' }],
    killedBy: test(
      "cancelling part of a plan of 40.00 of which 12.00 is paid is refused for a cart that is not paid in part",
    ),
  },
  {
    name: "buyers_do_not_change_part_paid_carts",
    protects: "money",
    file: `${server}/cart/access/cartAccess.ts`,
    changes: [{ from: "cart.part_paid !== changesPlan", to: "cart.part_paid && changesPlan && !cart.part_paid" }],
    killedBy: {
      file: `${server}/checkout/plan/paymentPlan.test.ts`,
      test: "a first instalment keeps the cart, which shows its balance and cannot be changed, expire or be taken",
    },
  },
  {
    name: "changed_plan_gets_its_schedule",
    protects: "money",
    file: `${server}/checkout/plan/recordChangedPlan.ts`,
    changes: [{ from: "  await replaceSchedule(ctx, change.cart_id, instalments);\n", to: "" }],
    killedBy: test(
      "cancelling part of a plan of 40.00 of which 12.00 is paid reduces what is due on the same days, and refunds nothing",
    ),
  },
  {
    name: "overpaid_plan_gives_back",
    protects: "money",
    file: `${server}/checkout/plan/recordChangedPlan.ts`,
    changes: [{ from: "recordPlanRefunds(ctx, parts)", to: "recordPlanRefunds(ctx, parts.slice(0, 0))" }],
    killedBy: test(
      "cancelling part of a plan of 40.00 of which 12.00 is paid completes the order at once if enough was paid, and refunds the rest",
    ),
  },
  {
    name: "disputed_instalments_stay",
    protects: "money",
    file: `${plan}/changePlan.ts`,
    changes: [{ from: "< refund)", to: "< 0)" }],
    killedBy: test("a change of a plan is refused where what would go back is disputed, and changes nothing"),
  },
  {
    name: "a_plan_is_not_emptied_by_a_change",
    protects: "money",
    file: `${plan}/changePlan.ts`,
    changes: [{ from: "if (price === 0) throw", to: "if (price < 0) throw" }],
    killedBy: test(
      "cancelling part of a plan of 40.00 of which 12.00 is paid is refused for tickets that are not in the cart, and for all of its tickets",
    ),
  },
  {
    name: "paid_plan_makes_its_order",
    protects: "money",
    file: `${plan}/changePlan.ts`,
    changes: [
      {
        from: "const { isNew } = await completeInTransaction({ ...ctx, emailOptions: ofConfirmation(ctx) }, cart_id);",
        to: "const isNew = completeInTransaction === undefined;",
      },
    ],
    killedBy: test(
      "moving part of a plan of 40.00 of which 12.00 is paid refunds what was overpaid if the new tickets cost less",
    ),
  },
  {
    name: "what_stays_of_a_plan_keeps_its_price",
    protects: "money",
    file: `${server}/cart/hold/heldTickets.ts`,
    changes: [
      {
        from: "return changesPlan ? kept.map(withFixedPrice) : kept;",
        to: "return changesPlan === false ? kept.map(withFixedPrice) : kept;",
      },
    ],
    killedBy: test("what stays of a plan keeps its discount after the discount has ended, and the code its use"),
  },
  {
    name: "code_of_a_plan_keeps_its_use",
    protects: "money",
    file: `${server}/cart/hold/repriceCart.ts`,
    changes: [{ from: " || (before && fixed.length > 0)", to: "" }],
    killedBy: test("what stays of a plan keeps its discount after the discount has ended, and the code its use"),
  },
  {
    name: "instalments_in_steps",
    protects: "money",
    file: "apps/server/src/modules/cart/read/presentBalance.ts",
    changes: [{ from: "todayAt(at.now, at.zone), sellerAmountStep(seller))", to: "todayAt(at.now, at.zone), 1)" }],
    killedBy: {
      file: "apps/server/src/modules/checkout/amountSteps.test.ts",
      test: "instalments in dinars are rounded to what Stripe takes",
    },
  },
  {
    name: "instalments_end_with_the_visit",
    protects: "money",
    file: "packages/rules/src/checkout/plan/reshapePlan.ts",
    changes: [{ from: "lastDay !== null && lastDay < day ? lastDay : day", to: "lastDay === null ? day : day" }],
    killedBy: {
      file: "packages/rules/src/checkout/plan/reshapePlan.test.ts",
      test: "a plan of 40.00 with 12.00 paid has nothing due after the last visit",
    },
  },
  {
    name: "plan_at_desk_of_its_version",
    protects: "money",
    file: `${office}/changePlanAtDesk.ts`,
    changes: [{ from: "if (String(cart.version) !== version)", to: 'if (version === "")' }],
    killedBy: {
      file: `${office}/plans.race.test.ts`,
      test: "of two people who change a payment plan at once, the second, with a cancel, is refused",
    },
  },
  {
    name: "plan_at_desk_waits_for_its_lock",
    protects: "money",
    file: `${office}/changePlanAtDesk.ts`,
    changes: [{ from: "const { cart } = await lockPlan(tx, plan.id);", to: "const cart = plan;" }],
    killedBy: {
      file: `${office}/plans.race.test.ts`,
      test: "of two people who change a payment plan at once, the second, with a cancel, is refused",
    },
  },
  {
    name: "plan_at_desk_for_its_price",
    protects: "money",
    file: `${office}/changePlanAtDesk.ts`,
    changes: [{ from: "if (toDecimal(changed.price, currency) !== price)", to: 'if (price === "")' }],
    killedBy: desk("a move whose price is not the one shown changes nothing"),
  },
];
