import { expect, test } from "vitest";
import { roomLeft, shownLeft } from "./capacity.ts";

test.each([
  ["capacity minus used places", { capacity: 50, oversell_capacity: 0, used_capacity: 10 }, 40],
  ["capacity and oversell minus used places", { capacity: 50, oversell_capacity: 5, used_capacity: 54 }, 1],
  ["zero if oversold", { capacity: 50, oversell_capacity: 5, used_capacity: 60 }, 0],
  ["infinite for an unlimited capacity", { capacity: -1, oversell_capacity: 0, used_capacity: 99 }, Infinity],
])("the places left are %s", (_, counted, left) => expect(roomLeft(counted)).toBe(left));

test.each([
  [0, 0],
  [99, 99],
  [100, null],
  [Infinity, null],
])("shows %d tickets left as %j", (left, shown) => expect(shownLeft(left)).toBe(shown));
