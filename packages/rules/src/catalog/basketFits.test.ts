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
    ["accepts an empty basket", [], 0, true],
    ["accepts exactly the places left", [{ group: general, quantity: 4 }], 4, true],
    ["refuses one more than the places left", [{ group: general, quantity: 5 }], 4, false],
    [
      "counts two groups together towards the session's capacity",
      [
        { group: general, quantity: 2 },
        { group: few, quantity: 3 },
      ],
      4,
      false,
    ],
    ["refuses more than a group's own capacity", [{ group: few, quantity: 4 }], 50, false],
    [
      "counts two types of one group together",
      [
        { group: few, quantity: 2 },
        { group: few, quantity: 2 },
      ],
      50,
      false,
    ],
    [
      "does not count a group excluded from the session's capacity",
      [
        { group: audio, quantity: 9 },
        { group: general, quantity: 4 },
      ],
      4,
      true,
    ],
    [
      "refuses more than the limit per order",
      [{ group: { ...general, max_tickets_per_order: 8 }, quantity: 9 }],
      50,
      false,
    ],
    ["accepts any number without limits", [{ group: general, quantity: 1000 }], Infinity, true],
  ])("basketFits %s", (_, basket, left, fits) => expect(basketFits(basket, left)).toBe(fits));

  test.each([
    ["accepts what is left beside the cart's tickets", [{ group: general, quantity: 2 }], { inSession: 2 }, true],
    ["refuses one more than that", [{ group: general, quantity: 3 }], { inSession: 2 }, false],
    ["accepts tickets that the session does not count", [{ group: audio, quantity: 9 }], { inSession: 4 }, true],
    ["accepts what the group has beside them", [{ group: few, quantity: 1 }], { byGroup: { few: 2 } }, true],
    ["refuses one more than the group has", [{ group: few, quantity: 2 }], { byGroup: { few: 2 } }, false],
    ["ignores tickets of another group", [{ group: few, quantity: 3 }], { byGroup: { general: 2 } }, true],
    [
      "leaves the limit per order to the cart",
      [{ group: { ...general, max_tickets_per_order: 3 }, quantity: 3 }],
      { byGroup: { general: 2 } },
      true,
    ],
  ])("basketFits %s", (_, basket, held, fits) =>
    expect(basketFits(basket, 4, { inSession: 0, byGroup: {}, ...held })).toBe(fits),
  );
});

describe("a session is sold out", () => {
  test.each([
    [
      "places are left in the session and its groups: not sold out",
      [{ left: 5, exclude_from_event_capacity: false }],
      5,
      false,
    ],
    ["no places are left in the session: sold out", [{ left: 5, exclude_from_event_capacity: false }], 0, true],
    [
      "no group has places left: sold out",
      [
        { left: 0, exclude_from_event_capacity: false },
        { left: 0, exclude_from_event_capacity: true },
      ],
      5,
      true,
    ],
    [
      "one group has places left: not sold out",
      [
        { left: 0, exclude_from_event_capacity: false },
        { left: 1, exclude_from_event_capacity: false },
      ],
      5,
      false,
    ],
    [
      "a group excluded from the session's capacity has places left: not sold out",
      [
        { left: 3, exclude_from_event_capacity: false },
        { left: 1, exclude_from_event_capacity: true },
      ],
      0,
      false,
    ],
    ["there are no limits: not sold out", [{ left: Infinity, exclude_from_event_capacity: false }], Infinity, false],
  ])("%s", (_, groups, left, soldOut) => expect(isSoldOut(groups, left)).toBe(soldOut));
});

test.each([
  ["groups that count towards the capacity, without excluded ones", [general, audio], [general]],
  ["excluded groups if there are no others", [audio], [audio]],
  ["no groups if there are none", [], []],
])("whether a session is sold out depends on %s", (_, groups, counted) => expect(visitGroups(groups)).toEqual(counted));
