import type { Mutant } from "../mutant.ts";

const payouts = "apps/server/src/office/money/payouts.test.ts";
const notices = "apps/server/src/office/money/disputesAndNotices.test.ts";
const checkout = "apps/server/src/modules/checkout";
const person = "apps/server/src/cli/commands/personInOffice.test.ts";

/** Guards of payouts, disputes, e-mails about money, and of erasing a person's data. */
export const payoutMutants: readonly Mutant[] = [
  {
    name: "unpaid_page_goes_on_after_its_last_refund",
    protects: "money",
    file: "apps/server/src/office/money/payouts.sql.ts",
    changes: [{ from: "or r.id > $3::uuid)", to: "and $3::uuid is not null)" }],
    killedBy: {
      file: payouts,
      test: "a capture or refund of more than so many days ago is told page by page, each row once, with refunds of one payment on both sides of a page's end",
    },
  },
  {
    name: "payout_page_counts_once",
    protects: "money",
    file: `${checkout}/payouts/payouts.sql.ts`,
    changes: [{ from: " and rows_after is not distinct from $4 and rows_read_at is null\n", to: "\n" }],
    killedBy: {
      file: `${checkout}/payouts/advancePayout.test.ts`,
      test: "a page of a payout is counted once, also where two servers have read it",
    },
  },
  {
    name: "payout_difference_is_shown",
    protects: "money",
    file: "apps/server/src/office/money/readPayouts.ts",
    changes: [{ from: "toDecimal(net - amount, payout.currency)", to: "toDecimal(0, payout.currency)" }],
    killedBy: { file: payouts, test: "a payout whose rows do not add up to it shows by how much" },
  },
  {
    name: "payout_has_the_capture_itself",
    protects: "money",
    file: "apps/server/src/office/money/payouts.sql.ts",
    changes: [
      { from: "w.payment_id = p.id and w.kind = 'capture'", to: "w.payment_id is not null and w.kind = 'capture'" },
    ],
    killedBy: {
      file: payouts,
      test: "a capture or refund of more than so many days ago is listed where no payout has it",
    },
  },
  {
    name: "payout_read_again_keeps_its_rows",
    protects: "money",
    file: `${checkout}/payouts/payouts.sql.ts`,
    changes: [
      {
        from: "do update set amount = excluded.amount, status",
        to: "do update set net = 0, fees = 0, amount = excluded.amount, status",
      },
    ],
    killedBy: { file: payouts, test: "a payout that is listed again keeps what is known of its rows" },
  },
  {
    name: "dispute_names_nobody_without_orders",
    protects: "access",
    file: "apps/server/src/office/money/readDispute.ts",
    changes: [{ from: 'ticket_order_id !== null && staff.can("order.read")', to: "ticket_order_id !== null" }],
    killedBy: { file: notices, test: "a dispute names its purchaser to those who may read orders alone" },
  },
  {
    name: "dispute_deadline_of_its_dispute",
    protects: "money",
    file: "apps/server/src/office/money/disputes.sql.ts",
    changes: [{ from: " and d.provider_ref = a.provider_ref", to: "" }],
    killedBy: { file: notices, test: "a dispute has its own deadline, beside another of the same payment" },
  },
  {
    name: "money_notice_for_those_who_see_money",
    protects: "access",
    file: `${checkout}/reconcile/moneyNotices.ts`,
    changes: [{ from: ' || !permissionsOf(roles).has("money.read")', to: "" }],
    killedBy: {
      file: notices,
      test: "an e-mail about money is not sent to somebody whose role no longer lets them see it",
    },
  },
  {
    name: "money_notice_not_to_suspended",
    protects: "access",
    file: `${checkout}/reconcile/moneyNotices.sql.ts`,
    changes: [{ from: " and g.suspended_at is null", to: "" }],
    killedBy: { file: notices, test: "an e-mail about money is not sent to somebody who is suspended" },
  },
  {
    name: "money_notice_claimed_once",
    protects: "money",
    file: `${checkout}/reconcile/moneyNotices.sql.ts`,
    changes: [
      {
        from: "where seller_id = $1 and staff_id = $2 and (sent_at is null or sent_at < app_now() - interval '1 day') returning",
        to: "where seller_id = $1 and staff_id = $2 returning",
      },
    ],
    killedBy: { file: notices, test: "an e-mail about money is sent once by two servers that find it due" },
  },
  {
    name: "money_notice_once_a_day",
    protects: "money",
    file: `${checkout}/reconcile/moneyNotices.sql.ts`,
    changes: [
      { from: "and (n.sent_at is null or n.sent_at < app_now() - interval '1 day')", to: "" },
      { from: "and (sent_at is null or sent_at < app_now() - interval '1 day') returning", to: "returning" },
    ],
    killedBy: {
      file: notices,
      test: "an e-mail about money is sent once a day at most, to those who wish it, when something is new",
    },
  },
  {
    name: "erased_by_address_in_the_log",
    protects: "access",
    file: "apps/server/src/cli/person/personalData.ts",
    changes: [
      {
        from: `\n      or x.identity_id is not null and strpos(lower(x.before::text || x.after::text), s.email || '"') > 0`,
        to: "",
      },
    ],
    killedBy: {
      file: person,
      test: "an erased person leaves nothing behind, not even a former address; the audit log says what was done",
    },
  },
  {
    name: "erased_who_got_a_card_alone",
    protects: "access",
    file: "apps/server/src/cli/person/erasePerson.ts",
    changes: [{ from: " && !isNamed;", to: ";" }],
    killedBy: { file: person, test: "a person who only received a gift card is found and erased" },
  },
  {
    name: "unpaid_without_test_captures",
    protects: "money",
    file: "apps/server/src/office/money/payouts.sql.ts",
    changes: [
      {
        from: "and p.created_at < app_now() - make_interval(days => $5) and ($7::boolean or not ${isTestPayment})",
        to: "and p.created_at < app_now() - make_interval(days => $5)",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/money/payouts.test.ts",
      test: "a capture or refund of more than so many days ago is not listed once live keys are stored",
    },
  },
  {
    name: "unpaid_without_test_refunds",
    protects: "money",
    file: "apps/server/src/office/money/payouts.sql.ts",
    changes: [
      {
        from: "and r.created_at < app_now() - make_interval(days => $5) and ($7::boolean or not ${isTestPayment})",
        to: "and r.created_at < app_now() - make_interval(days => $5)",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/money/payouts.test.ts",
      test: "a capture or refund of more than so many days ago is not listed once live keys are stored",
    },
  },
];
