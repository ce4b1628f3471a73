import type { Mutant } from "./mutant.ts";

const modules = "apps/server/src/modules";
const file = `${modules}/checkout/change/places/seats.test.ts`;
const exchanged = "a seated ticket that is exchanged for another type";

export const keptSeatMutants: readonly Mutant[] = [
  {
    name: "seat_is_kept_once",
    protects: "stock",
    file: `${modules}/cart/change/orderChanges.ts`,
    changes: [{ from: " && !kept.has(id)", to: "" }],
    killedBy: { file, test: `${exchanged} gives its seat to one new ticket` },
  },
  {
    name: "kept_seat_comes_with_the_change",
    protects: "stock",
    file: `${modules}/checkout/change/orderChanges.sql.ts`,
    changes: [
      {
        from: "coalesce(t.seat_id, kept.seat_id)",
        to: "t.seat_id",
      },
    ],
    killedBy: {
      file,
      test: `${exchanged} keeps its seat, in a full evening too, and nobody gets the seat before or afterwards`,
    },
  },
  {
    name: "only_own_seats_are_kept",
    protects: "stock",
    file: `${modules}/cart/seats/seatAllocation.ts`,
    changes: [
      { from: "return this.#taken.has(key) && !kept.has(key);", to: "return this.#taken.has(key) && kept.size === 0;" },
    ],
    killedBy: { file, test: `${exchanged} gives its seat to one new ticket` },
  },
  {
    name: "seats_beside_a_chosen_one",
    protects: "access",
    file: "packages/rules/src/seating/bestSeats.ts",
    changes: [{ from: "let near: Point = kept ?? focus;", to: "let near: Point = focus;" }],
    killedBy: {
      file: "packages/rules/src/seating/selectSeat.test.ts",
      test: "are the wheelchair space beside a seat that is chosen already",
    },
  },
];
