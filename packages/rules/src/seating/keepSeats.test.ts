import { expect, test } from "vitest";
import { keepSeats } from "./keepSeats.ts";

const ticket = (event_session_id: string | null, seat_id: string | null) => ({
  event_session_id,
  seat_id,
  keeps_seat_of: null,
});
const given = [
  { id: "old", event_session_id: "evening", seat_id: "A1" },
  { id: "standing", event_session_id: "evening", seat_id: null },
];

test.each([
  ["keeps the seat of a ticket that is given up", ticket("evening", "A1"), { seat_id: null, keeps_seat_of: "old" }],
  ["has another seat as its own", ticket("evening", "A2"), { seat_id: "A2", keeps_seat_of: null }],
  ["has the same seat of another session as its own", ticket("matinee", "A1"), { seat_id: "A1", keeps_seat_of: null }],
  ["keeps none where it has none", ticket("evening", null), { seat_id: null, keeps_seat_of: null }],
])("a new ticket %s", (_, added, kept) => {
  expect(keepSeats([added], given)).toMatchObject([kept]);
});
