import type { Mutant } from "../mutant.ts";

const sale = "apps/server/src/office/sale";

/** Guards of the box office: tills and what is sold from them. */
export const saleMutants: readonly Mutant[] = [
  {
    name: "till_counted_is_settled",
    protects: "money",
    file: `${sale}/tills/requireTill.ts`,
    changes: [{ from: 'if (till.state !== "open")', to: 'if (till.state === "closed")' }],
    killedBy: {
      file: `${sale}/tills/tills.test.ts`,
      test: "a count ends the sales, shows the difference, and needs a reason above the limit",
    },
  },
  {
    name: "till_takes_out_what_is_in_it",
    protects: "money",
    file: `${sale}/tills/tillUseCases.ts`,
    changes: [{ from: '    if (kind === "out") await requireCash(ctx, till, minor);\n', to: "" }],
    killedBy: { file: `${sale}/tills/tills.test.ts`, test: "more than is in a till cannot be taken out" },
  },
  {
    name: "till_difference_needs_reason",
    protects: "money",
    file: `${sale}/tills/tillUseCases.ts`,
    changes: [{ from: "if (needsReason && reason === undefined)", to: "if (needsReason && reason === null)" }],
    killedBy: {
      file: `${sale}/tills/tills.test.ts`,
      test: "a count ends the sales, shows the difference, and needs a reason above the limit",
    },
  },
  {
    name: "till_difference_by_limit",
    protects: "money",
    file: `${sale}/tills/readTills.ts`,
    changes: [{ from: "Math.abs(difference) > limit", to: "difference > limit" }],
    killedBy: {
      file: `${sale}/tills/tills.test.ts`,
      test: "a count ends the sales, shows the difference, and needs a reason above the limit",
    },
  },
  {
    name: "till_of_coins_there_are",
    protects: "money",
    file: `${sale}/tills/tillUseCases.ts`,
    changes: [{ from: '    if (!areCounts(stored, till.currency)) throw invalidField("counts");\n', to: "" }],
    killedBy: { file: `${sale}/tills/tills.test.ts`, test: "a coin that does not exist is refused" },
  },
  {
    name: "sale_comes_to_the_total",
    protects: "money",
    file: "apps/server/src/modules/checkout/counter/payAtCounter.ts",
    changes: [{ from: "sum + amount, 0) !== held.total)", to: "sum + amount, 0) > held.total)" }],
    killedBy: {
      file: `${sale}/makeSale.test.ts`,
      test: "a sale for too little is refused, and nothing is held or taken",
    },
  },
  {
    name: "sale_within_its_till",
    protects: "money",
    file: `${sale}/tills/tills.sql.ts`,
    changes: [{ from: "state <> 'closed' for update`", to: "state <> 'closed'`" }],
    killedBy: {
      file: `${sale}/makeSale.race.test.ts`,
      test: "a till that is counted while a sale completes has the sale in it",
    },
  },
  {
    name: "sale_needs_open_till",
    protects: "money",
    file: `${sale}/makeSale.ts`,
    changes: [
      {
        from: "    const till = await requireOpenTill(ctx);\n",
        to: "    const till = (await findTill(ctx, ctx.staff.id))!;\n",
      },
      {
        from: 'import { bookCounterSale } from "./bookCounterSale.ts";',
        to: 'import { bookCounterSale } from "./bookCounterSale.ts";\nimport { findTill } from "./tills/tills.sql.ts";',
      },
    ],
    killedBy: {
      file: `${sale}/makeSale.race.test.ts`,
      test: "a sale that completes while its till is counted is refused, and holds nothing",
    },
  },
  {
    name: "sale_made_once",
    protects: "money",
    file: `${sale}/makeSale.ts`,
    changes: [
      {
        from: '    if (await findCounterSale(ctx, sent.sale_id)) throw new AlreadySold("This sale was made");\n',
        to: "",
      },
    ],
    killedBy: {
      file: `${sale}/makeSale.race.test.ts`,
      test: "one sale that two servers get at the same moment is made once, and both answer with it",
    },
  },
  {
    name: "sale_of_somebody_else",
    protects: "money",
    file: `${sale}/madeSale.ts`,
    changes: [{ from: "if (sale.staff_id !== ctx.staff.id)", to: "if (sale.staff_id === null)" }],
    killedBy: {
      file: `${sale}/makeSale.test.ts`,
      test: "a sale that is sent again sells nothing twice and counts the cash once",
    },
  },
  {
    name: "sale_cash_is_enough",
    protects: "money",
    file: `${sale}/counterTenders.ts`,
    changes: [{ from: "if (given < amount)", to: "if (given < 0)" }],
    killedBy: {
      file: `${sale}/makeSale.test.ts`,
      test: "a sale for less cash than is due is refused, and nothing is held or taken",
    },
  },
  {
    name: "refund_paid_out_once",
    protects: "money",
    file: `${sale}/payOut.sql.ts`,
    changes: [{ from: "and id = $2 for update`", to: "and id = $2`" }],
    killedBy: {
      file: `${sale}/makeSale.race.test.ts`,
      test: "a refund that two tills pay out at the same moment is paid once",
    },
  },
  {
    name: "counter_exemptions_at_the_counter_only",
    protects: "stock",
    file: "packages/rules/src/hold/decideHold.ts",
    changes: [
      {
        from: "extras.atCounter ? counterExemptions : noExemptions",
        to: "extras.atCounter ? noExemptions : counterExemptions",
      },
    ],
    killedBy: {
      file: `${sale}/readCounter.test.ts`,
      test: "a group that is not on sale yet is sold where its group lifts that for the counter, and only there",
    },
  },
  {
    name: "pay_out_found_after_crash",
    protects: "money",
    file: "apps/server/src/providers/payments/counter/counterGateways.ts",
    changes: [{ from: "payment.sellerId, payment.id)).map(", to: "payment.sellerId, payment.id)).slice(1).map(" }],
    killedBy: {
      file: `${sale}/payOutRefund.crash.test.ts`,
      test: "a refund that was paid out when the server died is found in the till, and not paid again",
    },
  },
  {
    name: "pay_out_listed_until_paid",
    protects: "money",
    file: `${sale}/payOut.sql.ts`,
    changes: [{ from: "e.cause_id = r.id)\n     order by", to: "e.cause_id = p.id)\n     order by" }],
    killedBy: {
      file: `${sale}/payOutRefund.crash.test.ts`,
      test: "a refund that was paid out when the server died is found in the till, and not paid again",
    },
  },
  {
    name: "refund_of_cash_in_the_till",
    protects: "money",
    file: `${sale}/payOutRefund.ts`,
    changes: [{ from: "await requireCash(ctx, till, amount);", to: "await requireCash(ctx, till, 0);" }],
    killedBy: {
      file: `${sale}/payOutRefund.test.ts`,
      test: "without an open till, or with too little in it, no cash goes back",
    },
  },
  {
    name: "counter_card_that_ended",
    protects: "money",
    file: "packages/rules/src/sale/memberCard.ts",
    changes: [{ from: '  if (isExpired(card, now)) return "ended";\n', to: "" }],
    killedBy: {
      file: `${sale}/members/memberSale.test.ts`,
      test: "an ended card is refused by its number and in a sale, with why",
    },
  },
  {
    name: "counter_card_that_was_replaced",
    protects: "access",
    file: "packages/rules/src/sale/memberCard.ts",
    changes: [{ from: '  if (card.is_replaced) return "replaced";\n', to: "" }],
    killedBy: {
      file: `${sale}/members/memberSale.test.ts`,
      test: "a number that was replaced is refused, an unknown one and another seller's card are not found",
    },
  },
  {
    name: "counter_allowance_lock",
    protects: "stock",
    file: "apps/server/src/modules/catalog/members/memberTerms.sql.ts",
    changes: [{ from: " for no key update of m", to: "" }],
    killedBy: {
      file: `${sale}/members/memberSale.race.test.ts`,
      test: "the last ticket of an allowance goes to the counter or to the web, not to both",
    },
  },
  {
    name: "link_comes_to_the_total",
    protects: "money",
    file: `${sale}/links/makeLink.ts`,
    changes: [
      { from: "fromDecimal(shown, currency) !== held.total)", to: "fromDecimal(shown, currency) === undefined)" },
    ],
    killedBy: {
      file: `${sale}/links/counterLinks.test.ts`,
      test: "a link for less than the tickets come to is refused, and nothing is held",
    },
  },
  {
    name: "link_made_once",
    protects: "stock",
    file: `${sale}/links/makeLink.ts`,
    changes: [
      {
        from: '      if (await linkOfSale(tx, sent.sale_id)) throw new AlreadyMade("This link was made");\n',
        to: "",
      },
    ],
    killedBy: {
      file: `${sale}/links/counterLinks.race.test.ts`,
      test: "one link that two servers get at the same moment is made once, and both answer with it",
    },
  },
  {
    name: "link_is_the_sale",
    protects: "money",
    file: `${sale}/makeSale.ts`,
    changes: [{ from: "    await refuseSaleByLink(ctx, sent.sale_id);\n", to: "" }],
    killedBy: {
      file: `${sale}/links/counterLinks.test.ts`,
      test: "a link that is asked for again is the same one; its sale is not made by other means, and nobody else has it",
    },
  },
  {
    name: "link_stays_as_it_was_sold",
    protects: "money",
    file: "apps/server/src/modules/cart/transfer/transferCartToVisitor.ts",
    changes: [
      {
        from: '  if (cart.is_counter_link) return new Refused({ code: "cart_not_editable", context: "cart" });\n',
        to: "",
      },
    ],
    killedBy: {
      file: `${sale}/links/counterLinks.test.ts`,
      test: "whoever has the link pays for it as it is: they neither change it nor make it their own",
    },
  },
  {
    name: "link_that_is_being_paid",
    protects: "money",
    file: "apps/server/src/modules/cart/release/releaseUnpaid.ts",
    changes: [{ from: '  if (cart.paying || cart.part_paid) return "paying";\n', to: "" }],
    killedBy: {
      file: `${sale}/links/counterLinks.race.test.ts`,
      test: "a link that is being paid is not withdrawn, and becomes an order",
    },
  },
  {
    name: "counter_group_limit_is_shared",
    protects: "stock",
    file: "packages/rules/src/sale/counterQuantities.ts",
    changes: [{ from: '["order", type.group_limits.order, ofGroup]', to: '["order", type.group_limits.order, 0]' }],
    killedBy: {
      file: "packages/rules/src/sale/counterQuantities.test.ts",
      test: "how many of a type can be sold at the counter the number per order of its group, less others of the group",
    },
  },
];
