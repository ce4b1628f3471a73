import { describe, expect, test } from "vitest";
import { nearestSpot, nextSpot } from "./nextSpot.ts";

/** Letters of a drawing as spots: ten units for each column and line. */
const spotsOf = (...lines: readonly string[]) =>
  lines.flatMap((line, row) =>
    [...line].flatMap((id, column) => (id === " " ? [] : [{ id, x: column * 10, y: row * 10 }])),
  );
const at = (spots: ReturnType<typeof spotsOf>, id: string) => spots.find((spot) => spot.id === id) ?? { x: 0, y: 0 };

describe("the next seat by an arrow key is", () => {
  test.each([
    ["the neighbour in its row", ["abc", "def"], "a", "right", "b"],
    ["the neighbour on the other side", ["abc", "def"], "c", "left", "b"],
    ["behind a gap or an aisle of its row, not in another row", ["a    b", "   c  "], "a", "right", "b"],
    ["in the row below", ["abc", "def"], "b", "down", "e"],
    [
      "in the next row where the rows are staggered, not in the one behind",
      ["  a", "", " c d", "", "  e"],
      "a",
      "down",
      "c",
    ],
    ["in the row above", ["abc", "def"], "f", "up", "c"],
    ["in a section that is further aside than ahead", ["a", "", "        b"], "a", "down", "b"],
    ["none at the end", ["abc"], "c", "right", undefined],
  ] as const)("%s", (_, lines, from, direction, to) => {
    const spots = spotsOf(...lines);
    expect(nextSpot(spots, at(spots, from), direction)?.id).toBe(to);
  });
});

test("the first seat is the one nearest to the middle", () =>
  expect(nearestSpot(spotsOf("a b c"), { x: 24, y: 3 })?.id).toBe("b"));
