import type { Mutant } from "./mutant.ts";

const amounts = {
  file: "apps/server/src/modules/checkout/amountSteps.test.ts",
  test: "percentages in dinars are rounded to what Stripe takes, from the cart to a partial refund",
};

const typed = (test: string) => ({ file: "apps/server/src/office/money/typedAmounts.test.ts", test });
const refunds = typed("a refund that staff type is refused between the steps of the card that gets it back");
const giftCards = typed("a gift card is issued and adjusted in steps of what the seller's cards pay");

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
  {
    name: "typed_refunds_in_steps",
    protects: "money",
    file: "apps/server/src/modules/aftersale/venue/refundForVenue.ts",
    changes: [{ from: "const step = payment ? refundStepOf(payment, currency) : 1;", to: "const step = 1;" }],
    killedBy: refunds,
  },
  {
    name: "typed_refunds_to_gift_cards_in_steps",
    protects: "money",
    file: "apps/server/src/modules/aftersale/venue/refundForVenue.ts",
    changes: [{ from: "step: sellerAmountStep(ctx.seller, currency), currency", to: "step: 1, currency" }],
    killedBy: refunds,
  },
  {
    name: "refunds_of_payments_in_steps",
    protects: "money",
    file: "apps/server/src/modules/checkout/refund/refundPayment.ts",
    changes: [{ from: "step: refundStepOf(payment, currency), currency", to: "step: 1, currency" }],
    killedBy: refunds,
  },
  {
    name: "issued_gift_cards_in_steps",
    protects: "money",
    file: "apps/server/src/office/giftcards/issueCards.ts",
    changes: [{ from: "  requireCardStep(ctx, { amount, currency });\n", to: "" }],
    killedBy: giftCards,
  },
  {
    name: "adjusted_gift_cards_in_steps",
    protects: "money",
    file: "apps/server/src/office/giftcards/cardLimits.ts",
    changes: [
      { from: "if (!isInSteps(balance + amount, step)) requireInSteps", to: "if (balance < 0) requireInSteps" },
    ],
    killedBy: giftCards,
  },
  {
    name: "parts_in_steps",
    protects: "money",
    file: "apps/server/src/modules/checkout/payment/decidePayment.ts",
    changes: [{ from: "  refuseBetweenSteps(ctx, sum, balance.outstanding);\n", to: "" }],
    killedBy: typed("a part of a payment plan is refused if a card could not pay the rest"),
  },
  {
    name: "chosen_prices_in_steps",
    protects: "money",
    file: "packages/rules/src/reserve/prices/flexiblePrice.ts",
    changes: [{ from: 'isInSteps(amount, flexiblePriceStep(currency)) ? undefined : "step"', to: "undefined" }],
    killedBy: typed("a price that buyers choose is refused between the steps, and the refusal names them"),
  },
];
