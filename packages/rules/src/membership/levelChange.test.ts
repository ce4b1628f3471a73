import { describe, expect, test } from "vitest";
import { divideByWeights, levelDifference, placesAtLevel } from "./levelChange.ts";
import { defaultPartyRule, type PartyRule } from "./party/partyRule.ts";

const zone = "America/New_York";
const at = (day: string): Temporal.Instant => Temporal.Instant.from(`${day}T17:00:00Z`);
/** From noon on one day to the end of the last day. */
const term = (first: string, last: string, worth: number) => ({
  worth,
  valid_from: at(first).toString(),
  valid_to: Temporal.PlainDate.from(last).add({ days: 1 }).toZonedDateTime(zone).toInstant().toString(),
});

describe("the difference for the rest of a term", () => {
  const year = term("2027-03-01", "2028-02-29", 8000);
  test.each([
    ["the first day: all of it", year, { price: 12_000, days: 366 }, "2027-03-01", [366, 366, 8000, 12_000, 4000]],
    ["half of it", year, { price: 12_000, days: 366 }, "2027-08-31", [183, 366, 4000, 6000, 2000]],
    ["the last day, a leap day", year, { price: 12_000, days: 366 }, "2028-02-29", [1, 366, 22, 33, 11]],
    ["to a cheaper level: below zero", year, { price: 6000, days: 366 }, "2027-08-31", [183, 366, 4000, 3000, -1000]],
    ["to a free one", year, { price: 0, days: 366 }, "2027-08-31", [183, 366, 4000, 0, -4000]],
    [
      "one that was given away",
      { ...year, worth: 0 },
      { price: 12_000, days: 366 },
      "2027-08-31",
      [183, 366, 0, 6000, 6000],
    ],
    [
      "a year of 365 days after a leap year",
      year,
      { price: 12_000, days: 365 },
      "2027-08-31",
      [183, 366, 4000, 6016, 2016],
    ],
    [
      "a longer rest costs no more than the level",
      year,
      { price: 5000, days: 90 },
      "2027-08-31",
      [183, 366, 4000, 5000, 1000],
    ],
    [
      "halves of a cent are rounded up",
      term("2027-03-01", "2027-03-02", 1),
      { price: 3, days: 2 },
      "2027-03-02",
      [1, 2, 1, 2, 1],
    ],
    [
      "over a change of the clocks",
      term("2027-03-13", "2027-03-15", 300),
      { price: 600, days: 3 },
      "2027-03-14",
      [2, 3, 200, 400, 200],
    ],
  ] as const)("%s", (_, of, level, today, expected) => {
    const { days_left, days_of_term, credit, cost, difference } = levelDifference(of, level, {
      now: at(today),
      zone,
      step: 1,
    });
    expect([days_left, days_of_term, credit, cost, difference]).toEqual(expected);
  });

  test("counts days by the venue's calendar: late evening there is still today, though tomorrow elsewhere", () => {
    const late = Temporal.Instant.from("2027-09-01T03:30:00Z");
    expect(levelDifference(year, { price: 0, days: 366 }, { now: late, zone, step: 1 }).days_left).toBe(183);
  });
});

test("the difference and its shares are multiples of the step that the seller's cards pay", () => {
  const now = at("2027-09-01");
  const year = term("2027-03-01", "2028-02-29", 8000);
  const exact = levelDifference(year, { price: 12_340, days: 366 }, { now, zone, step: 1 });
  const rounded = levelDifference(year, { price: 12_340, days: 366 }, { now, zone, step: 10 });
  for (const key of ["credit", "cost", "difference"] as const) {
    expect(Math.abs(rounded[key] % 10)).toBe(0);
    expect(Math.abs(rounded[key] - exact[key])).toBeLessThanOrEqual(10);
  }
  expect(divideByWeights(1000, [1, 1, 1], 10)).toEqual([340, 330, 330]);
  expect(divideByWeights(1005, [1, 1], 10)).toEqual([503, 502]);
});

describe("an amount that is divided", () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [1, [1, 9000, 9000], [0, 1, 0]],
    [200, [9000, 3000, 500], [144, 48, 8]],
    [7, [0, 0], [7, 0]],
    [0, [5, 5], [0, 0]],
  ])("%i by %j", (amount, weights, shares) => expect(divideByWeights(amount, weights, 1)).toEqual(shares));

  test("adds up, and no share exceeds its weight if the amount does not exceed the sum", () => {
    for (let amount = 0; amount <= 125; amount++) {
      const weights = [90, 30, 5];
      const shares = divideByWeights(amount, weights, 1);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
      expect(shares.every((share, nth) => share <= (weights[nth] ?? 0))).toBe(true);
    }
  });
});

describe("the places of another level", () => {
  const type = (id: string, rule: Partial<PartyRule>) => ({ id, name: id, rule: { ...defaultPartyRule, ...rule } });
  const family = [
    type("First adult", {}),
    type("Second adult", { party_role: "second-card" }),
    type("Child", { party_role: "child", min: 0, max: 2 }),
  ];
  const people = (...roles: readonly string[]) => roles.map((party_role) => ({ party_role }));
  test.each([
    ["one for each role", people("child", "member", "second-card"), ["Child", "First adult", "Second adult"]],
    [
      "two children",
      people("member", "second-card", "child", "child"),
      ["First adult", "Second adult", "Child", "Child"],
    ],
  ])("%s", (_, party, names) => {
    const found = placesAtLevel(party, family);
    expect("places" in found && found.places.map(({ id }) => id)).toEqual(names);
  });
  test.each([
    ["somebody whom it needs is missing", people("member"), /needs 1 × Second adult/],
    ["one child too many", people("member", "second-card", "child", "child", "child"), /room for 2 × Child/],
    ["a role that it does not have", people("member", "second-card", "guest"), /no place for everybody/],
    ["nobody who could hold it", people("second-card"), /holder/],
  ])("refused: %s", (_, party, problem) => {
    const found = placesAtLevel(party, family);
    expect("problem" in found && found.problem).toMatch(problem);
  });
});
