import { describe, expect, test } from "vitest";
import { basketFits, isSoldOut, visitGroups } from "./basketFits.ts";

const general = {
  id: "general",
  capacity: -1,
  oversell_capacity: 0,
  used_capacity: 0,
  max_tickets_per_order: -1,
  min_tickets_per_order: 1,
  exclude_from_event_capacity: false,
};
const few = { ...general, id: "few", capacity: 3 };
const audio = { ...general, id: "audio", exclude_from_event_capacity: true };

describe("a basket fits", () => {
  test.each([
    ["nothing wanted", [], 0, true],
    ["exactly the room there is", [{ group: general, quantity: 4 }], 4, true],
    ["one more than the room", [{ group: general, quantity: 5 }], 4, false],
    [
      "two groups share the session's room",
      [
        { group: general, quantity: 2 },
        { group: few, quantity: 3 },
      ],
      4,
      false,
    ],
    ["a group's own room", [{ group: few, quantity: 4 }], 50, false],
    [
      "two types of one group count together",
      [
        { group: few, quantity: 2 },
        { group: few, quantity: 2 },
      ],
      50,
      false,
    ],
    [
      "what is apart from the session needs none of its room",
      [
        { group: audio, quantity: 9 },
        { group: general, quantity: 4 },
      ],
      4,
      true,
    ],
    ["the limit per order", [{ group: { ...general, max_tickets_per_order: 8 }, quantity: 9 }], 50, false],
    ["no limit anywhere", [{ group: general, quantity: 1000 }], Infinity, true],
  ])("%s", (_, basket, left, fits) => expect(basketFits(basket, left)).toBe(fits));
});

describe("a session is sold out", () => {
  test.each([
    ["room everywhere", [{ left: 5, exclude_from_event_capacity: false }], 5, false],
    ["no room in the session", [{ left: 5, exclude_from_event_capacity: false }], 0, true],
    [
      "no group has any",
      [
        { left: 0, exclude_from_event_capacity: false },
        { left: 0, exclude_from_event_capacity: true },
      ],
      5,
      true,
    ],
    [
      "one group still has",
      [
        { left: 0, exclude_from_event_capacity: false },
        { left: 1, exclude_from_event_capacity: false },
      ],
      5,
      false,
    ],
    [
      "a group apart from the session still has",
      [
        { left: 3, exclude_from_event_capacity: false },
        { left: 1, exclude_from_event_capacity: true },
      ],
      0,
      false,
    ],
    ["no limits", [{ left: Infinity, exclude_from_event_capacity: false }], Infinity, false],
  ])("%s", (_, groups, left, gone) => expect(isSoldOut(groups, left)).toBe(gone));
});

test.each([
  ["what takes a place, and not what is taken along", [general, audio], [general]],
  ["what is taken along, where there is nothing else", [audio], [audio]],
  ["nothing", [], []],
])("whether a session is sold out depends on %s", (_, groups, counted) => expect(visitGroups(groups)).toEqual(counted));
