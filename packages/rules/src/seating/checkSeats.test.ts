import { expect, test } from "vitest";
import type { HoldRejection } from "../hold/catalogSnapshot.ts";
import { checkSeats, type HoldableSeat, type SeatSnapshot } from "./checkSeats.ts";

const seat = (name: string, more: Partial<HoldableSeat> = {}): [string, HoldableSeat] => [
  name,
  { name: `Stalls ${name}`, retired: false, groups: ["stalls"], ...more },
];
const snapshot: SeatSnapshot = {
  groups: new Map([
    ["stalls", { handler: "seated", name: "Stalls" }],
    ["boxes", { handler: "seated", name: "Boxes" }],
    ["standing", { handler: "tickets", name: "Standing" }],
  ]),
  types: new Map([
    ["adult", { ticket_group_id: "stalls", name: "Adult" }],
    ["young", { ticket_group_id: "stalls", name: "Under 30" }],
    ["box", { ticket_group_id: "boxes", name: "Everybody" }],
    ["stander", { ticket_group_id: "standing", name: "Standing" }],
  ]),
  seats: new Map([
    seat("A1"),
    seat("A2"),
    seat("A3"),
    seat("A4", { retired: true }),
    seat("B1", { groups: ["boxes"] }),
    seat("C1", { groups: [] }),
    seat("D1", { groups: ["stalls", "boxes"] }),
  ]),
  isTaken: (session, id) => session === "friday" && id === "A3",
};
const types = (...wanted: [type: string, quantity: number, seats?: string[]][]) =>
  wanted.map(([ticket_type_id, quantity, seats]) => ({
    ticket_type_id,
    quantity,
    ...(seats && { seat_template_ids: seats }),
  }));
const on = (session: string, ...wanted: [type: string, quantity: number, seats?: string[]][]) => ({
  event_template_id: "symphony",
  event_session_id: session,
  ticket_types_required: types(...wanted),
});

/** The rejection's code and the values of its message. */
const sentence = ({ code, extra }: HoldRejection): string => {
  const keys: Readonly<Record<string, readonly string[]>> = {
    not_enough_seats: ["group", "type"],
    too_many_seats: ["group"],
    seat_not_available: ["name", "state"],
    seat_not_found: ["seat_template_id"],
  };
  return `${code}: ${(keys[code] ?? []).map((key) => String(extra[key] as string)).join(" ")}`;
};

test.each([
  ["accepts a seat for each ticket", [on("friday", ["adult", 2, ["A1", "A2"]])], undefined],
  [
    "accepts two types of one group in adjacent seats",
    [on("friday", ["adult", 1, ["A1"]], ["young", 1, ["A2"]])],
    undefined,
  ],
  ["accepts a seat of two groups by either", [on("friday", ["box", 1, ["D1"]])], undefined],
  ["accepts unseated tickets without seats", [on("friday", ["stander", 3])], undefined],
  [
    "accepts the same seat in two sessions",
    [on("friday", ["adult", 1, ["A1"]]), on("saturday", ["adult", 1, ["A1"]])],
    undefined,
  ],
  ["accepts a seat that is booked in another session", [on("saturday", ["adult", 1, ["A3"]])], undefined],
  ["refuses seated tickets without seats", [on("friday", ["adult", 1])], "not_enough_seats: Stalls Adult"],
  ["refuses fewer seats than tickets", [on("friday", ["adult", 2, ["A1"]])], "not_enough_seats: Stalls Adult"],
  ["refuses more seats than tickets", [on("friday", ["adult", 1, ["A1", "A2"]])], "too_many_seats: Stalls"],
  [
    "refuses a type without seats beside another with seats",
    [on("friday", ["adult", 2, ["A1", "A2"]], ["young", 1])],
    "not_enough_seats: Stalls Under 30",
  ],
  ["refuses a seat for an unseated ticket", [on("friday", ["stander", 1, ["A1"]])], "too_many_seats: Standing"],
  ["refuses a booked seat", [on("friday", ["adult", 1, ["A3"]])], "seat_not_available: Stalls A3 booked"],
  ["refuses a retired seat", [on("friday", ["adult", 1, ["A4"]])], "seat_not_available: Stalls A4 unavailable"],
  [
    "refuses the same seat twice for one type",
    [on("friday", ["adult", 2, ["A1", "A1"]])],
    "seat_not_available: Stalls A1 selected",
  ],
  [
    "refuses the same seat for two types",
    [on("friday", ["adult", 1, ["A1"]], ["young", 1, ["A1"]])],
    "seat_not_available: Stalls A1 selected",
  ],
  [
    "refuses the same seat in two lines",
    [on("friday", ["adult", 1, ["A1"]]), on("friday", ["young", 1, ["A1"]])],
    "seat_not_available: Stalls A1 selected",
  ],
  ["refuses a seat of another group", [on("friday", ["adult", 1, ["B1"]])], "seat_not_found: B1"],
  ["refuses a seat that no group sells", [on("friday", ["adult", 1, ["C1"]])], "seat_not_found: C1"],
  ["refuses an unknown seat", [on("friday", ["adult", 1, ["Z9"]])], "seat_not_found: Z9"],
  [
    "refuses several seats if one of them is booked",
    [on("friday", ["adult", 3, ["A1", "A2", "A3"]])],
    "seat_not_available: Stalls A3 booked",
  ],
])("the check of seats %s", (_, add, expected) => {
  const refused = checkSeats(add, snapshot);
  expect(refused && sentence(refused)).toBe(expected);
});
