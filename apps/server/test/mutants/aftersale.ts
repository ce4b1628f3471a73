import type { Mutant } from "./mutant.ts";

const aftersale = "apps/server/src/modules/aftersale";
const file = `${aftersale}/cancel/cancelOrderTickets.test.ts`;

export const aftersaleMutants: readonly Mutant[] = [
  {
    name: "one_change_at_a_time",
    protects: "money",
    file: `${aftersale}/cancel/cancelOrderTickets.ts`,
    changes: [
      {
        from: "const { closeChangeOf } = await lockOrder(ctx, order, { refusesPaying: true });",
        to: "const closeChangeOf = async (_: readonly string[]) => {};",
      },
    ],
    killedBy: { file, test: "of many cancellations of one ticket at once one is done, and its money goes back once" },
  },
  {
    name: "change_judged_by_policy",
    protects: "money",
    file: "apps/server/src/modules/cart/change/planChange.ts",
    changes: [{ from: 'if (!judgement.actions.includes("cancel"))', to: "if (judgement.actions.length > 9)" }],
    killedBy: { file, test: "a cancellation is refused" },
  },
  {
    name: "change_refunds_cancel_nothing",
    protects: "stock",
    file: "apps/server/src/modules/checkout/refund/recordRefunds.ts",
    changes: [{ from: "if (isForChange || !(await", to: "if (!(await" }],
    killedBy: {
      file,
      test: "free tickets of an order stay when its paid ones are cancelled and all money is back",
    },
  },
  {
    name: "disputed_money_stays",
    protects: "money",
    file: "apps/server/src/modules/cart/change/orderPayments.sql.ts",
    changes: [{ from: "a.audit_action = 'dispute_opened'", to: "a.audit_action = 'none'" }],
    killedBy: { file, test: "a payment under dispute gives nothing back" },
  },
  {
    name: "policy_of_the_purchase",
    protects: "money",
    file: "apps/server/src/modules/cart/change/judgeOrderTickets.ts",
    changes: [
      { from: "order.change_policies?.[ticket.event_template_id] ??", to: "" },
      { from: "order.change_policies === null ?", to: "order.change_policies !== undefined ?" },
    ],
    killedBy: { file, test: "the rules that were kept with the order apply, whatever the seller's are now" },
  },
  {
    name: "code_uses_of_standing_tickets",
    protects: "stock",
    file: `${aftersale}/cancel/cancelOrderTickets.ts`,
    changes: [{ from: "if (planned.isWhole) await returnCodeUses", to: "await returnCodeUses" }],
    killedBy: {
      file: `${aftersale}/cancel/wholeOrders.test.ts`,
      test: "a code that was used up can be used again once no ticket of its order is left, and not before",
    },
  },
  {
    name: "names_by_policy",
    protects: "access",
    file: `${aftersale}/names/changeTicketNames.ts`,
    changes: [
      { from: 'if (!ticket.judgement.actions.includes("names")) throw', to: "if (tickets.length > 999) throw" },
    ],
    killedBy: { file: `${aftersale}/names/changeTicketNames.test.ts`, test: "names stay" },
  },
  {
    name: "names_by_quota",
    protects: "access",
    file: `${aftersale}/names/changeTicketNames.ts`,
    changes: [{ from: "if (quota.exceeded) throw", to: "if (quota.exceeded && ctx.now === null) throw" }],
    killedBy: {
      file: `${aftersale}/names/changeTicketNames.test.ts`,
      test: "an order's names can be changed only so often, because each change sends an e-mail",
    },
  },
  {
    name: "cancelled_as_shown",
    protects: "money",
    file: `${aftersale}/cancel/cancelOrderTickets.ts`,
    changes: [{ from: "if (!expected || (", to: "if (expected || (" }],
    killedBy: {
      file,
      test: "a cancellation that comes to something else than was shown is refused, and one as shown is done",
    },
  },
  {
    name: "no_worthless_gift_card",
    protects: "money",
    file: "apps/server/src/modules/cart/change/judgeOrderTickets.ts",
    changes: [{ from: "configuration.ledger_id ? fair", to: "configuration ? fair" }],
    killedBy: {
      file,
      test: "a seller that accepts no gift cards gives money back the way it came, whatever its rules",
    },
  },
  {
    name: "no_fee_for_cancelled_sessions",
    protects: "money",
    file: "apps/server/src/modules/cart/change/judgeOrderTickets.ts",
    changes: [{ from: "cancelled ? policyAfterCancellation(kept) : kept", to: "cancelled ? kept : kept" }],
    killedBy: {
      file: `${aftersale}/cancelledSessions/tellBuyers.test.ts`,
      test: "the link gives the whole price back without a fee, where the seller lets nobody cancel",
    },
  },
];
