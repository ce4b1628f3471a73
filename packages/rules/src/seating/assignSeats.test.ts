import { describe, expect, test } from "vitest";
import type { GroupChoice } from "../reserve/ticketChoices.ts";
import { missingSeats, requiredSeats, assignSeats } from "./assignSeats.ts";
import type { PickedSeat } from "./selectSeat.ts";

const choice = (id: string, handler: string, quantities: Readonly<Record<string, number>>): GroupChoice =>
  ({
    group: { id, name: id, handler },
    soldOut: false,
    types: Object.entries(quantities).map(([type, quantity]) => ({
      type: { id: `${id} ${type}`, name: type },
      quantity,
    })),
  }) as unknown as GroupChoice;
const seats = (group: string, ...ids: readonly string[]): readonly PickedSeat[] =>
  ids.map((id) => ({ seat_template_id: id, ticket_group_id: group, name: id }));

describe("missing seats", () => {
  test.each([
    ["ask for a type without tickets", [choice("Stalls", "seated", { Adult: 0 })], [], { kind: "type" }],
    ["ask to find seats for tickets without any", [choice("Stalls", "seated", { Adult: 2 })], [], { kind: "find" }],
    [
      "name the last type if one seat is missing",
      [choice("Stalls", "seated", { Adult: 2, Child: 1 })],
      seats("Stalls", "A1", "A2"),
      { kind: "few", group: "Stalls", type: "Child" },
    ],
    [
      "count only seats of the same group",
      [choice("Stalls", "seated", { Adult: 2 }), choice("Balcony", "seated", { Adult: 1 })],
      seats("Stalls", "A1", "A2"),
      { kind: "few", group: "Balcony", type: "Adult" },
    ],
    [
      "name a group with too many seats",
      [choice("Stalls", "seated", { Adult: 1 })],
      seats("Stalls", "A1", "A2"),
      { kind: "many", group: "Stalls" },
    ],
    [
      "name a group with seats but without tickets",
      [choice("Stalls", "seated", { Adult: 0 })],
      seats("Stalls", "A1"),
      { kind: "many", group: "Stalls" },
    ],
    [
      "are none with a seat for each ticket",
      [choice("Stalls", "seated", { Adult: 2 })],
      seats("Stalls", "A1", "A2"),
      undefined,
    ],
    ["are none without seated groups", [choice("General", "tickets", { Adult: 0 })], [], undefined],
    [
      "are none if only unseated tickets are selected",
      [choice("Stalls", "seated", { Adult: 0 }), choice("Standing", "tickets", { Adult: 1 })],
      [],
      undefined,
    ],
  ])("the missing seats %s", (_, choices, picked, missing) => expect(missingSeats(choices, picked)).toEqual(missing));
});

test("assigns a group's seats to its types in order", () => {
  const choices = [choice("Stalls", "seated", { Adult: 2, Child: 1 }), choice("Balcony", "seated", { Senior: 1 })];
  const picked = [...seats("Stalls", "A1", "A2"), ...seats("Balcony", "B1"), ...seats("Stalls", "A3")];
  const shared = assignSeats(choices, picked);
  expect(Object.fromEntries(Object.entries(shared).map(([type, of]) => [type, of.map((seat) => seat.name)]))).toEqual({
    "Stalls Adult": ["A1", "A2"],
    "Stalls Child": ["A3"],
    "Balcony Senior": ["B1"],
  });
});

test("counts required seats by seated group", () =>
  expect(
    requiredSeats([
      choice("Stalls", "seated", { Adult: 2, Child: 1 }),
      choice("Balcony", "seated", { Senior: 0 }),
      choice("Standing", "tickets", { Adult: 4 }),
    ]),
  ).toEqual({ Stalls: 3 }));
