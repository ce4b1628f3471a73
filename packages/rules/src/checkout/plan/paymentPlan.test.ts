import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  planBalance,
  isPayable,
  planInstallments,
  paymentPlanError,
  installmentStatus,
  type PlanShare,
  type PayableTicket,
} from "./paymentPlan.ts";

const today = "2026-11-21";
const zone = "America/New_York";
const noon = { now: Temporal.Instant.from("2026-11-21T17:00:00Z"), zone };
const deposit: PlanShare[] = [
  { basis_points: 3000, due_days: 0 },
  { basis_points: 7000, due_days: 30 },
];
const thirds: PlanShare[] = [
  { basis_points: 3333, due_days: 0 },
  { basis_points: 3333, due_days: 14 },
  { basis_points: 3334, due_days: 28 },
];
const ticket = (
  amount: number,
  plan: readonly PlanShare[] | null = deposit,
  day: string | null = null,
): PayableTicket => ({
  amount,
  plan,
  day,
});

describe("installments", () => {
  test.each<[string, PayableTicket[], [string, number][]]>([
    [
      "three tenths now, the rest in thirty days",
      [ticket(10_000)],
      [
        [today, 3000],
        ["2026-12-21", 7000],
      ],
    ],
    [
      "a cent is left over once, however many tickets",
      [ticket(5), ticket(5), ticket(5)],
      [
        [today, 5],
        ["2026-12-21", 10],
      ],
    ],
    ["without a plan all of it is due at once", [ticket(10_000, null)], [[today, 10_000]]],
    [
      "with and without a plan",
      [ticket(10_000), ticket(2500, null)],
      [
        [today, 5500],
        ["2026-12-21", 7000],
      ],
    ],
    [
      "two plans",
      [ticket(10_000), ticket(9999, thirds)],
      [
        [today, 6333],
        ["2026-12-05", 3333],
        ["2026-12-19", 3333],
        ["2026-12-21", 7000],
      ],
    ],
    [
      "no later than the day it is for",
      [ticket(10_000, deposit, "2026-12-01")],
      [
        [today, 3000],
        ["2026-12-01", 7000],
      ],
    ],
    ["all at once for today", [ticket(10_000, deposit, today)], [[today, 10_000]]],
    ["all at once for a day that is over", [ticket(10_000, deposit, "2026-11-20")], [[today, 10_000]]],
    ["of so little that the first part is nothing", [ticket(1)], [["2026-12-21", 1]]],
    ["of nothing", [ticket(0)], []],
  ])("tickets are split into installments: %s", (_, tickets, parts) =>
    expect(planInstallments(tickets, today, 1).map(({ due_date, amount }) => [due_date, amount])).toEqual(parts),
  );
});

test("installments are multiples of the step that the seller's cards pay, and add up", () => {
  const half = [
    { basis_points: 5000, due_days: 0 },
    { basis_points: 5000, due_days: 30 },
  ];
  const amounts = (amount: number) =>
    planInstallments([ticket(amount, half)], today, 10).map((installment) => installment.amount);
  expect(amounts(10_010)).toEqual([5010, 5000]);
  expect(amounts(10_005)).toEqual([5003, 5002]);
});

describe("an installment is overdue one second before its day begins", () => {
  test.each([
    ["2026-12-21T04:59:58Z", "Upcoming"],
    ["2026-12-21T04:59:59Z", "Overdue"],
    ["2026-12-21T05:00:00Z", "Overdue"],
  ])("the status of an installment at %s follows the venue's day", (now, status) =>
    expect(installmentStatus("2026-12-21", Temporal.Instant.from(now), zone)).toBe(status),
  );
});

describe("the balance of a plan", () => {
  const parts = [
    { due_date: "2026-11-21", amount: 3000 },
    { due_date: "2026-12-05", amount: 3000 },
    { due_date: "2026-12-19", amount: 4000 },
  ];
  const later = { now: Temporal.Instant.from("2026-12-10T17:00:00Z"), zone };
  test.each([
    ["nothing paid, on the first day", 0, noon, { due: 3000, outstanding: 10_000, open: [3000, 3000, 4000] }],
    ["the first paid", 3000, noon, { due: 0, outstanding: 7000, open: [3000, 4000] }],
    [
      "more paid than was due: it counts for the earliest",
      4500,
      noon,
      { due: 0, outstanding: 5500, open: [1500, 4000] },
    ],
    ["the second is overdue", 3000, later, { due: 3000, outstanding: 7000, open: [3000, 4000] }],
    ["two are overdue in part", 1000, later, { due: 5000, outstanding: 9000, open: [2000, 3000, 4000] }],
    ["all paid", 10_000, later, { due: 0, outstanding: 0, open: [] }],
  ])("the balance of a plan is what is due and outstanding: %s", (_, paid, at, { due, outstanding, open }) => {
    const balance = planBalance(parts, paid, at);
    expect(balance).toMatchObject({ due, outstanding });
    expect(balance.installments.map(({ amount }) => amount)).toEqual(open);
  });
});

