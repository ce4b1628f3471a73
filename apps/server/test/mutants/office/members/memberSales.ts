import type { Mutant } from "../../mutant.ts";

const office = "apps/server/src/office/members";
const renewalRaces = "apps/server/src/office/sale/renewals/renewMember.race.test.ts";
const renewals = "apps/server/src/office/sale/renewals/renewMember.test.ts";
const levels = "apps/server/src/office/sale/levels";

/** Guards of renewals and changed levels that the back office sells to members. */
export const memberSaleMutants: readonly Mutant[] = [
  {
    name: "renewal_link_with_an_account",
    protects: "access",
    file: "apps/server/src/office/sale/renewals/offerRenewal.ts",
    changes: [
      {
        from: "if (!plan.is_renewable || !opensAccount(ctx.seller.configuration)) throw",
        to: "if (!plan.is_renewable) throw",
      },
    ],
    killedBy: { file: renewals, test: "is not offered or sent where members log in by their number alone" },
  },
  {
    name: "event_limit_of_the_web",
    protects: "stock",
    file: "packages/rules/src/hold/checkCapacity.ts",
    changes: [
      {
        from: "return group !== undefined && catalog.exemptions(group).order_limits !== true;",
        to: "return group === undefined;",
      },
    ],
    killedBy: { file: "packages/rules/src/hold/decideHold.test.ts", test: "an event's limit on the web" },
  },
  {
    name: "member_renewal_email_once",
    protects: "access",
    file: `${office}/renewals/renewalsAtRisk.ts`,
    changes: [
      {
        from: '    if (wait > 0) throw tooManyRequests(wait, "membership");\n',
        to: "    await Promise.resolve(wait);\n",
      },
    ],
    killedBy: {
      file: `${office}/renewals/renewalsAtRisk.test.ts`,
      test: "its payer gets an e-mail that leads to renewing, once a day",
    },
  },
  {
    name: "member_renewal_meets_its_charge",
    protects: "money",
    file: "apps/server/src/modules/checkout/counter/payAtCounter.ts",
    changes: [{ from: "  refuseRenewalInProgress(cart_id, manual);\n", to: "" }],
    killedBy: {
      file: renewalRaces,
      test: "a renewal at the till while the card is charged is refused, and takes nothing",
    },
  },
  {
    name: "member_renewal_once",
    protects: "money",
    file: "apps/server/src/modules/renewals/byStaff/planRenewal.ts",
    changes: [
      { from: "if (chain?.own.id !== membership_id || chain.own.identity_id !== holder_id)", to: "if (!chain)" },
    ],
    killedBy: { file: renewalRaces, test: "two clerks who renew a membership at once renew it once" },
  },
  {
    name: "member_renewal_while_holder_pays",
    protects: "money",
    file: "apps/server/src/modules/renewals/byStaff/planRenewal.ts",
    changes: [
      {
        from: "if (await isBeingRenewed(db, seller.id, membership_id))",
        to: "if ((await isBeingRenewed(db, seller.id, membership_id)) && membership_id === holder_id)",
      },
    ],
    killedBy: {
      file: renewalRaces,
      test: "a renewal at the till while the holder pays for it is refused, and the holder pays once",
    },
  },
  {
    name: "member_renewal_sent_again",
    protects: "money",
    file: "apps/server/src/office/sale/members/sellToMember.ts",
    changes: [{ from: "  if (known) return known;\n  requireOnSale(ctx);", to: "  requireOnSale(ctx);" }],
    killedBy: {
      file: renewals,
      test: "sent again renews nothing and answers the same, and by somebody else is refused",
    },
  },
  {
    name: "member_renewal_needs_till",
    protects: "money",
    file: "apps/server/src/office/sale/counterTenders.ts",
    changes: [{ from: 'tenders.some((one) => !("number" in one))', to: 'tenders.some((one) => "number" in one)' }],
    killedBy: { file: renewals, test: "needs an open till, and is not renewed from a page that has changed since" },
  },
  {
    name: "level_change_as_shown",
    protects: "money",
    file: `${levels}/bookLevelChange.ts`,
    changes: [
      {
        from: "if (money(due) === shown.due && money(back) === shown.back) return;",
        to: 'if (money(due) !== "") return;',
      },
    ],
    killedBy: {
      file: `${levels}/changeLevel.test.ts`,
      test: "another difference than was shown",
    },
  },
  {
    name: "level_within_the_refund_limits",
    protects: "money",
    file: `${levels}/changeLevel.ts`,
    changes: [{ from: "  await requireRefundLimit(ctx, order.order_number, refund);\n", to: "" }],
    killedBy: {
      file: `${levels}/changeLevel.test.ts`,
      test: "beyond the refund limits of whoever does it nothing is changed",
    },
  },
  {
    name: "level_counts_towards_refund_limits",
    protects: "money",
    file: `${levels}/changeLevel.ts`,
    changes: [
      {
        from: '  await audit(ctx, { action: "order.refunded", entity: entityOf(order), after: { refund }, reason });\n',
        to: "",
      },
    ],
    killedBy: {
      file: `${levels}/changeLevel.test.ts`,
      test: "what cheaper levels give back counts towards the refund limits of whoever changes them",
    },
  },
  {
    name: "level_link_keeps_the_membership",
    protects: "money",
    file: "apps/server/src/modules/membership/end/endMemberships.sql.ts",
    changes: [
      {
        from: "c.id = m.change_cart_id and c.state = 'pending'",
        to: "c.id = m.change_cart_id and c.state = 'expired'",
      },
    ],
    killedBy: {
      file: `${levels}/changeLevel.race.test.ts`,
      test: "a link of a membership that has ended takes nothing; one that is being paid keeps it from being ended",
    },
  },
  {
    name: "level_given_back_as_far_as_paid",
    protects: "money",
    file: `${levels}/planLevelChange.ts`,
    changes: [{ from: "Math.min(Math.max(0, -difference), refundable)", to: "Math.max(0, -difference)" }],
    killedBy: {
      file: `${levels}/changeLevel.test.ts`,
      test: "a membership that was given away costs all of the rest, and gives nothing back that nobody paid",
    },
  },
];
