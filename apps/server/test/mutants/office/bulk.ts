import type { Mutant } from "../mutant.ts";

const module = "apps/server/src/modules/aftersale/bulk";
const jobs = "apps/server/src/office/bulk/bulk.test.ts";
const choices = "apps/server/src/office/bulk/bulkChoice.test.ts";
const orders = "apps/server/src/office/bulk/bulkOrders.test.ts";
const races = "apps/server/src/office/bulk/bulk.race.test.ts";
const board = "apps/server/src/office/board/board.test.ts";

/** Guards of bulk jobs, of the sales of a session and of the board. */
export const bulkMutants: readonly Mutant[] = [
  {
    name: "choice_of_a_stopped_job",
    protects: "money",
    file: "apps/server/src/modules/cart/change/orderTickets.sql.ts",
    changes: [
      { from: "j.choice_subject is not null and j.state in ('running', 'paused')", to: "j.choice_subject is not null" },
    ],
    killedBy: {
      file: choices,
      test: "a job that lets buyers choose first ends the buyers' choice when it is stopped",
    },
  },
  {
    name: "no_fee_for_a_choice",
    protects: "money",
    file: "apps/server/src/modules/cart/change/judgeOrderTickets.ts",
    changes: [
      {
        from: "cancelled || isChoice ? policyAfterCancellation(ofActor)",
        to: "cancelled ? policyAfterCancellation(ofActor)",
      },
    ],
    killedBy: {
      file: choices,
      test: "a job that lets buyers choose first writes to each once, lets them take their money, and does the rest on its day",
    },
  },
  {
    name: "choice_ends",
    protects: "money",
    file: "packages/rules/src/aftersale/judgeTicket.ts",
    changes: [{ from: "return end && !isPast(end, now) ? end : null;", to: "return end ?? null;" }],
    killedBy: {
      file: "packages/rules/src/aftersale/judgeTicket.test.ts",
      test: "a buyer whom the venue lets choose may, and no longer",
    },
  },
  {
    name: "choice_of_single_orders",
    protects: "money",
    file: "apps/server/src/modules/cart/change/orderTickets.sql.ts",
    changes: [
      {
        from: "where i.seller_id = $1 and i.ticket_order_id = $2 and i.state = 'left'",
        to: "where i.seller_id = $1 and $2::uuid is not null and i.state = 'left'",
      },
    ],
    killedBy: {
      file: choices,
      test: "a job that lets buyers choose first of single orders lets these alone choose, about every visit of theirs",
    },
  },
  {
    name: "refunds_at_full_speed",
    protects: "money",
    file: "apps/server/src/providers/payments/circuitBreaker.ts",
    changes: [
      {
        from: "pace.run(() => breaker.run(() => tracedCall",
        to: "((call: () => Promise<R>) => call())(() => breaker.run(() => tracedCall",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/bulk/bulkRefunds.test.ts",
      test: "while the provider takes no refunds, a job calls it no more, buyers can pay, and all is refunded later",
    },
  },
  {
    name: "refunds_open_the_breaker",
    protects: "money",
    file: "apps/server/src/providers/payments/circuitBreaker.ts",
    changes: [{ from: " && !(error instanceof TooManyCalls);", to: ";" }],
    killedBy: {
      file: "apps/server/src/office/bulk/bulkRefunds.test.ts",
      test: "many short refusals of refunds refuse no buyer's payment",
    },
  },
  {
    name: "bulk_item_locked",
    protects: "money",
    file: `${module}/bulkItem.ts`,
    changes: [{ from: "if (!(await lockItem(db, seller.id, item))) throw new ItemTaken();", to: "" }],
    killedBy: {
      file: races,
      test: "an order that a second server claims while the first is processing it is processed once",
    },
  },
  {
    name: "bulk_expected_sum",
    protects: "money",
    file: `${module}/bulkItem.ts`,
    changes: [
      {
        from: "    expected,\n    within: itemTransaction<RecordedCancellation>",
        to: "    within: itemTransaction<RecordedCancellation>",
      },
    ],
    killedBy: {
      file: races,
      test: "an order that is disputed between quote and cancellation is set aside for review",
    },
  },
  {
    name: "bulk_order_looked_at_again",
    protects: "money",
    file: `${module}/bulkItem.ts`,
    changes: [{ from: "if (!facts || obstacle) throw", to: "if (!facts) throw" }],
    killedBy: {
      file: jobs,
      test: "looks at each order again: what was used or disputed since is set aside, and can be retried together",
    },
  },
  {
    name: "bulk_paused_job",
    protects: "money",
    file: `${module}/bulkJobs.sql.ts`,
    changes: [
      {
        from: "\n         and exists (select from bulk_job j where j.seller_id = $1 and j.id = $2 and j.state = 'running')",
        to: "",
      },
    ],
    killedBy: {
      file: races,
      test: "a job that is paused while an order is worked on finishes that order and begins no other",
    },
  },
  {
    name: "bulk_waits_for_carts",
    protects: "money",
    file: `${module}/runBulkJobs.ts`,
    changes: [{ from: "if (added > 0 || held > 0) return;", to: "if (added > 0) return;" }],
    killedBy: { file: jobs, test: "waits for carts that hold places, and takes the order that one of them makes" },
  },
  {
    name: "bulk_places_of_target",
    protects: "stock",
    file: `${module}/bulkSelection.ts`,
    changes: [{ from: "if (left !== null && needed > left)", to: "if (left !== null && needed < 0)" }],
    killedBy: {
      file: jobs,
      test: "refuses a target that is over, closed or too small, with the number of places missing",
    },
  },
  {
    name: "bulk_closes_sales",
    protects: "stock",
    file: "apps/server/src/office/bulk/startBulk.ts",
    changes: [
      {
        from: 'request.action === "write" ? [] : await closeSales',
        to: 'request.action !== "" ? [] : await closeSales',
      },
    ],
    killedBy: { file: jobs, test: "stops the sales of its sessions before the first order is touched" },
  },
  {
    name: "bulk_preview_is_of_now",
    protects: "money",
    file: "apps/server/src/office/bulk/startBulk.ts",
    changes: [{ from: "selection.orders.length !== expected.orders", to: "selection.orders.length < 0" }],
    killedBy: {
      file: jobs,
      test: "of the same selection twice is refused, and one whose orders have changed since the preview",
    },
  },
  {
    name: "bulk_orders_of_seller",
    protects: "tenancy",
    file: `${module}/bulkSelection.ts`,
    changes: [{ from: 'if (sessions.length < session_ids.length) throw wrong("session_ids");', to: "" }],
    killedBy: { file: jobs, test: "of another seller's session and orders finds nothing" },
  },
  {
    name: "bulk_gift_card_is_told",
    protects: "money",
    file: "packages/rules/src/aftersale/bulkObstacle.ts",
    changes: [{ from: 'effect === "gift_card" && facts.isPaid && !facts.hasEmail ? "no_email" : null', to: "null" }],
    killedBy: {
      file: orders,
      test: "a buyer without an e-mail address gets no gift card, because nobody would tell them its number",
    },
  },
  {
    name: "bulk_visits_stay_apart",
    protects: "stock",
    file: "packages/rules/src/aftersale/bulkObstacle.ts",
    changes: [{ from: 'if (effect === "move" && facts.sessions > 1) return "several_sessions";', to: "" }],
    killedBy: { file: orders, test: "tickets for two sessions of a job are not moved to one session" },
  },
  {
    name: "bulk_bonus_in_preview",
    protects: "money",
    file: `${module}/previewSelection.ts`,
    changes: [{ from: "back + bonusOf(order, back)", to: "back" }],
    killedBy: {
      file: orders,
      test: "the sums of a preview are those of the job for gift cards with the bonus of the policy",
    },
  },
  {
    name: "bulk_donation_stays",
    protects: "money",
    file: `${module}/bulkFacts.sql.ts`,
    changes: [{ from: "\n        and u.handler not in ${handlerList(isDonation)}", to: "" }],
    killedBy: {
      file: orders,
      test: "the sums of a preview are those of the job without a donation, which stays",
    },
  },
  {
    name: "bulk_retry_of_a_paused_job",
    protects: "money",
    file: "apps/server/src/office/bulk/readBulk.ts",
    changes: [{ from: 'to === "retry" && before.state === "paused" ? before.state : step.to', to: "step.to" }],
    killedBy: { file: orders, test: "a job that is paused stays paused when its orders are retried" },
  },
  {
    name: "choice_of_nothing",
    protects: "money",
    file: `${module}/notifyBuyersOfChoice.ts`,
    changes: [{ from: "if (order && facts && facts.booked > 0)", to: "if (order && facts)" }],
    killedBy: {
      file: choices,
      test: "a job that lets buyers choose first writes to nobody who has nothing left to choose",
    },
  },
  {
    name: "choice_after_the_visit",
    protects: "money",
    file: `${module}/bulkSelection.ts`,
    changes: [{ from: "  requireTimeToChoose(ctx, request, fitting);\n", to: "" }],
    killedBy: {
      file: choices,
      test: "a job that lets buyers choose first is refused for a day after the beginning of a visit, unless its session is cancelled",
    },
  },
  {
    name: "session_closed_to_holds",
    protects: "stock",
    file: "packages/rules/src/hold/decideHold.ts",
    changes: [{ from: "session.cancelled || session.closed ||", to: "session.cancelled ||" }],
    killedBy: {
      file: board,
      test: "stops new holds at once, leaves existing holds, and can be undone; both are in the log",
    },
  },
  {
    name: "session_closed_to_late_payments",
    protects: "stock",
    file: "apps/server/src/modules/cart/restore/restoreCart.ts",
    changes: [{ from: "session.cancelled || session.closed) return", to: "session.cancelled) return" }],
    killedBy: {
      file: "apps/server/src/modules/checkout/late/latePayment.test.ts",
      test: "a payment authorized after the hold has expired is voided when the sales of the session were stopped",
    },
  },
  {
    name: "board_exceptions_by_permission",
    protects: "access",
    file: "apps/server/src/office/board/readBoard.ts",
    changes: [{ from: "if (!staff.can(can)) return;", to: "" }],
    killedBy: {
      file: board,
      test: "are shown with their number only to staff who can act on them",
    },
  },
];
