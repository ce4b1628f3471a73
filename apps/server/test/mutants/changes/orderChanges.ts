import type { Mutant } from "../mutant.ts";

const checkout = "apps/server/src/modules/checkout";
const completed = `${checkout}/change/completeChange.test.ts`;
const meanwhile = `${checkout}/change/changeMeanwhile.test.ts`;
const sending = "apps/server/src/modules/aftersale/send";
const failedRefunds = `${checkout}/refund/failedRefund.test.ts`;
const refundedOrders = `${checkout}/refund/endRefundedOrder.test.ts`;
const sentTickets = `${sending}/changeSentTickets.test.ts`;

/** Changes of orders that are paid and completed like a cart. */
export const orderChangesMutants: readonly Mutant[] = [
  {
    name: "scan_waits_for_a_cancellation",
    protects: "money",
    file: "apps/server/src/modules/aftersale/cancel/recordCancellation.ts",
    changes: [{ from: "await lockOrderTickets(ctx, order.id);", to: "" }],
    killedBy: {
      file: "apps/server/src/modules/aftersale/cancel/scan.race.test.ts",
      test: "a ticket that is scanned while 'a cancellation' of it is decided admits nobody",
    },
  },
  {
    name: "scan_waits_for_a_change",
    protects: "money",
    file: `${checkout}/change/completeChange.ts`,
    changes: [{ from: "await lockOrderTickets(ctx, change.changed.order.id)", to: "change.changed.tickets" }],
    killedBy: {
      file: "apps/server/src/modules/aftersale/cancel/scan.race.test.ts",
      test: "a ticket that is scanned while 'a move' of it is decided admits nobody",
    },
  },
  {
    name: "disputed_meanwhile_stays",
    protects: "money",
    file: `${checkout}/refund/cancelForChange.ts`,
    changes: [
      {
        from: "reserveRefund(ctx, payment_id, { amount })",
        to: "reserveRefund(ctx, payment_id, { amount, withDisputed: true })",
      },
    ],
    killedBy: {
      file: "apps/server/src/modules/aftersale/cancel/cancelOrderTickets.race.test.ts",
      test: "a payment that is disputed while the order is cancelled is not refunded",
    },
  },
  {
    name: "change_judged_before_money",
    protects: "money",
    file: `${checkout}/refuseBlockedCart.ts`,
    changes: [{ from: "if (change?.refusal) throw change.refusal;", to: "" }],
    killedBy: { file: completed, test: "before any money a change is refused" },
  },
  {
    name: "change_judged_as_the_whole_order",
    protects: "access",
    file: `${checkout}/refuseBlockedCart.ts`,
    changes: [{ from: "if (!change?.planned) return", to: "if (change !== undefined) return" }],
    killedBy: {
      file: completed,
      test: "before any money a change that a rule of the shop forbids for the order as it would be is refused",
    },
  },
  {
    name: "change_needs_remaining_tickets",
    protects: "money",
    file: `${checkout}/change/checkoutChange.ts`,
    changes: [{ from: 'ticket.state === "booked" ?', to: 'ticket.state !== "held" ?' }],
    killedBy: { file: meanwhile, test: "a ticket that is used at the door while its change is paid for stays" },
  },
  {
    name: "change_costs_what_is_due",
    protects: "money",
    file: `${checkout}/batch/lockedCheckout.ts`,
    changes: [{ from: "total: change.planned?.quote.due ?? 0", to: "total: change.planned?.quote.added ?? 0" }],
    killedBy: { file: completed, test: "a move to a dearer ticket costs the difference by card" },
  },
  {
    name: "purchaser_of_the_order_stays",
    protects: "access",
    file: `${checkout}/order/prepareCheckout.ts`,
    changes: [{ from: "if (cart.change) return", to: "if (cart.change && cart.part_paid) return" }],
    killedBy: {
      file: completed,
      test: "the purchaser of the order stays when somebody else is sent with the checkout",
    },
  },
  {
    name: "purchaser_of_a_change_is_fixed",
    protects: "access",
    file: `${checkout}/requireCartAccess.ts`,
    changes: [{ from: "if (change) throw", to: "if (change === undefined) throw" }],
    killedBy: { file: completed, test: "the purchaser of the order cannot be saved anew" },
  },
  {
    name: "change_confirmed_by_its_owner",
    protects: "access",
    file: `${checkout}/requireCartAccess.ts`,
    changes: [{ from: "(!cart.open_by_link || cart.change !== null)", to: "!cart.open_by_link" }],
    killedBy: { file: completed, test: "only the person who opened a change can pay for it or confirm it" },
  },
  {
    name: "paying_change_keeps_its_order",
    protects: "money",
    file: `${checkout}/change/lockOrder.ts`,
    changes: [{ from: "if (refusesPaying && open?.paying) throw", to: "if (refusesPaying && open === null) throw" }],
    killedBy: { file: meanwhile, test: "while a change is being paid for" },
  },
  {
    name: "cancellation_closes_the_open_change",
    protects: "stock",
    file: `${checkout}/change/lockOrder.ts`,
    changes: [{ from: "if (!open || open.paying) return;", to: "if (open || !open) return;" }],
    killedBy: { file: meanwhile, test: "an open change that nobody pays for is closed" },
  },
  {
    name: "one_open_change_when_late",
    protects: "money",
    file: `${checkout}/late/restoreLateCart.ts`,
    changes: [
      { from: "if (cart.change && (await findOpenChange(", to: "if (cart.part_paid && (await findOpenChange(" },
    ],
    killedBy: {
      file: meanwhile,
      test: "a debit that arrives after the hold has expired goes back where another change of the order is open",
    },
  },
  {
    name: "overtaken_change_releases_its_hold",
    protects: "stock",
    file: `${checkout}/late/restoreLateCart.ts`,
    changes: [{ from: "if (held.change?.planned === null) {", to: "if (held.change === undefined) {" }],
    killedBy: {
      file: meanwhile,
      test: "a ticket that is used at the door while its change is paid for stays, and money",
    },
  },
  {
    name: "code_of_order_and_change_counts_once",
    protects: "stock",
    file: "apps/server/src/modules/codes/moveCodes.sql.ts",
    changes: [{ from: "set used = k.used - 1 from twice", to: "set used = k.used from twice" }],
    killedBy: { file: completed, test: "a code that the order and its change use counts once" },
  },
  {
    name: "order_keeps_its_policies",
    protects: "money",
    file: `${checkout}/change/orderChanges.sql.ts`,
    changes: [{ from: "$3::jsonb || change_policies", to: "change_policies || $3::jsonb" }],
    killedBy: { file: completed, test: "the rules that were kept with the order still apply after a change" },
  },
  {
    name: "change_of_the_orders_own_tickets",
    protects: "tenancy",
    file: "apps/server/src/modules/cart/change/planChange.ts",
    changes: [{ from: "if (found.length < ids.size)", to: "if (found.length < 0)" }],
    killedBy: { file: completed, test: "before any money a change that gives up another order's ticket is refused" },
  },
  {
    name: "recipients_learn_of_ended_tickets",
    protects: "access",
    file: `${checkout}/refund/cancelTicketsAndNotify.ts`,
    changes: [{ from: "await queueTicketsEndedEmails(ctx, { ticket_ids, occasion });", to: "" }],
    killedBy: { file: sentTickets, test: "a ticket that was sent on and is moved ends for its recipient" },
  },
  {
    name: "paying_change_keeps_its_tickets_from_sending",
    protects: "money",
    file: `${sending}/sendTickets.ts`,
    changes: [{ from: "{ refusesPaying: true }", to: "{ refusesPaying: false }" }],
    killedBy: { file: sentTickets, test: "tickets are neither sent on nor taken back while a change" },
  },
  {
    name: "paying_change_keeps_its_tickets_from_return",
    protects: "money",
    file: `${sending}/takeBackTickets.ts`,
    changes: [{ from: "{ refusesPaying: true }", to: "{ refusesPaying: false }" }],
    killedBy: { file: sentTickets, test: "tickets are neither sent on nor taken back while a change" },
  },
  {
    name: "sending_closes_the_open_change",
    protects: "stock",
    file: `${sending}/sendTickets.ts`,
    changes: [
      { from: "  await closeChangeOf(ticket_ids);", to: "  if (ticket_ids.length < 0) await closeChangeOf();" },
    ],
    killedBy: { file: sentTickets, test: "an open change that nobody pays for is closed when a ticket" },
  },
  {
    name: "overtaken_free_change_ends",
    protects: "stock",
    file: `${checkout}/change/finishChange.ts`,
    changes: [{ from: "(payments.length === 0 && (await endFreeChange(ctx, cart_id)))", to: "payments.length === 0" }],
    killedBy: {
      file: meanwhile,
      test: "a free change whose ticket is used between its two transactions is refused, and its new place is free",
    },
  },
  {
    name: "closing_locks_everything_first",
    protects: "stock",
    file: `${checkout}/change/lockOrder.ts`,
    changes: [{ from: "await lockForClosing(ctx, { order, cart_id: open.id, ticket_ids });", to: "" }],
    killedBy: {
      file: `${checkout}/change/lockOrder.race.test.ts`,
      test: "a hold of both sessions waits for a cancellation that closes a change, and neither is repeated",
    },
  },
  {
    name: "failed_refund_is_reported",
    protects: "money",
    file: `${checkout}/refund/recordRefunds.ts`,
    changes: [
      { from: 'if (status === "failed") await notifyFailure(ctx, row, code);', to: 'if (status === "failed");' },
    ],
    killedBy: { file: failedRefunds, test: "a refund that Stripe refuses" },
  },
  {
    name: "failed_refund_is_reported_once",
    protects: "money",
    file: `${checkout}/refund/recordRefunds.ts`,
    changes: [{ from: 'reason === "late" ? "failed" : `failed:${id}`', to: "`failed:${id}`" }],
    killedBy: { file: failedRefunds, test: "a refund of a late payment that is tried again sends one e-mail" },
  },
  {
    name: "refunds_on_their_way_within_the_payment",
    protects: "money",
    file: `${checkout}/refund/refunds.sql.ts`,
    changes: [
      {
        from: "refunding = least(p.amount - least(p.amount, w.back), w.under_way)",
        to: "refunding = least(p.amount, w.under_way)",
      },
    ],
    killedBy: {
      file: "apps/server/src/modules/aftersale/venue/givenBackTwice.test.ts",
      test: "a refund made at the provider while ours is being sent is counted once",
    },
  },
  {
    name: "refunded_order_ends_once",
    protects: "access",
    file: `${checkout}/refund/endRefundedOrder.ts`,
    changes: [{ from: "  if (booked.size === 0) return;\n", to: "" }],
    killedBy: {
      file: refundedOrders,
      test: "a fully refunded order tells its purchaser once what is no longer valid, with the calendar",
    },
  },
  {
    name: "renewals_of_a_refunded_order",
    protects: "money",
    file: `${checkout}/refund/endRefundedOrder.ts`,
    changes: [{ from: "if (memberships.length > 0) await endRefundedMemberships(ctx, memberships);", to: "" }],
    killedBy: {
      file: refundedOrders,
      test: "a fully refunded order ends its membership, which is no longer renewed or charged",
    },
  },
  {
    name: "code_uses_of_a_refunded_order",
    protects: "stock",
    file: `${checkout}/refund/endRefundedOrder.ts`,
    changes: [{ from: "if (ending.length === remaining.length) await returnCodeUses", to: "await returnCodeUses" }],
    killedBy: {
      file: refundedOrders,
      test: "a code that was used up stays used where a ticket of its order has admitted somebody",
    },
  },
];
