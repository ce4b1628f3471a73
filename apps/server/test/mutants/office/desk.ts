import type { Mutant } from "../mutant.ts";

const desk = "apps/server/src/office/desk";
const changes = `${desk}/changeOrder.test.ts`;
const races = `${desk}/changeOrder.race.test.ts`;
const lists = `${desk}/listOrders.test.ts`;

/** Guards of the order desk. */
export const deskMutants: readonly Mutant[] = [
  {
    name: "desk_version",
    protects: "money",
    file: `${desk}/deskOrders.ts`,
    changes: [
      { from: "if ((await orderVersion(db, seller.id, order.id)).version === version) return;", to: "return;" },
    ],
    killedBy: { file: changes, test: "is refused with who changed it, when and what, and nothing is done" },
  },
  {
    name: "desk_policy",
    protects: "access",
    file: `${desk}/deskPolicy.ts`,
    changes: [{ from: "if (beyond) throw", to: "if (beyond === undefined) throw" }],
    killedBy: {
      file: changes,
      test: "past the policy's hours is refused to box office with the rule, and done by a manager",
    },
  },
  {
    name: "desk_waived_difference",
    protects: "money",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: 'if (waive_difference) requireOverride(ctx, "waives_difference");', to: "" }],
    killedBy: { file: changes, test: "to a dearer type needs who may waive the difference" },
  },
  {
    name: "desk_refund_too_much",
    protects: "money",
    file: "apps/server/src/modules/aftersale/venue/refundForVenue.ts",
    changes: [{ from: "if (amount > left) throw tooMuch", to: "if (amount < 0) throw tooMuch" }],
    killedBy: { file: changes, test: "leaves the tickets, and never gives back more than what is left" },
  },
  {
    name: "desk_refund_limit",
    protects: "money",
    file: `${desk}/refundLimits.ts`,
    changes: [{ from: "if (exceeded === undefined) return;", to: "if (exceeded !== null) return;" }],
    killedBy: {
      file: changes,
      test: "box office gives back up to the seller's limits; whoever may give back any sum does after step-up",
    },
  },
  {
    name: "desk_refund_limit_of_cancellation",
    protects: "money",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: "await requireRefundLimit(tx, order_number, sumOf(order, expected));", to: "" }],
    killedBy: {
      file: changes,
      test: "box office gives back up to the seller's limits; whoever may give back any sum does after step-up",
    },
  },
  {
    name: "desk_refund_limit_lock",
    protects: "money",
    file: `${desk}/refundLimits.ts`,
    changes: [{ from: "  await lockGrants(ctx, staff.id);\n", to: "" }],
    killedBy: {
      file: races,
      test: "two refunds at two orders by one person at the same moment do not exceed what they may give back on a day",
    },
  },
  {
    name: "desk_refund_step_up",
    protects: "access",
    file: `${desk}/refundLimits.ts`,
    changes: [{ from: "return requireStepUp(staff);", to: "return;" }],
    killedBy: {
      file: changes,
      test: "box office gives back up to the seller's limits; whoever may give back any sum does after step-up",
    },
  },
  {
    name: "desk_idempotency",
    protects: "money",
    file: "apps/server/src/http/staff/mountStaff.ts",
    changes: [{ from: 'endpoint.can !== "gate" && isStaffAtSeller(ctx)', to: "false && isStaffAtSeller(ctx)" }],
    killedBy: {
      file: changes,
      test: "a change that is sent again with its key is done once, and gets the same answer",
    },
  },
  {
    name: "desk_codes_of_the_order",
    protects: "access",
    file: "apps/server/src/modules/aftersale/venue/venueMoves.sql.ts",
    changes: [
      {
        from: "where t.seller_id = $1 and t.id = n.id and t.ticket_order_id = $2 and t.state = 'booked' and t.sending_id is null",
        to: "where t.seller_id = $1 and t.id = n.id and $2::uuid is not null and t.state = 'booked' and t.sending_id is null",
      },
    ],
    killedBy: { file: changes, test: "new scan codes are made for tickets of the order alone" },
  },
  {
    name: "replaced_code_is_known",
    protects: "access",
    file: "apps/server/src/modules/aftersale/venue/replaceCodes.ts",
    changes: [{ from: "await keepReplacedCodes(ctx, ticket_ids);", to: "" }],
    killedBy: { file: changes, test: "new scan codes take the place of the old ones" },
  },
  {
    name: "desk_note_of_order",
    protects: "access",
    file: `${desk}/notes.sql.ts`,
    changes: [{ from: '    .where("ticket_order_id", "=", ticket_order_id)\n', to: "" }],
    killedBy: { file: changes, test: "of another order are not pinned" },
  },
  {
    name: "desk_search_kinds",
    protects: "access",
    file: `${desk}/exactMatches.sql.ts`,
    changes: [{ from: "m.member_number = $3 and $6", to: "m.member_number = $3 and $6 is not null" }],
    killedBy: { file: lists, test: "finance does not find by member number" },
  },
];
