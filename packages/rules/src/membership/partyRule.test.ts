import { describe, expect, test } from "vitest";
import {
  holderType,
  lowestLevelPrice,
  maxPeople,
  defaultPartyRule,
  partyFields,
  partyError,
  type PartyRule,
} from "./partyRule.ts";

const rule = (party_role: string, min: number, max: number): PartyRule => ({
  ...defaultPartyRule,
  party_role,
  min,
  max,
});
const [adult, second, child] = [rule("member", 1, 1), rule("second-card", 1, 1), rule("child", 0, -1)];
const family = [
  { id: "adult", rule: adult },
  { id: "second", rule: second },
  { id: "child", rule: child },
];

test.each([
  ["one person", [{ price: 8000, rule: adult }], 8000],
  [
    "a couple, and children who need not be",
    [
      { price: 9000, rule: adult },
      { price: 3000, rule: second },
      { price: 500, rule: child },
    ],
    12_000,
  ],
  ["three at least", [{ price: 1000, rule: rule("guest", 3, 5) }], 3000],
  ["nobody at all", [], 0],
])("a level costs what as few people cost as may stand on it: %s", (_, types, price) =>
  expect(lowestLevelPrice(types)).toBe(price),
);

test.each([
  [1, 1],
  [0, 0],
  [-1, 10],
  [-7, 10],
])("a maximum of %i means %i (MEMBER-34)", (max, most) => expect(maxPeople({ max })).toBe(most));

test("whose membership it is: the member, else whoever comes first", () => {
  expect(holderType([family[2]!, family[0]!])?.id).toBe("adult");
  expect(holderType([family[2]!, family[1]!])?.id).toBe("child");
  expect(holderType([])).toBeUndefined();
});

test.each([
  ["yes", "yes", false, "required", "required"],
  ["optional", "no", false, "optional", "hidden"],
  ["no", "optional", false, "hidden", "optional"],
  ["yes", "yes", true, "hidden", "hidden"],
] as const)("named %s and emailed %s, as a gift %s", (named, emailed, gift, names, emails) =>
  expect(partyFields({ named, emailed }, gift)).toEqual({ names, emails }),
);

describe("who may stand on it", () => {
  const counts = (adults: number, seconds: number, children: number) =>
    new Map([
      ["adult", adults],
      ["second", seconds],
      ["child", children],
    ]);
  test.each([
    ["the least", counts(1, 1, 0), undefined],
    ["ten children, where there is no limit", counts(1, 1, 10), undefined],
    ["eleven", counts(1, 1, 11), { kind: "too_many", id: "child", max: 10 }],
    ["children alone", counts(0, 0, 2), { kind: "nobody" }],
    ["nobody", new Map<string, number>(), { kind: "nobody" }],
    ["a member alone, where two are meant", counts(1, 0, 0), { kind: "too_few", id: "second", min: 1 }],
    ["two members", counts(2, 1, 0), { kind: "too_many", id: "adult", max: 1 }],
  ])("%s", (_, party, mistake) => expect(partyError(party, family, false)).toEqual(mistake));

  test.each([
    ["the level at its price", counts(1, 1, 0), undefined],
    ["a child beside it", counts(1, 1, 1), { kind: "too_many", id: "child", max: 0 }],
    ["half of it", counts(1, 0, 0), { kind: "too_few", id: "second", min: 1 }],
  ])("as a gift: %s", (_, party, mistake) => expect(partyError(party, family, true)).toEqual(mistake));

  test("a level that leaves it open whether anybody stands on it is still somebody's", () => {
    const open = [{ id: "guest", rule: rule("guest", 0, 2) }];
    expect(partyError(new Map(), open, false)).toEqual({ kind: "nobody" });
    expect(partyError(new Map([["guest", 1]]), open, true)).toBeUndefined();
  });
});
