import { expect, test } from "vitest";
import type { HoldRejection } from "../hold/catalogSnapshot.ts";
import { checkSeats, type HoldableSeat, type SeatSnapshot } from "./checkSeats.ts";

const seat = (name: string, more: Partial<HoldableSeat> = {}): [string, HoldableSeat] => [
  name,
  { name: `Stalls ${name}`, retired: false, groups: ["stalls"], ...more },
];
const shelf: SeatSnapshot = {
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

/** The refusal with what its sentence is made of. */
const sentence = ({ code, extra }: HoldRejection): string => {
  const words: Readonly<Record<string, readonly string[]>> = {
    not_enough_seats: ["group", "type"],
    too_many_seats: ["group"],
    seat_not_available: ["name", "state"],
    seat_not_found: ["seat_template_id"],
  };
  return `${code}: ${(words[code] ?? []).map((word) => String(extra[word] as string)).join(" ")}`;
};

test.each([
  ["a seat for each ticket", [on("friday", ["adult", 2, ["A1", "A2"]])], undefined],
  ["two prices of one group side by side", [on("friday", ["adult", 1, ["A1"]], ["young", 1, ["A2"]])], undefined],
  ["a seat that two groups sell, by either", [on("friday", ["box", 1, ["D1"]])], undefined],
  ["a ticket without a seat of its own", [on("friday", ["stander", 3])], undefined],
  ["one seat on two evenings", [on("friday", ["adult", 1, ["A1"]]), on("saturday", ["adult", 1, ["A1"]])], undefined],
  ["taken on Friday is free on Saturday", [on("saturday", ["adult", 1, ["A3"]])], undefined],
  ["no seats", [on("friday", ["adult", 1])], "not_enough_seats: Stalls Adult"],
  ["too few", [on("friday", ["adult", 2, ["A1"]])], "not_enough_seats: Stalls Adult"],
  ["too many", [on("friday", ["adult", 1, ["A1", "A2"]])], "too_many_seats: Stalls"],
  [
    "another type’s seat does not count",
    [on("friday", ["adult", 2, ["A1", "A2"]], ["young", 1])],
    "not_enough_seats: Stalls Under 30",
  ],
  ["a seat for those who stand", [on("friday", ["stander", 1, ["A1"]])], "too_many_seats: Standing"],
  ["somebody has it", [on("friday", ["adult", 1, ["A3"]])], "seat_not_available: Stalls A3 booked"],
  ["one that was taken out", [on("friday", ["adult", 1, ["A4"]])], "seat_not_available: Stalls A4 unavailable"],
  ["the same seat twice", [on("friday", ["adult", 2, ["A1", "A1"]])], "seat_not_available: Stalls A1 selected"],
  [
    "the same seat for two prices",
    [on("friday", ["adult", 1, ["A1"]], ["young", 1, ["A1"]])],
    "seat_not_available: Stalls A1 selected",
  ],
  [
    "the same seat in two lines",
    [on("friday", ["adult", 1, ["A1"]]), on("friday", ["young", 1, ["A1"]])],
    "seat_not_available: Stalls A1 selected",
  ],
  ["a seat of another group", [on("friday", ["adult", 1, ["B1"]])], "seat_not_found: B1"],
  ["a seat that no group sells", [on("friday", ["adult", 1, ["C1"]])], "seat_not_found: C1"],
  ["a seat that is none", [on("friday", ["adult", 1, ["Z9"]])], "seat_not_found: Z9"],
  ["one of several", [on("friday", ["adult", 3, ["A1", "A2", "A3"]])], "seat_not_available: Stalls A3 booked"],
])("%s", (_, add, expected) => {
  const refused = checkSeats(add, shelf);
  expect(refused && sentence(refused)).toBe(expected);
});
