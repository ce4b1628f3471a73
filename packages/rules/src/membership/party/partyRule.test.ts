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
  ["of one person", [{ price: 8000, rule: adult }], 8000],
  [
    "leaves out optional children",
    [
      { price: 9000, rule: adult },
      { price: 3000, rule: second },
      { price: 500, rule: child },
    ],
    12_000,
  ],
  ["counts a minimum of three", [{ price: 1000, rule: rule("guest", 3, 5) }], 3000],
  ["is 0 without types", [], 0],
])("the lowest price of a level %s", (_, types, price) => expect(lowestLevelPrice(types)).toBe(price));

test.each([
  [1, 1],
  [0, 0],
  [-1, 10],
  [-7, 10],
])("a maximum of %i allows %i people", (max, people) => expect(maxPeople({ max })).toBe(people));

test("the owner is the member, else the first type", () => {
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

describe("the people on a membership", () => {
  const counts = (adults: number, seconds: number, children: number) =>
    new Map([
      ["adult", adults],
      ["second", seconds],
      ["child", children],
    ]);
  test.each([
    ["accepts the minimum", counts(1, 1, 0), undefined],
    ["accepts ten children without a limit", counts(1, 1, 10), undefined],
    ["refuses eleven children", counts(1, 1, 11), { kind: "too_many", id: "child", max: 10 }],
    ["refuses children without an owner", counts(0, 0, 2), { kind: "nobody" }],
    ["refuses a party of nobody", new Map<string, number>(), { kind: "nobody" }],
    ["refuses a member without the second one", counts(1, 0, 0), { kind: "too_few", id: "second", min: 1 }],
    ["refuses a second owner", counts(2, 1, 0), { kind: "too_many", id: "adult", max: 1 }],
  ])("the rule for the people on a membership %s", (_, party, error) =>
    expect(partyError(party, family, false)).toEqual(error),
  );

  test.each([
    ["accepts the minimum party", counts(1, 1, 0), undefined],
    ["refuses an optional child", counts(1, 1, 1), { kind: "too_many", id: "child", max: 0 }],
    ["refuses less than the minimum", counts(1, 0, 0), { kind: "too_few", id: "second", min: 1 }],
  ])("as a gift: %s", (_, party, error) => expect(partyError(party, family, true)).toEqual(error));

  test("requires an owner even if every minimum is 0", () => {
    const open = [{ id: "guest", rule: rule("guest", 0, 2) }];
    expect(partyError(new Map(), open, false)).toEqual({ kind: "nobody" });
    expect(partyError(new Map([["guest", 1]]), open, true)).toBeUndefined();
  });
});
