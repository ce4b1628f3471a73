import type { Mutant } from "../mutant.ts";

const editing = "apps/server/src/office/editing";
const halls = `${editing}/halls/halls.test.ts`;
const hallRaces = `${editing}/halls/halls.race.test.ts`;
const holidays = `${editing}/holidays/holidays.test.ts`;
const holidayCalls = "packages/contract/src/office/catalogue/holidays.ts";
const removedSeats = "apps/server/src/catalogue/diff/checkRemovedSeats.ts";
const usedSeats = "apps/server/src/catalogue/diff/seatsInUse.sql.ts";

export const catalogueMutants: readonly Mutant[] = [
  {
    name: "amounts_of_settings",
    protects: "money",
    file: "apps/server/src/catalogue/validate/prepareCatalogue.ts",
    changes: [{ from: "  checkSettingAmounts(context);\n", to: "" }],
    killedBy: {
      file: "apps/server/src/catalogue/validate/checkSettingAmounts.test.ts",
      test: "an amount that the currency does not have is refused at its field: that is kept of a cancelled ticket",
    },
  },
  {
    name: "hall_without_sold_seats",
    protects: "stock",
    file: removedSeats,
    changes: [{ from: "if (ids.length === 0) return [];", to: "if (ids.length > 0) return [];" }],
    killedBy: {
      file: halls,
      test: "a change of a hall that takes a seat away is refused while the seat is sold, names the sessions, and changes nothing",
    },
  },
  {
    name: "hall_without_seats_of_the_house",
    protects: "stock",
    file: usedSeats,
    changes: [
      {
        from: "select h.event_session_id, h.seat_id from house_seat h\n      where",
        to: "select h.event_session_id, h.seat_id from house_seat h\n      where false and",
      },
    ],
    killedBy: {
      file: halls,
      test: "a change of a hall that takes a seat away is refused while the seat is held or kept for the house, and names some of several seats",
    },
  },
  {
    name: "hall_checked_before_its_seats_are_locked",
    protects: "stock",
    file: "apps/server/src/catalogue/diff/findSoldItems.sql.ts",
    changes: [
      {
        from: "order by id ${lock ? sql`for update` : sql``}`.execute(\n      db,\n    );\n    for",
        to: "order by id`.execute(\n      db,\n    );\n    for",
      },
    ],
    killedBy: {
      file: hallRaces,
      test: "a hall that meets a hold of a seat that it takes away waits, and is refused with the session",
    },
  },
  {
    name: "sender_check_limit",
    protects: "access",
    file: "apps/server/src/office/emails/checkOneSender.ts",
    changes: [{ from: "  await countSenderCheck({ ...ctx, db: ctx.acrossSellers }, ctx.staff.id);\n", to: "" }],
    killedBy: {
      file: "apps/server/src/office/emails/checkSender.test.ts",
      test: "text that is not an address is refused, and so are too many checks",
    },
  },
  {
    name: "spf_ten_lookups",
    protects: "access",
    file: "apps/server/src/providers/mail/sender/spf.ts",
    changes: [{ from: "if (lookups > maxLookups)", to: "if (lookups > 1000)" }],
    killedBy: {
      file: "apps/server/src/providers/mail/sender/checkSender.test.ts",
      test: "is an error if it exists twice, or refers on more than ten times, also in a circle",
    },
  },
  {
    name: "sender_check_in_time",
    protects: "access",
    file: "apps/server/src/providers/mail/sender/checkSender.ts",
    changes: [
      { from: "setTimeout(() => resolve(undefined), ms)", to: "setTimeout(() => resolve(undefined), ms + 600_000)" },
    ],
    killedBy: {
      file: "apps/server/src/providers/mail/sender/checkSender.test.ts",
      test: "is unknown if the lookup times out or fails",
    },
  },
  {
    name: "trial_of_right_drafts",
    protects: "money",
    file: `${editing}/discounts/tryDraftDiscounts.ts`,
    changes: [{ from: "if (!rows || errors.length > 0)", to: "if (!rows)" }],
    killedBy: {
      file: `${editing}/discounts/tryDiscounts.test.ts`,
      test: "is not tried while something is wrong, nor for what the catalogue does not have",
    },
  },
  {
    name: "trial_of_members",
    protects: "money",
    file: `${editing}/discounts/trialCart.ts`,
    changes: [
      {
        from: "terms: level === null ? [] : [termOf(rows, level)]",
        to: 'terms: [termOf(rows, level ?? "friends/one")]',
      },
    ],
    killedBy: {
      file: `${editing}/discounts/tryDiscounts.test.ts`,
      test: "of a member has the prices for members, within the allowance; others are refused in the storefront’s words",
    },
  },
  {
    name: "holiday_places_for_editors",
    protects: "access",
    file: holidayCalls,
    changes: [
      {
        from: 'are known",\n  can: "catalogue.edit",',
        to: 'are known",\n  can: "catalogue.read",',
      },
    ],
    killedBy: { file: holidays, test: "only who may edit the catalogue reads them" },
  },
  {
    name: "holidays_for_editors",
    protects: "access",
    file: holidayCalls,
    changes: [
      {
        from: 'in a year",\n  can: "catalogue.edit",',
        to: 'in a year",\n  can: "catalogue.read",',
      },
    ],
    killedBy: { file: holidays, test: "only who may edit the catalogue reads them" },
  },
];
