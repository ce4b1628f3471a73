import type { Mutant } from "../../mutant.ts";

const desk = "apps/server/src/office/desk";
const changes = `${desk}/changeOrder.test.ts`;
const races = `${desk}/changeOrder.race.test.ts`;
const lists = `${desk}/list/listOrders.test.ts`;
const offers = `${desk}/offerMove.test.ts`;
const beyond = `${desk}/beyondRules.test.ts`;
const venue = "apps/server/src/modules/aftersale/venue";

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
    name: "desk_version_behind_the_lock",
    protects: "money",
    file: `${desk}/deskOrders.ts`,
    changes: [{ from: "await lockOrder(tx, order, { refusesPaying: false });", to: "" }],
    killedBy: {
      file: races,
      test: "a ticket that staff and its buyer cancel is cancelled by its buyer where they come first, and staff are told that the order has changed",
    },
  },
  {
    name: "desk_policy",
    protects: "access",
    file: `${desk}/deskPolicy.ts`,
    changes: [{ from: "if (beyond) throw", to: "if (beyond === undefined) throw" }],
    killedBy: {
      file: changes,
      test: "after the policy's deadline is refused to box office with the rule, and allowed to a manager",
    },
  },
  {
    name: "desk_waived_difference",
    protects: "money",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: 'if (waive_difference) requireOverride(ctx, "waives_difference");', to: "" }],
    killedBy: { file: changes, test: "to a dearer type needs the permission to waive the difference" },
  },
  {
    name: "desk_idempotency",
    protects: "money",
    file: "apps/server/src/http/staff/runOnce.ts",
    changes: [{ from: "return endpoint.keepsReply", to: 'return endpoint.keepsReply && endpoint.name === ""' }],
    killedBy: {
      file: changes,
      test: "a change that is repeated with its key is done once, and gets the same reply",
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
    killedBy: { file: changes, test: "new scan codes are made only for tickets of the order" },
  },
  {
    name: "replaced_code_is_known",
    protects: "access",
    file: "apps/server/src/modules/aftersale/venue/replaceCodes.ts",
    changes: [{ from: "await keepReplacedCodes(ctx, ticket_ids);", to: "" }],
    killedBy: { file: changes, test: "new scan codes replace the old ones" },
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
    file: `${desk}/list/exactMatches.sql.ts`,
    changes: [{ from: "m.member_number = $3 and $6", to: "m.member_number = $3 and $6 is not null" }],
    killedBy: { file: lists, test: "finance does not find by member number" },
  },
  {
    name: "desk_offer_as_shown",
    protects: "money",
    file: `${venue}/offerMove.ts`,
    changes: [
      {
        from: "planned.quote.due > 0 && planned.quote.due === fromDecimal(due, currency);",
        to: "fromDecimal(due, currency) !== undefined;",
      },
    ],
    killedBy: { file: offers, test: "'another difference than was shown' is refused, and nothing is held" },
  },
  {
    name: "desk_offer_is_not_edited",
    protects: "money",
    file: "apps/server/src/modules/cart/hold/holdBatchState.ts",
    changes: [{ from: "if (!refused && cart?.change?.offer)", to: "if (!refused && cart === undefined)" }],
    killedBy: {
      file: offers,
      test: "the payer cannot turn the offer into another change, because the policy does not bind the venue's",
    },
  },
  {
    name: "desk_offer_policy",
    protects: "access",
    file: `${desk}/offerMove.ts`,
    changes: [
      { from: "  await requirePolicy(ctx, order, action);\n", to: "" },
      { from: "    check: (tx) => requirePolicy(tx, order, action),\n", to: "" },
    ],
    killedBy: { file: offers, test: "an offer that the policy does not allow needs the permission to override it" },
  },
  {
    name: "desk_offer_accepted_while_paying",
    protects: "money",
    file: `${venue}/acceptOffer.ts`,
    changes: [{ from: "if (open.paying) throw", to: "if (!open) throw" }],
    killedBy: {
      file: offers,
      test: "tickets that are being paid are not released, and their link is not accepted by another",
    },
  },
  {
    name: "desk_offer_withdrawn_while_paying",
    protects: "money",
    file: `${venue}/offerMove.ts`,
    changes: [{ from: "{ refusesPaying: true }", to: "{ refusesPaying: false }" }],
    killedBy: {
      file: offers,
      test: "tickets that are being paid are not released, and their link is not accepted by another",
    },
  },
  {
    name: "desk_oversell_override",
    protects: "stock",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: 'if (sent.oversells) requireOverride(ctx, "oversells");', to: "" }],
    killedBy: {
      file: beyond,
      test: "refuses a move, except by staff with the permission to override",
    },
  },
  {
    name: "oversold_ticket_frees_no_place",
    protects: "stock",
    file: "apps/server/src/modules/checkout/refund/cancelTickets.sql.ts",
    changes: [
      { from: "and not cancelled.is_oversold and not exists", to: "and not exists" },
      { from: "where not cancelled.is_oversold and not exists", to: "where not exists" },
    ],
    killedBy: { file: beyond, test: "does not release the place of an oversold ticket that is cancelled or moved" },
  },
  {
    name: "oversold_place_is_not_taken_over",
    protects: "stock",
    file: "apps/server/src/modules/cart/change/orderChanges.ts",
    changes: [{ from: "!is_oversold && !taken.has(id)", to: "!taken.has(id)" }],
    killedBy: { file: beyond, test: "an oversold ticket leaves no place to another ticket of the same session" },
  },
  {
    name: "desk_kept_add_on_on_its_own",
    protects: "stock",
    file: "apps/server/src/modules/aftersale/cancel/recordCancellation.ts",
    changes: [{ from: "planned.onTheirOwn.map(({ id }) => id),", to: "[]," }],
    killedBy: {
      file: `${desk}/tickets/stayingAddOns.test.ts`,
      test: "can be kept as a ticket on its own, with the reason in the audit log",
    },
  },
  {
    name: "desk_kept_add_on_by_choice",
    protects: "money",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: 'keepsAddOns: add_ons === "stay",', to: 'keepsAddOns: add_ons !== "go_along",' }],
    killedBy: {
      file: `${desk}/tickets/stayingAddOns.test.ts`,
      test: "is named in the quote and cancelled too, unless staff choose otherwise",
    },
  },
  {
    name: "person_card_permission",
    protects: "access",
    file: `${desk}/person/readPerson.ts`,
    changes: [{ from: 'staff.can("member.read") ?', to: "order_ids.length > 0 ?" }],
    killedBy: {
      file: "apps/server/src/office/members/readMember.test.ts",
      test: "leads to their card, for staff who see members",
    },
  },
];
