import type { Mutant } from "../mutant.ts";

const days = "apps/server/src/modules/journal/closeDays.test.ts";
const reports = "apps/server/src/office/reports/reports.test.ts";
const daysSql = "apps/server/src/modules/journal/journalDays.sql.ts";

/** Guards of the journal's daily sums and of the orders' numbers. */
export const journalDayMutants: readonly Mutant[] = [
  {
    name: "order_numbers_without_gaps",
    protects: "money",
    file: "apps/server/src/modules/checkout/batch/checkoutWrites.sql.ts",
    changes: [
      {
        from: "do update set last_number = c.last_number + $2::int",
        to: "do update set last_number = c.last_number + $2::int + 1",
      },
    ],
    killedBy: {
      file: "apps/server/src/modules/checkout/order/orderNumbers.test.ts",
      test: "a seller's first order has the number 100001, whatever others have sold",
    },
  },
  {
    name: "past_entry_opens_day",
    protects: "money",
    file: "apps/server/src/providers/journal/writeJournal.sql.ts",
    changes: [{ from: "do update set is_summed = false where", to: "do update set is_summed = true where" }],
    killedBy: { file: days, test: "an entry of the past opens its day, which is summed again" },
  },
  {
    name: "day_taken_before_it_is_summed",
    protects: "money",
    file: "apps/server/src/modules/journal/closeDays.ts",
    changes: [
      { from: "    await lockDays(db, seller.id, days);\n", to: "" },
      {
        from: "    await sumDays(db, seller.id, days);\n",
        to: "    await sumDays(db, seller.id, days);\n    await lockDays(db, seller.id, days);\n",
      },
    ],
    killedBy: { file: days, test: "a day is not summed without an entry that is being added to it" },
  },
  {
    name: "day_is_over",
    protects: "money",
    file: daysSql,
    changes: [{ from: "at time zone 'Etc/GMT+12')::date - 1", to: "at time zone 'Etc/GMT+12')::date + 1" }],
    killedBy: {
      file: days,
      test: "a day stays open until it is over everywhere, and its sums are those of its entries",
    },
  },
  {
    name: "days_wait_for_the_past",
    protects: "money",
    file: daysSql,
    changes: [{ from: "where not exists (select from journal_backfill where seller_id = $1)\n", to: "where true\n" }],
    killedBy: { file: days, test: "nothing is summed while the past is still being written" },
  },
  {
    name: "open_days_not_read_twice",
    protects: "money",
    file: "apps/server/src/modules/journal/movedSums.sql.ts",
    changes: [{ from: "e.currency = $4 and e.local_day = any($5::date[])", to: "e.currency = $4" }],
    killedBy: {
      file: reports,
      test: "figures of a span that is over stay the same when its days are summed, and when more happens later",
    },
  },
];
