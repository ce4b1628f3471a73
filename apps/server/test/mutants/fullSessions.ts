import type { Mutant } from "./mutant.ts";

const cart = "apps/server/src/modules/cart";
const checkout = "apps/server/src/modules/checkout";
const opening = `${cart}/change/fullSession.test.ts`;
const late = `${checkout}/change/places/fullSession.late.test.ts`;
const soldOut = `${cart}/change/soldOut.test.ts`;
const rule = "packages/rules/src/hold/takeOverPlaces.test.ts";

export const fullSessionMutants: readonly Mutant[] = [
  {
    name: "place_taken_over_once",
    protects: "stock",
    file: "packages/rules/src/hold/takeOverPlaces.ts",
    changes: [{ from: "left = left.filter((given) => given !== from);", to: "" }],
    killedBy: { file: rule, test: "new tickets take over the places of those that are given up each once" },
  },
  {
    name: "place_taken_over_by_one_ticket_of_the_cart",
    protects: "stock",
    file: `${cart}/change/orderChanges.ts`,
    changes: [{ from: " && !taken.has(id))", to: ")" }],
    killedBy: {
      file: opening,
      test: "an exchange within a full session gives a place back to its own next ticket, and not to two",
    },
  },
  {
    name: "place_of_a_given_up_ticket_only",
    protects: "stock",
    file: `${cart}/change/orderChanges.ts`,
    changes: [{ from: " && wanted.gives_up.includes(ticket.id)", to: "" }],
    killedBy: {
      file: opening,
      test: "an exchange within a full session gives a place back to its own next ticket, and not to two",
    },
  },
  {
    name: "place_outside_capacity_lends_none",
    protects: "stock",
    file: "packages/rules/src/hold/takeOverPlaces.ts",
    changes: [{ from: "from.uses_capacity && from.event_session_id !== null", to: "from.event_session_id !== null" }],
    killedBy: {
      file: opening,
      test: "a ticket group's capacity outside the session's capacity gives no place of the session",
    },
  },
  {
    name: "released_exchange_frees_no_session_place",
    protects: "stock",
    file: `${cart}/release/releaseHold.sql.ts`,
    changes: [{ from: " and not released.kept_in_session", to: "" }],
    killedBy: {
      file: opening,
      test: "an exchange within a full session leaves the order its places when it 'expires'",
    },
  },
  {
    name: "released_exchange_frees_no_group_place",
    protects: "stock",
    file: `${cart}/release/releaseHold.sql.ts`,
    changes: [{ from: " where not kept_in_group", to: "" }],
    killedBy: {
      file: opening,
      test: "an exchange within a full session leaves the order its places when it 'is discarded'",
    },
  },
  {
    name: "cancelled_session_place_stays_with_its_taker",
    protects: "stock",
    file: `${checkout}/refund/cancelTickets.sql.ts`,
    changes: [
      { from: "not exists (${takers} and taker.event_session_id = cancelled.event_session_id", to: "not (false" },
      {
        from: "\n      and exists (select from ticket_group tg where tg.seller_id = $1 and tg.id = taker.ticket_group_id and not tg.exclude_from_event_capacity))",
        to: ")",
      },
    ],
    killedBy: { file: opening, test: "an exchange within a full session takes over the places of what it gives up" },
  },
  {
    name: "cancelled_group_place_stays_with_its_taker",
    protects: "stock",
    file: `${checkout}/refund/cancelTickets.sql.ts`,
    changes: [{ from: "not exists (${takers} and taker.ticket_group_id = cancelled.ticket_group_id)", to: "true" }],
    killedBy: { file: opening, test: "a ticket group's capacity is taken over within the group" },
  },
  {
    name: "restored_exchange_has_its_place",
    protects: "money",
    file: `${cart}/restore/restoreCart.ts`,
    changes: [{ from: " && !takes_session_place", to: "" }],
    killedBy: {
      file: late,
      test: "money for an exchange in a full session that arrives after its hold has expired completes it",
    },
  },
  {
    name: "own_exchange_frees_nothing_on_the_page",
    protects: "stock",
    file: "apps/server/src/modules/catalog/sessions/sessions.sql.ts",
    changes: [{ from: "sum(f.freed_of_session)::int", to: "sum(f.freed)::int" }],
    killedBy: { file: opening, test: "a full session looks full to the buyer who exchanges in it for another group" },
  },
  {
    name: "sold_out_sessions_left_alone",
    protects: "stock",
    file: "packages/rules/src/aftersale/judgeTicket.ts",
    changes: [{ from: "is_sold_out && !change_sold_out ?", to: "!is_sold_out && !change_sold_out ?" }],
    killedBy: { file: soldOut, test: "a session that the seller leaves alone once it is sold out keeps its tickets" },
  },
  {
    name: "sold_out_read_from_the_counter",
    protects: "stock",
    file: `${cart}/change/orderTickets.sql.ts`,
    changes: [{ from: "s.used_capacity >= s.capacity + s.oversell_capacity", to: "false" }],
    killedBy: {
      file: soldOut,
      test: "a session that the seller leaves alone once it is sold out lets them move while",
    },
  },
  {
    name: "seats_moved_by_the_venue_only",
    protects: "money",
    file: "packages/rules/src/aftersale/judgeTicket.ts",
    changes: [{ from: "policy.anon_editing) && isChangeable(ticket);", to: "policy.anon_editing);" }],
    killedBy: {
      file: `${checkout}/change/places/seats.test.ts`,
      test: "a visitor with the link does not move a seated ticket, except when the venue has cancelled the evening",
    },
  },
  {
    name: "sold_group_is_counted_as_before",
    protects: "stock",
    file: "apps/server/src/catalogue/diff/checkSoldItems.ts",
    changes: [{ from: ".filter((field) => was[field] !== group[field])", to: ".filter(() => false)" }],
    killedBy: {
      file: "apps/server/src/office/sessions/loweredCapacity.test.ts",
      test: "a group that is changed during a hold is refused if it 'no longer counts in the session'",
    },
  },
];
