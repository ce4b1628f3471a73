import type { Mutant } from "./mutant.ts";

const aftersale = "apps/server/src/modules/aftersale";
const file = `${aftersale}/cancel/cancelOrderTickets.test.ts`;
const sending = `${aftersale}/send/sendTickets.test.ts`;

const blockedRest = `${aftersale}/cancel/blockedRest.test.ts`;

export const aftersaleMutants: readonly Mutant[] = [
  {
    name: "rest_of_a_cancellation_by_the_sellers_rules",
    protects: "access",
    file: `${aftersale}/cancel/planCancellation.ts`,
    changes: [{ from: 'if (by.actor !== "venue") await', to: "if (by.now === undefined) await" }],
    killedBy: {
      file: blockedRest,
      test: "buyers cannot cancel the adult whom the seller's rule asks for beside children",
    },
  },
  {
    name: "rest_of_a_change_by_the_sellers_rules",
    protects: "access",
    file: "apps/server/src/modules/checkout/refuseBlockedCart.ts",
    changes: [{ from: "change.planned?.staying ?? []", to: "[]" }],
    killedBy: { file: blockedRest, test: "buyers cannot cancel that adult by a change without new tickets" },
  },
  {
    name: "newer_rule_refuses_no_cancellation",
    protects: "access",
    file: "apps/server/src/modules/cart/read/checkoutBlocks.ts",
    changes: [{ from: "!broken.has(id)", to: 'broken.size >= 0 && id !== ""' }],
    killedBy: { file: blockedRest, test: "a rule that is newer than the order does not keep buyers from cancelling" },
  },
  {
    name: "no_code_for_cancelled_sessions",
    protects: "access",
    file: "apps/server/src/modules/orders/tickets/readPrintedTickets.ts",
    changes: [{ from: "!session_cancelled;", to: "session_cancelled !== undefined;" }],
    killedBy: {
      file: "apps/server/src/modules/orders/files/cancelledVisits.test.ts",
      test: "once the venue has cancelled the only visit of an order",
    },
  },
  {
    name: "no_code_in_emails_for_cancelled_sessions",
    protects: "access",
    file: "apps/server/src/modules/checkout/emails/admitsBuyer.ts",
    changes: [{ from: " && !ticket.cancelled && ticket.sending_id === null", to: "" }],
    killedBy: {
      file: "apps/server/src/modules/orders/files/cancelledVisits.test.ts",
      test: "the order's e-mail brings no code",
    },
  },
  {
    name: "no_code_of_an_order_without_tickets",
    protects: "access",
    file: "apps/server/src/modules/orders/tickets/hasValidTicket.sql.ts",
    changes: [{ from: " and s.cancelled is not true", to: "" }],
    killedBy: {
      file: "apps/server/src/modules/orders/files/cancelledVisits.test.ts",
      test: "once the venue has cancelled the only visit of an order the order shows no code",
    },
  },
  {
    name: "reinstatement_is_sent_to_notified_buyers_only",
    protects: "access",
    file: `${aftersale}/cancelledSessions/notifyBuyers.ts`,
    changes: [{ from: ".filter(({ order_id }) => notified.has(order_id))", to: "" }],
    killedBy: {
      file: `${aftersale}/cancelledSessions/notifyBuyers.test.ts`,
      test: "buyers who were notified and still have the tickets are notified once",
    },
  },
  {
    name: "one_change_at_a_time",
    protects: "money",
    file: `${aftersale}/cancel/recordCancellation.ts`,
    changes: [
      {
        from: "const { closeChangeOf } = await lockOrder(ctx, order, { refusesPaying: true });",
        to: "const closeChangeOf = async (_: readonly string[]) => {};",
      },
      // The lock of the tickets is enough here; it has a mutant of its own.
      { from: "await lockOrderTickets(ctx, order.id);", to: "" },
    ],
    killedBy: { file, test: "one of many simultaneous cancellations of a ticket succeeds, with one refund" },
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
    changes: [{ from: "if (!isForChange) await endIfRefunded", to: "await endIfRefunded" }],
    killedBy: {
      file,
      test: "free tickets of an order stay when its paid ones are cancelled and all money is back",
    },
  },
  {
    name: "disputed_money_stays",
    protects: "money",
    file: "apps/server/src/providers/payments/disputedColumn.ts",
    changes: [{ from: "a.audit_action = 'dispute_opened'", to: "a.audit_action = 'none'" }],
    killedBy: { file, test: "a disputed payment is not refunded" },
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
    name: "one_sending_at_a_time",
    protects: "access",
    file: `${aftersale}/send/sendTickets.ts`,
    changes: [
      {
        from: "const { closeChangeOf } = await lockOrder(ctx, order, { refusesPaying: true });",
        to: "const closeChangeOf = async (_: readonly string[]): Promise<void> => {};",
      },
      { from: "if (sent < tickets.length) throw", to: "if (sent < 0) throw" },
    ],
    killedBy: { file: sending, test: "one of many simultaneous sendings of a ticket succeeds, with one e-mail" },
  },
  {
    name: "sending_judged_by_policy",
    protects: "access",
    file: `${aftersale}/send/sendTickets.ts`,
    changes: [{ from: "if (obstacle) throw", to: 'if (obstacle === "past") throw' }],
    killedBy: { file: sending, test: "sending is refused" },
  },
  {
    name: "code_of_a_sent_ticket",
    protects: "access",
    file: "apps/server/src/modules/cart/read/readCart.ts",
    changes: [{ from: "isOwner && row.sending_id === null ? row.scan_code", to: "isOwner ? row.scan_code" }],
    killedBy: {
      file: sending,
      test: "a ticket that was sent on has a new code, which the recipient sees and the buyer does not",
    },
  },
  {
    name: "pass_of_a_sent_ticket",
    protects: "access",
    file: "apps/server/src/modules/wallet/requireTicket.ts",
    changes: [{ from: "row.sending_id === null && (isOwnCard", to: "(isOwnCard" }],
    killedBy: { file: sending, test: "a ticket that was sent on is no longer opened by links that the buyer kept" },
  },
  {
    name: "token_of_a_replaced_code",
    protects: "access",
    file: "apps/server/src/modules/cart/read/readTicketOrder.ts",
    changes: [{ from: "code_number === 0 ?", to: "code_number >= 0 ?" }],
    killedBy: { file: sending, test: "a ticket that was sent on is no longer opened by links that the buyer kept" },
  },
  {
    name: "token_of_a_sending",
    protects: "access",
    file: `${aftersale}/send/readTicketSending.ts`,
    changes: [
      { from: "if (!isSendingToken(ctx, sending_id, token)) throw", to: "if (!isSendingToken && token) throw" },
    ],
    killedBy: { file: sending, test: "the recipient's link is not found" },
  },
  {
    name: "tickets_of_the_sending_only",
    protects: "access",
    file: `${aftersale}/send/readTicketSending.ts`,
    changes: [
      {
        from: ".filter((ticket) => ticket.sending_id === sending_id)",
        to: ".filter((ticket) => ticket.sending_id !== undefined)",
      },
    ],
    killedBy: {
      file: sending,
      test: "a ticket that was sent on has a new code, which the recipient sees and the buyer does not",
    },
  },
  {
    name: "used_tickets_stay_sent",
    protects: "access",
    file: `${aftersale}/send/takeBackTickets.ts`,
    changes: [{ from: "if (returned < tickets.length) throw", to: "if (returned < 0) throw" }],
    killedBy: {
      file: sending,
      test: "taking tickets back is refused for tickets that were not sent on, are used, or are of another order",
    },
  },
  {
    name: "sending_quota",
    protects: "access",
    file: `${aftersale}/send/sendTickets.ts`,
    changes: [{ from: "if (quota.exceeded) throw", to: "if (quota.exceeded && !quota.wait) throw" }],
    killedBy: { file: sending, test: "sending is refused beyond the limit of e-mails for one order" },
  },
  {
    name: "code_uses_of_remaining_tickets",
    protects: "stock",
    file: `${aftersale}/cancel/recordCancellation.ts`,
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
      test: "an order's names can be changed a limited number of times, because each change sends an e-mail",
    },
  },
  {
    name: "cancelled_as_shown",
    protects: "money",
    file: `${aftersale}/cancel/recordCancellation.ts`,
    changes: [{ from: "if (!expected || (", to: "if (expected || (" }],
    killedBy: {
      file,
      test: "a cancellation with other amounts than shown is refused, and one with the shown amounts succeeds",
    },
  },
  {
    name: "no_worthless_gift_card",
    protects: "money",
    file: "apps/server/src/modules/cart/change/judgeOrderTickets.ts",
    changes: [{ from: "configuration.ledger_id ? fair", to: "configuration ? fair" }],
    killedBy: {
      file,
      test: "a seller that accepts no gift cards refunds to the original payment, whatever its rules",
    },
  },
  {
    name: "no_fee_for_cancelled_sessions",
    protects: "money",
    file: "apps/server/src/modules/cart/change/judgeOrderTickets.ts",
    changes: [
      {
        from: "cancelled || isChoice ? policyAfterCancellation(ofActor) : ofActor",
        to: "isChoice ? policyAfterCancellation(ofActor) : ofActor",
      },
    ],
    killedBy: {
      file: `${aftersale}/cancelledSessions/notifyBuyers.test.ts`,
      test: "the link refunds the full price without a fee, even if the seller allows no cancellations",
    },
  },
];
