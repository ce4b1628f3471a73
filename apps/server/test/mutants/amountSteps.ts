import type { Mutant } from "./mutant.ts";

const amounts = {
  file: "apps/server/src/modules/checkout/amountSteps.test.ts",
  test: "percentages in dinars are rounded to what Stripe takes, from the cart to a partial refund",
};

export const amountStepMutants: readonly Mutant[] = [
  {
    name: "percentages_in_steps",
    protects: "money",
    file: "packages/rules/src/values/money.ts",
    changes: [{ from: "basisPoints % 10_000 === 0 ? 1 : step", to: "basisPoints % 10_000 === 0 ? step : 1" }],
    killedBy: amounts,
  },
  {
    name: "fees_in_steps",
    protects: "money",
    file: "packages/rules/src/pricing/fees.ts",
    changes: [
      { from: "percentOf(price, rule.fee_percent_outside, step)", to: "percentOf(price, rule.fee_percent_outside, 1)" },
    ],
    killedBy: amounts,
  },
  {
    name: "discounts_in_steps",
    protects: "money",
    file: "packages/rules/src/pricing/discounts.ts",
    changes: [{ from: "percentOf(price, benefit.percent, step)", to: "percentOf(price, benefit.percent, 1)" }],
    killedBy: amounts,
  },
  {
    name: "kept_fees_in_steps",
    protects: "money",
    file: "packages/rules/src/aftersale/quoteChange.ts",
    changes: [
      { from: "percentOf(value, basisPoints(percent), step)", to: "percentOf(value, basisPoints(percent), 1)" },
    ],
    killedBy: amounts,
  },
  {
    name: "steps_of_the_gateway",
    protects: "money",
    file: "packages/rules/src/checkout/amountSteps.ts",
    changes: [{ from: "configuration.gateway ?? defaultCardGateway, currency", to: "defaultCardGateway, currency" }],
    killedBy: amounts,
  },
];
