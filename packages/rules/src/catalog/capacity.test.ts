import { expect, test } from "vitest";
import { roomLeft, shownLeft } from "./capacity.ts";

test.each([
  ["plenty", { capacity: 50, oversell_capacity: 0, used_capacity: 10 }, 40],
  ["the last with oversell", { capacity: 50, oversell_capacity: 5, used_capacity: 54 }, 1],
  ["oversold", { capacity: 50, oversell_capacity: 5, used_capacity: 60 }, 0],
  ["no limit", { capacity: -1, oversell_capacity: 0, used_capacity: 99 }, Infinity],
])("%s", (_, counted, left) => expect(roomLeft(counted)).toBe(left));

test.each([
  [0, 0],
  [99, 99],
  [100, null],
  [Infinity, null],
])("shows %d tickets left as %j", (left, said) => expect(shownLeft(left)).toBe(said));
