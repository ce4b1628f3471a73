import { expect, test } from "vitest";
import { judgeAddedCard, judgeRemovedCard } from "./changedParty.ts";

const type = (id: string, price: number, min: number, max: number, party_role: string) => ({
  id,
  name: id,
  price,
  rule: { party_role, named: "yes", emailed: "optional", min, max } as const,
});
const family = [
  type("First adult", 9000, 1, 1, "member"),
  type("Second adult", 3000, 0, 1, "second-card"),
  type("Child", 0, 1, 3, "child"),
  type("Guest", 0, 0, -1, "child"),
];
const counts = (first: number, second: number, child: number, guest = 0) =>
  new Map(family.map(({ id }, nth) => [id, [first, second, child, guest][nth] ?? 0]));

test.each([
  ["a child in a free place", "Child", counts(1, 0, 2), undefined],
  [
    "a child beyond the level's limit",
    "Child",
    counts(1, 0, 3),
    { message: "too_many", limit: { type: "Child", min: 1, max: 3 } },
  ],
  ["a guest of ten at most", "Guest", counts(1, 0, 1, 9), undefined],
  [
    "an eleventh guest",
    "Guest",
    counts(1, 0, 1, 10),
    { message: "too_many", limit: { type: "Guest", min: 0, max: 10 } },
  ],
  [
    "a second adult, whose place costs money",
    "Second adult",
    counts(1, 0, 1),
    { message: "costs_money", limit: { type: "Second adult", min: 0, max: 1 } },
  ],
  [
    "a second holder",
    "First adult",
    counts(1, 0, 1),
    { message: "too_many", limit: { type: "First adult", min: 1, max: 1 } },
  ],
  ["somebody of another level", "Individual", counts(1, 0, 1), { message: "not_of_level" }],
])("adding %s", (_, id, people, judged) => {
  expect(judgeAddedCard(family, people, id)).toEqual(judged);
});

test.each([
  ["one of two children", "Child", counts(1, 1, 2), undefined],
  [
    "the last child, whom the level needs",
    "Child",
    counts(1, 1, 1),
    { message: "too_few", limit: { type: "Child", min: 1, max: 3 } },
  ],
  ["the second adult", "Second adult", counts(1, 1, 1), undefined],
  ["the holder", "First adult", counts(1, 1, 1), { message: "holder", limit: { type: "First adult", min: 1, max: 1 } }],
  ["somebody of a type that the level has no more", "Grandparent", counts(1, 1, 1), undefined],
])("taking off %s", (_, id, people, judged) => {
  expect(judgeRemovedCard(family, people, id)).toEqual(judged);
});
