import type { Mutant } from "../mutant.ts";

const lists = "apps/server/src/office/lists/downloadLists.test.ts";
const moments = "apps/server/src/office/reports/reportMoments.test.ts";
const venues = "apps/server/src/office/board/boardOfVenue.test.ts";
const onSite = "apps/server/src/office/gate/onSite/onSite.sql.ts";
const waiting = "apps/server/src/office/reports/answerOrWait.test.ts";
const table = "apps/server/src/office/downloads/table.test.ts";
const matrix = "apps/server/src/office/accessMatrix.test.ts";
const kept = "apps/server/src/office/views/keptReports.test.ts";
const beyond = "apps/server/src/office/reports/giftAidAndOverrides.test.ts";

/** Guards of reports and of downloads. */
export const reportMutants: readonly Mutant[] = [
  {
    name: "span_ends_before_its_last_moment",
    protects: "money",
    file: "apps/server/src/modules/journal/movedSums.sql.ts",
    changes: [{ from: "e.at < $7::timestamptz)", to: "e.at <= $7::timestamptz)" }],
    killedBy: {
      file: moments,
      test: "a report from one moment to another counts what happened between them, before days are summed",
    },
  },
  {
    name: "liability_before_the_first_moment",
    protects: "money",
    file: "apps/server/src/modules/journal/movedSums.sql.ts",
    changes: [{ from: "and e.at < $5::timestamptz)", to: "and $5::timestamptz is not null)" }],
    killedBy: {
      file: moments,
      test: "a report from one moment to another opens with what gift cards were worth at its first moment",
    },
  },
  {
    name: "edge_days_by_their_entries",
    protects: "money",
    file: "apps/server/src/modules/journal/movedSums.ts",
    changes: [{ from: "[...new Set([...open, from, to])]", to: "open" }],
    killedBy: {
      file: moments,
      test: "a report from one moment to another counts what happened between them, after days are summed",
    },
  },
  {
    name: "money_of_a_venue",
    protects: "money",
    file: "apps/server/src/office/board/board.sql.ts",
    changes: [{ from: "l.amount else ${partOfVenue} end", to: "l.amount else l.amount * sign(${partOfVenue}) end" }],
    killedBy: {
      file: venues,
      test: "an order with tickets of two venues counts at each with its tickets, and with the money that paid for them",
    },
  },
  {
    name: "report_of_money_permission",
    protects: "access",
    file: "packages/contract/src/office/money/reports.ts",
    changes: [{ from: 'title: "Tax",\n    can: "report.money"', to: 'title: "Tax",\n    can: "report.sales"' }],
    killedBy: { file: matrix, test: "as M of OF" },
  },
  {
    name: "orders_by_reason_permission",
    protects: "access",
    file: "apps/server/src/office/desk/list/listOrders.ts",
    changes: [{ from: 'sent.given_for !== undefined && !staff.can("audit.read")', to: "false" }],
    killedBy: {
      file: "apps/server/src/office/desk/list/ordersOfReports.test.ts",
      test: "by reason are refused to staff who may not see reasons",
    },
  },
  {
    name: "rows_downloaded_by_permission",
    protects: "access",
    file: "packages/contract/src/office/orders/rowDownloads.ts",
    changes: [
      {
        from: 'summary: "Download orders as CSV, with chosen columns",\n  can: "export.rows",',
        to: 'summary: "Download orders as CSV, with chosen columns",\n  can: "order.read",',
      },
    ],
    killedBy: { file: matrix, test: "as B of OMF" },
  },
  {
    name: "members_downloaded_by_permission",
    protects: "access",
    file: "apps/server/src/office/lists/downloadLists.ts",
    changes: [{ from: 'if (!ctx.staff.can("member.read"))', to: 'if (!ctx.staff.can("export.rows"))' }],
    killedBy: {
      file: lists,
      test: "members have their columns, and finance, who does not see members, gets none",
    },
  },
  {
    name: "search_not_in_the_log",
    protects: "access",
    file: "apps/server/src/office/lists/downloadLists.ts",
    changes: [{ from: "...(q !== undefined && { was_searched: true })", to: "...(q !== undefined && { q })" }],
    killedBy: { file: lists, test: "each download is an entry of the audit log, without what was searched for" },
  },
  {
    name: "report_worked_out_once",
    protects: "access",
    file: "apps/server/src/office/reports/reportRuns.sql.ts",
    changes: [
      { from: "where (r.state = 'running' and r.claimed_until <= app_now())", to: "where r.state = 'running'" },
    ],
    killedBy: {
      file: waiting,
      test: "a report that takes long is worked out once for all who ask, and is there when it is ready",
    },
  },
  {
    name: "report_of_readers_alike",
    protects: "access",
    file: "apps/server/src/office/reports/readReport.ts",
    changes: [{ from: 'dated, ctx.staff.can("audit.read")]', to: "dated]" }],
    killedBy: {
      file: waiting,
      test: "a reader to whom colleagues are not named does not get the report of one to whom they are",
    },
  },
  {
    name: "harmless_cells",
    protects: "access",
    file: "apps/server/src/office/downloads/csvLine.ts",
    changes: [{ from: "!isNegativeNumber(text) ? `'${text}` : text", to: "!isNegativeNumber(text) ? text : text" }],
    killedBy: {
      file: table,
      test: "a CSV has numbers as they are, and texts that begin as formulas made harmless",
    },
  },
  {
    name: "workbook_of_limited_size",
    protects: "access",
    file: "apps/server/src/office/downloads/table.ts",
    changes: [{ from: "if (sheet.length > maxXlsxRows)", to: "if (sheet.length > maxXlsxRows * 2)" }],
    killedBy: { file: table, test: "rows that a workbook cannot have are refused with the offer of CSV" },
  },
  {
    name: "overrides_of_their_own_change",
    protects: "money",
    file: "apps/server/src/office/reports/figures/overrideFigures.sql.ts",
    changes: [{ from: "and w.at = e.at", to: "" }],
    killedBy: { file: beyond, test: "is counted by rule and by person, with what it changed sales by" },
  },
  {
    name: "gift_aid_as_it_was_declared",
    protects: "money",
    file: "apps/server/src/office/reports/figures/giftAidFigures.sql.ts",
    changes: [{ from: "coalesce(o.gift_aid, i.gift_aid_eligible, false)", to: "coalesce(i.gift_aid_eligible, false)" }],
    killedBy: { file: beyond, test: "stays as it was when the purchaser changes the declaration later" },
  },
  {
    name: "reasons_for_readers_of_the_audit_log",
    protects: "access",
    file: "apps/server/src/office/reports/rowLabels.ts",
    changes: [
      {
        from: 'if (!staff.can("audit.read")) return [key',
        to: 'if (!staff.can("board.read")) return [key',
      },
    ],
    killedBy: { file: beyond, test: "tickets given away are listed by reason only to readers of the audit log" },
  },
  {
    name: "report_mail_once",
    protects: "access",
    file: "apps/server/src/office/views/reportChoices.sql.ts",
    changes: [{ from: "and c.mailed_on < ${dueSince} returning c.staff_id", to: "returning c.staff_id" }],
    killedBy: { file: kept, test: "is sent once by two servers that find it due at the same moment" },
  },
  {
    name: "report_mail_to_its_readers",
    protects: "access",
    file: "apps/server/src/office/views/mailKeptReports.ts",
    changes: [{ from: "|| !mayRead) return false", to: ") return false" }],
    killedBy: { file: kept, test: "is not sent to people who may no longer read it" },
  },
  {
    name: "pinned_reports_of_their_readers",
    protects: "access",
    file: "apps/server/src/office/views/keptReports.ts",
    changes: [{ from: "    .filter(({ report }) => staff.can(reports[report].can)),", to: "" }],
    killedBy: { file: kept, test: "of a report that the reader may not read is refused, and not shown any more" },
  },
  {
    name: "kept_report_of_its_readers",
    protects: "access",
    file: "apps/server/src/office/views/keptReports.ts",
    changes: [{ from: "if (!staff.can(reports[report].can)) throw", to: "if (!staff) throw" }],
    killedBy: { file: kept, test: "of a report that the reader may not read is refused, and not shown any more" },
  },
  {
    name: "gift_card_adjustments_apart",
    protects: "money",
    file: "apps/server/src/office/reports/figures/giftCardFigures.sql.ts",
    changes: [{ from: "case w.act when 'restore' then -l.amount when 'adjust' then l.amount end", to: "0" }],
    killedBy: {
      file: "apps/server/src/office/giftcards/giftCards.test.ts",
      test: "separates adjustments, up and down, from voided balances",
    },
  },
  {
    name: "attendance_after_midnight",
    protects: "stock",
    file: onSite,
    changes: [
      {
        from: "case when s.local_day = n.local_day - 1 and n.at <= s.end_datetime then s.local_day else n.local_day end",
        to: "n.local_day",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/reports/attendance/attendance.test.ts",
      test: "counts an entry after midnight on the day that its session began, once",
    },
  },
  {
    name: "report_means_until_the_entry",
    protects: "money",
    file: "apps/server/src/office/desk/list/orderOfEntry.sql.ts",
    changes: [{ from: "p.created_at) <= e.at)", to: "p.created_at) is not null)" }],
    killedBy: {
      file: "apps/server/src/office/reports/groupings.test.ts",
      test: "sales by means stay as they are when an order is paid by another means later",
    },
  },
  {
    name: "report_names_no_colleague",
    protects: "access",
    file: "apps/server/src/office/reports/rowLabels.ts",
    changes: [{ from: 'if (!staff.can("audit.read"))\n', to: 'if (!staff.can("report.sales"))\n' }],
    killedBy: {
      file: "apps/server/src/office/reports/groupings.test.ts",
      test: "sales by staff are those of whoever sold or gave away, and what is sold online is not by staff",
    },
  },
  {
    name: "report_days_that_no_day_follows",
    protects: "access",
    file: "packages/contract/src/office/money/reports.ts",
    changes: [{ from: 'day < "9999"', to: 'day <= "9999-01-01"' }],
    killedBy: {
      file: "apps/server/src/office/reports/reports.test.ts",
      test: "is refused for days that no day follows",
    },
  },
];