describe("the amounts that can be paid now", () => {
  test.each([
    ["what is due", 3000, true],
    ["a cent less", 2999, false],
    ["more", 3001, true],
    ["all of it", 10_000, true],
    ["a cent too much", 10_001, false],
    ["nothing", 0, false],
    ["less than nothing", -3000, false],
  ])("only what is due or all of it can be paid: %s", (_, amount, may) =>
    expect(isPayable(amount, { due: 3000, outstanding: 10_000 })).toBe(may),
  );
  test("refuses zero even if nothing is due", () => expect(isPayable(0, { due: 0, outstanding: 7000 })).toBe(false));
});

describe("an invalid plan", () => {
  test.each<[string, PlanShare[], string | undefined]>([
    ["sound", deposit, undefined],
    [
      "too little",
      [
        { basis_points: 3000, due_days: 0 },
        { basis_points: 6999, due_days: 30 },
      ],
      "does not add up to 100 percent",
    ],
    [
      "a part of nothing",
      [
        { basis_points: 10_000, due_days: 0 },
        { basis_points: 0, due_days: 1 },
      ],
      "has a part of nothing",
    ],
    [
      "late from the beginning",
      [
        { basis_points: 3000, due_days: 1 },
        { basis_points: 7000, due_days: 30 },
      ],
      "has a first part that is not due at once: leave its due_days out",
    ],
    [
      "standing still",
      [
        { basis_points: 3000, due_days: 0 },
        { basis_points: 3000, due_days: 7 },
        { basis_points: 4000, due_days: 7 },
      ],
      "has parts whose due_days do not rise",
    ],
  ])("an invalid plan is refused: %s", (_, plan, error) => expect(paymentPlanError(plan)).toBe(error));
});

/** Plans with any number of parts that add up. */
const plans = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 60 })), { minLength: 2, maxLength: 6 })
  .map((drawn): PlanShare[] => {
    const all = drawn.reduce((sum, [weight]) => sum + weight, 0);
    let day = 0;
    let left = 10_000;
    return drawn.map(([weight, days], place) => {
      const basis_points = place === drawn.length - 1 ? left : Math.floor((weight * 10_000) / all);
      left -= basis_points;
      if (place > 0) day += days;
      return { basis_points, due_days: day };
    });
  });
const carts = fc.array(
  fc.record({
    amount: fc.integer({ min: 0, max: 99_999_999 }),
    plan: fc.option(plans),
    day: fc.option(
      fc.integer({ min: -5, max: 200 }).map((days) => Temporal.PlainDate.from(today).add({ days }).toString()),
    ),
  }),
  { minLength: 1, maxLength: 30 },
);

describe("any cart", () => {
  test("installments add up to the price, are positive and have rising days", () =>
    fc.assert(
      fc.property(carts, (tickets) => {
        const parts = planInstallments(tickets, today, 1);
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(
          tickets.reduce((sum, { amount }) => sum + amount, 0),
        );
        const days = parts.map(({ due_date }) => due_date);
        expect(days).toEqual([...new Set(days)].toSorted());
        expect(
          parts.every(({ amount, due_date }) => Number.isSafeInteger(amount) && amount > 0 && due_date >= today),
        ).toBe(true);
      }),
      { numRuns: 500 },
    ));

  test("payments and the balance always add up to the price", () =>
    fc.assert(
      fc.property(
        carts,
        fc.array(fc.tuple(fc.nat(400), fc.double({ min: 0, max: 1, noNaN: true }))),
        (tickets, steps) => {
          const parts = planInstallments(tickets, today, 1);
          const total = parts.reduce((sum, { amount }) => sum + amount, 0);
          let paid = 0;
          let now = noon.now;
          for (const [hours, share] of steps) {
            now = now.add({ hours });
            const balance = planBalance(parts, paid, { now, zone });
            expect(paid + balance.outstanding).toBe(total);
            expect(balance.due).toBeLessThanOrEqual(balance.outstanding);
            const sum = balance.due + Math.floor((balance.outstanding - balance.due) * share);
            if (isPayable(sum, balance)) paid += sum;
          }
          expect(paid).toBeLessThanOrEqual(total);
        },
      ),
      { numRuns: 300 },
    ));
});
