import type { Mutant } from "../mutant.ts";

const midnight = "apps/server/src/office/board/boardAfterMidnight.test.ts";
const onSite = "apps/server/src/office/gate/onSite/onSite.sql.ts";

/** Guards of the board and of the number of people on site. */
export const boardMutants: readonly Mutant[] = [
  {
    name: "board_after_midnight",
    protects: "stock",
    file: "apps/server/src/office/board/board.sql.ts",
    changes: [{ from: " and ${visitDay} between $2::date and $3::date", to: "" }],
    killedBy: { file: midnight, test: "has its visitors on the day that it began" },
  },
  {
    name: "on_site_until_the_end",
    protects: "stock",
    file: onSite,
    changes: [{ from: "s.local_day = ${dayAtVenue} - 1 and s.end_datetime > $3::timestamptz", to: "false" }],
    killedBy: { file: midnight, test: "has them on site until it ends" },
  },
  {
    name: "on_site_once_for_a_ticket",
    protects: "stock",
    file: onSite,
    changes: [{ from: "group by subject_id\n", to: "group by subject_id, id\n" }],
    killedBy: {
      file: "apps/server/src/office/gate/onSite/onSite.test.ts",
      test: "somebody who comes in again without an exit scan is on site once",
    },
  },
  {
    name: "on_site_without_people_of_last_night",
    protects: "stock",
    file: onSite,
    changes: [{ from: "sum(change) - least(0, min(total))", to: "sum(change)" }],
    killedBy: {
      file: "apps/server/src/office/gate/onSite/onSite.test.ts",
      test: "people who were counted in before midnight and leave after it are not missing from the new day",
    },
  },
  {
    name: "on_site_by_the_venues_day",
    protects: "stock",
    file: onSite,
    changes: [
      {
        from: " - (moment.last at time zone $5)::date",
        to: " - (moment.last at time zone e.timezone)::date + length($5) - length($5)",
      },
    ],
    killedBy: {
      file: midnight,
      test: "a venue where it is another day than at the seller's office has its visitors on site until their session ends, and fewer after an exit: the day after",
    },
  },
  {
    name: "board_with_unreadable_keys",
    protects: "access",
    file: "apps/server/src/providers/countFailingKeys.ts",
    changes: [{ from: "failed || !(await sealer.canOpen(sealed))", to: "failed" }],
    killedBy: {
      file: "apps/server/src/office/board/boardKeys.test.ts",
      test: "keys that cannot be decrypted are an exception of their owner",
    },
  },
];
