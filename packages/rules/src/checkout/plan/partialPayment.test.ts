import { describe, expect, test } from "vitest";
import { chosenAmount, clampPayment, amountsOwed, leavesSteps } from "./partialPayment.ts";

const part = (due_date: string, amount: string) => ({ id: due_date, due_date, amount, status: "Upcoming" as const });
const cart = (due: string, outstanding: string, parts = [part("2027-01-01", "50.00")]) => ({
  currency: "USD",
  scheduled_payments: parts,
  payment_due_by_credit_card: due,
  outstanding_balance: outstanding,
});

test.each([
  [
    "without a schedule all of it",
    cart("64.50", "64.50", []),
    { due: 6450, next: 0, min: 6450, outstanding: 6450, choices: ["outstanding"] },
  ],
  [
    "a first part",
    cart("25.00", "75.00"),
    { due: 2500, next: 0, min: 2500, outstanding: 7500, choices: ["due", "outstanding", "other"] },
  ],
  [
    "the last part",
    cart("25.00", "25.00"),
    { due: 2500, next: 0, min: 2500, outstanding: 2500, choices: ["outstanding"] },
  ],
  [
    "nothing due yet: the next part first, and as little as a card pays",
    cart("0", "75.00", [part("2027-03-01", "25.00"), part("2027-01-01", "50.00")]),
    { due: 0, next: 5000, min: 50, outstanding: 7500, choices: ["next", "outstanding", "other"] },
  ],
  [
    "nothing due yet and one part left",
    cart("0", "50.00"),
    { due: 0, next: 5000, min: 50, outstanding: 5000, choices: ["outstanding", "other"] },
  ],
  [
    "a next part below a card's minimum",
    cart("0", "75.00", [part("2027-01-01", "0.20"), part("2027-03-01", "74.80")]),
    { due: 0, next: 50, min: 50, outstanding: 7500, choices: ["next", "outstanding", "other"] },
  ],
  [
    "a next part that leaves less than a card pays",
    cart("0", "75.00", [part("2027-01-01", "74.80"), part("2027-03-01", "0.20")]),
    { due: 0, next: 7450, min: 50, outstanding: 7500, choices: ["next", "outstanding", "other"] },
  ],
  [
    "less left than a card pays",
    cart("0", "0.30"),
    { due: 0, next: 30, min: 30, outstanding: 30, choices: ["outstanding", "other"] },
  ],
])("the amounts owed follow the schedule: %s", (_, owed, parts) =>
  expect(amountsOwed(owed, 1)).toEqual({ ...parts, leastLeft: 50, step: 1 }),
);

test.each([
  [1, 2500],
  [2500, 2500],
  [4000, 4000],
  [7500, 7500],
  [9999, 7500],
])("clamps %d to %d", (typed, amount) =>
  expect(clampPayment(typed, { min: 2500, outstanding: 7500, leastLeft: 50, step: 1 })).toBe(amount),
);

test.each([
  ["a cent is left", 7499, 2500, 7450],
  ["a cent less than a card pays is left", 7451, 2500, 7450],
  ["as little as a card pays is left", 7450, 2500, 7450],
  ["more than the amount due, which leaves too little itself", 7490, 7480, 7500],
  ["the amount due, which can always be paid", 7480, 7480, 7480],
  ["less than the amount due", 100, 7480, 7480],
  ["nothing is left", 7500, 2500, 7500],
])("an amount leaves nothing or enough for another payment: %s", (_, typed, min, amount) =>
  expect(clampPayment(typed, { min, outstanding: 7500, leastLeft: 50, step: 1 })).toBe(amount),
);

test.each([
  ["between two steps", 3_456, 3_450],
  ["on a step", 3_450, 3_450],
  ["below the amount due", 2_505, 2_510],
  ["between the amount due and the next step", 2_515, 2_510],
  ["leaves less than a card pays", 7_005, 7_000],
  ["between two steps and leaves less than a card pays", 7_455, 7_000],
  ["nothing is left", 7_500, 7_500],
  ["more than is left", 9_999, 7_500],
])("an amount in dinars is rounded down to what Stripe takes: %s", (_, typed, amount) =>
  expect(clampPayment(typed, { min: 2_510, outstanding: 7_500, leastLeft: 500, step: 10 })).toBe(amount),
);

test("an outstanding balance between two steps, which a card cannot pay, is not rounded", () =>
  expect(clampPayment(7_505, { min: 2_510, outstanding: 7_505, leastLeft: 500, step: 10 })).toBe(7_505));

test.each([
  ["a part on a step", 2_510, 7_500, 10, true],
  ["a part between two steps", 2_505, 7_500, 10, false],
  ["everything", 7_500, 7_500, 10, true],
  ["everything of a balance between two steps", 7_505, 7_505, 10, true],
  ["a part of a balance between two steps", 2_505, 7_505, 10, true],
  ["any part where every amount can be paid", 2_505, 7_500, 1, true],
])("a card can pay the rest after %s: %i of %i in steps of %i, %j", (_, paid, outstanding, step, expected) =>
  expect(leavesSteps(paid, outstanding, step)).toBe(expected),
);

describe("the amount paid now", () => {
  const owed = amountsOwed(cart("25.00", "75.00"), 1);
  test.each([
    ["due", undefined, 2500],
    ["outstanding", undefined, 7500],
    ["other", undefined, 2500],
    ["other", 4000, 4000],
    ["other", 100, 2500],
    ["other", 7480, 7450],
    ["other", 900_000, 7500],
  ] as const)("the choice %s with %s typed pays %d now", (choice, other, amount) =>
    expect(chosenAmount(owed, choice, other)).toBe(amount),
  );

  test("falls back to the full amount if the choice is no longer offered", () =>
    expect(chosenAmount(amountsOwed(cart("25.00", "25.00"), 1), "due", undefined)).toBe(2500));
  test("falls back to the next part if nothing is due any more", () =>
    expect(chosenAmount(amountsOwed(cart("0", "75.00"), 1), "due", undefined)).toBe(5000));
  test("never pays nothing", () => {
    const later = amountsOwed(cart("0", "75.00"), 1);
    expect([undefined, 0, 49, 51].map((typed) => chosenAmount(later, "other", typed))).toEqual([50, 50, 50, 51]);
  });
});
