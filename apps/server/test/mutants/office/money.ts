import type { Mutant } from "../mutant.ts";

const journal = "apps/server/src/cli/checkInvariants.test.ts";
const backfill = "apps/server/src/modules/journal/backfillJournal.test.ts";
const repaid = "apps/server/src/office/money/repaidRefunds.test.ts";
const money = "apps/server/src/office/money/money.test.ts";
const moneyEmails = "apps/server/src/office/money/moneyEmails.test.ts";
const disputes = "apps/server/src/office/money/disputesAndNotices.test.ts";
const checkout = "apps/server/src/modules/checkout";

/** Guards of the journal and of the money queue. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: "journal_of_order",
    protects: "money",
    file: `${checkout}/order/journalEntries.ts`,
    changes: [{ from: "  ...drafts.map(orderEntry),", to: "" }],
    killedBy: { file: journal, test: "reports that every invariant holds for valid data" },
  },
  {
    name: "journal_of_capture",
    protects: "money",
    file: `${checkout}/order/journalEntries.ts`,
    changes: [
      { from: "isCaptured && !orderIds.has(payment.cart_id)", to: "isCaptured && orderIds.has(payment.cart_id)" },
    ],
    killedBy: { file: journal, test: "reports that every invariant holds for valid data" },
  },
  {
    name: "journal_of_change",
    protects: "money",
    file: `${checkout}/change/completeChange.ts`,
    changes: [{ from: "  await journalOrderChanges(db, seller.id, [order_change_id]);", to: "" }],
    killedBy: { file: journal, test: "reports that every invariant holds for valid data" },
  },
  {
    name: "journal_of_cancellation",
    protects: "money",
    file: "apps/server/src/modules/aftersale/cancel/recordCancellation.ts",
    changes: [{ from: "  await journalOrderChanges(db, seller.id, [order_change_id]);", to: "" }],
    killedBy: {
      file: backfill,
      test: "writes sales, changes and refunds from before the journal, with equal balances",
    },
  },
  {
    name: "journal_written_once",
    protects: "money",
    file: "apps/server/src/modules/journal/backfill.sql.ts",
    changes: [{ from: "and p.id = any(e.subject)", to: "and p.id <> all(e.subject)" }],
    killedBy: {
      file: backfill,
      test: "writes each cause once, and a second pass finds what was missed in the meantime",
    },
  },
  {
    name: "repaid_by_hand_is_owed_no_more",
    protects: "money",
    file: `${checkout}/refund/recordRefunds.ts`,
    changes: [
      { from: "if (order && payment.ticket_order_id) await settleByHand(ctx, payment.ticket_order_id);", to: "" },
    ],
    killedBy: { file: repaid, test: "is no longer owed once it was refunded by hand, and cannot be sent again" },
  },
  {
    name: "repaid_elsewhere_is_owed_no_more",
    protects: "money",
    file: `${checkout}/reconcile/reviewPayment.ts`,
    changes: [
      {
        from: "if (payment?.ticket_order_id) await settleElsewhere(ctx, { order_id: payment.ticket_order_id, payment_id });",
        to: "",
      },
    ],
    killedBy: { file: repaid, test: "is repaid outside of the provider once somebody says that it is done" },
  },
  {
    name: "repaid_in_part_is_not_sent_again",
    protects: "money",
    file: "apps/server/src/modules/aftersale/venue/resendRefund.ts",
    changes: [{ from: "if (paid > 0) throw", to: "if (paid < 0) throw" }],
    killedBy: { file: repaid, test: "stays on the list while a part is owed, and only that part can be sent again" },
  },
  {
    name: "repaid_counts_once",
    protects: "money",
    file: "packages/rules/src/aftersale/settleFailedRefunds.ts",
    changes: [{ from: "    total += one.amount;\n", to: "" }],
    killedBy: { file: repaid, test: "is settled by one refund once, beside another that failed" },
  },
  {
    name: "repaid_elsewhere_is_not_left",
    protects: "money",
    file: "apps/server/src/providers/payments/giftcard/refundedCards.sql.ts",
    changes: [{ from: " or r.repaid_elsewhere is not null", to: "" }],
    killedBy: { file: repaid, test: "is repaid outside of the provider once somebody says that it is done" },
  },
  {
    name: "money_version",
    protects: "money",
    file: "apps/server/src/office/money/changeMoney.ts",
    changes: [{ from: "if (versionOf(payment) === version) return;", to: "return;" }],
    killedBy: { file: money, test: "is refunded, once, and the audit log says why" },
  },
  {
    name: "money_version_behind_locks",
    protects: "money",
    file: "apps/server/src/office/money/changeMoney.ts",
    changes: [{ from: "      await lockForReview(tx, payment_id);\n", to: "" }],
    killedBy: {
      file: "apps/server/src/office/money/refundAtDesk.race.test.ts",
      test: "a payment that two people refund at once from the same list is refunded once",
    },
  },
  {
    name: "dispute_not_done_unseen",
    protects: "money",
    file: "apps/server/src/office/money/readMoney.ts",
    changes: [{ from: 'order_number ?? "-", reported]', to: 'order_number ?? "-"]' }],
    killedBy: { file: disputes, test: "is not marked as done by somebody whose screen does not show it" },
  },
  {
    name: "dispute_reported_late_is_listed",
    protects: "money",
    file: `${checkout}/reconcile/manualReview.sql.ts`,
    changes: [
      { from: "a.provider_ref, ${knownSince}, a.amount from", to: "a.provider_ref, a.occurred_on, a.amount from" },
    ],
    killedBy: {
      file: disputes,
      test: "is listed although the payment was marked as done after it began and before it was reported",
    },
  },
  {
    name: "overdue_after_done_is_listed",
    protects: "money",
    file: `${checkout}/reconcile/manualReview.sql.ts`,
    changes: [{ from: "late.since + make_interval(days => 1)", to: "late.since" }],
    killedBy: {
      file: "apps/server/src/cli/commands/payments/payments.split.test.ts",
      test: "lists an overdue cart although a payment of it was marked as done the day before",
    },
  },
  {
    name: "failed_webhook_is_listed",
    protects: "money",
    file: "apps/server/src/office/money/money.sql.ts",
    changes: [{ from: "(tries > 1 or tries = 1 and", to: "(tries > 0 and" }],
    killedBy: {
      file: money,
      test: "is listed with its tries while it waits for the next, and not while it is processed for the first time",
    },
  },
  {
    name: "failed_refunds_add_up",
    protects: "money",
    file: `${checkout}/reconcile/manualReview.sql.ts`,
    changes: [{ from: "(sum(f.amount) - max(f.later))", to: "sum(f.amount)" }],
    killedBy: { file: money, test: "says what its failed refunds add up to, less what was refunded afterwards" },
  },
  {
    name: "money_taken",
    protects: "access",
    file: "apps/server/src/office/money/changeMoney.ts",
    changes: [{ from: "if (owner !== undefined && owner !== staff.id) {", to: "if (owner === undefined) {" }],
    killedBy: { file: money, test: "is assigned to one person, who may release it" },
  },
  {
    name: "money_taken_by_a_leaver",
    protects: "access",
    file: "apps/server/src/office/money/money.sql.ts",
    changes: [{ from: " and g.suspended_at is null)", to: ")" }],
    killedBy: { file: money, test: "is unassigned once the person who had it no longer works here" },
  },
  {
    name: "secret_email_keeps_its_address",
    protects: "access",
    file: "apps/server/src/office/money/changeMoney.ts",
    changes: [{ from: "if (to !== undefined && isSecretEmail(kind))", to: "if (to === `` && isSecretEmail(kind))" }],
    killedBy: { file: money, test: "as password_reset is sent again to its own address alone" },
  },
  {
    name: "number_hidden_in_unsent_email",
    protects: "money",
    file: "apps/server/src/modules/giftcards/withoutCardNumbers.ts",
    changes: [{ from: "left.replaceAll(number, `····${ending}`)", to: "left" }],
    killedBy: { file: moneyEmails, test: "with a gift card shows the end of its number alone" },
  },
  {
    name: "number_hidden_in_email_of_order",
    protects: "money",
    file: "apps/server/src/office/desk/noteUseCases.ts",
    changes: [{ from: "await withoutCardNumbers(ctx, { ref_id: order.id }, email.text)", to: "email.text" }],
    killedBy: {
      file: "apps/server/src/office/desk/emailChoice.test.ts",
      test: "an order with a gift card is previewed with the end of the card's number, and sent with the whole",
    },
  },
  {
    name: "token_hidden_in_unsent_email",
    protects: "access",
    file: "apps/server/src/office/money/previewMoneyEmails.ts",
    changes: [{ from: "found, withoutTokens(text))", to: "found, text)" }],
    killedBy: {
      file: moneyEmails,
      test: "is shown as it was written, without the tokens of its links, and gets a sentence",
    },
  },
  {
    name: "secret_email_is_not_shown",
    protects: "access",
    file: "apps/server/src/office/money/previewMoneyEmails.ts",
    changes: [{ from: "  if (isSecretEmail(found.kind)) return { email: null };\n", to: "" }],
    killedBy: { file: moneyEmails, test: "that lets its reader in is not shown, and gets no sentence" },
  },
  {
    name: "secret_email_gets_no_sentence",
    protects: "access",
    file: "apps/server/src/office/money/changeMoney.ts",
    changes: [{ from: "if (sentence && isSecretEmail(kind))", to: "if (sentence === `` && isSecretEmail(kind))" }],
    killedBy: { file: moneyEmails, test: "that lets its reader in is not shown, and gets no sentence" },
  },
  {
    name: "shown_refund_is_not_more_than_left",
    protects: "money",
    file: "apps/server/src/office/money/previewMoneyEmails.ts",
    changes: [{ from: "throw await nothingLeft(ctx, payment_id)", to: "await nothingLeft(ctx, payment_id)" }],
    killedBy: { file: moneyEmails, test: "of more than is left is refused like the refund" },
  },
];
