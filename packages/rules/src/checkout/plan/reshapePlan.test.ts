import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planBalance } from "./paymentPlan.ts";
import { reshapePlan } from "./reshapePlan.ts";

const parts = [
  { due_date: "2030-03-01", amount: 1200 },
  { due_date: "2030-03-15", amount: 1200 },
  { due_date: "2030-03-29", amount: 1600 },
];
const shown = (total: number, paid = 1200, lastDay: string | null = "2030-06-01") => {
  const { parts: after, refund } = reshapePlan(parts, { paid, total, lastDay, step: 1 });
  return { after: after.map(({ due_date, amount }) => `${due_date} ${amount}`), refund };
};

describe("a plan of 40.00 with 12.00 paid", () => {
  test("a plan of 40.00 with 12.00 paid stays as it is where the price does", () => {
    expect(shown(4000)).toEqual({ after: ["2030-03-01 1200", "2030-03-15 1200", "2030-03-29 1600"], refund: 0 });
  });

  test("a plan of 40.00 with 12.00 paid has smaller open parts on the same days where half is given up", () => {
    expect(shown(2000)).toEqual({ after: ["2030-03-01 1200", "2030-03-15 343", "2030-03-29 457"], refund: 0 });
  });

  test("a plan of 40.00 with 12.00 paid has larger open parts where the new tickets cost more", () => {
    expect(shown(5400)).toEqual({ after: ["2030-03-01 1200", "2030-03-15 1800", "2030-03-29 2400"], refund: 0 });
  });

  test("a plan of 40.00 with 12.00 paid has no open part where what was paid is the price", () => {
    expect(shown(1200)).toEqual({ after: ["2030-03-01 1200"], refund: 0 });
  });

  test("gives back what was paid beyond the price", () => {
    expect(shown(1000)).toEqual({ after: ["2030-03-01 1000"], refund: 200 });
    expect(shown(1500, 2400)).toEqual({ after: ["2030-03-01 1200", "2030-03-15 300"], refund: 900 });
  });

  test("keeps what is left of a mostly paid installment", () => {
    expect(shown(3000, 2000)).toEqual({ after: ["2030-03-01 1200", "2030-03-15 1000", "2030-03-29 800"], refund: 0 });
  });

  test("a plan of 40.00 with 12.00 paid has nothing due after the last visit", () => {
    expect(shown(4000, 1200, "2030-03-20").after).toEqual(["2030-03-01 1200", "2030-03-15 1200", "2030-03-20 1600"]);
    expect(shown(4000, 1200, "2030-03-10").after).toEqual(["2030-03-01 1200", "2030-03-10 2800"]);
    expect(shown(4000, 2400, "2030-03-10").after).toEqual(["2030-03-01 1200", "2030-03-10 2800"]);
  });
});

test("open parts of a changed plan are multiples of the step that the seller's cards pay", () => {
  const { parts: after } = reshapePlan(parts, { paid: 1200, total: 2010, lastDay: null, step: 10 });
  expect(after.map((part) => part.amount)).toEqual([1200, 350, 460]);
});

const amount = fc.integer({ min: 1, max: 100_000 });
const plan = fc.array(amount, { minLength: 1, maxLength: 6 }).map((amounts) =>
  amounts.map((part, index) => ({
    due_date: Temporal.PlainDate.from("2030-01-01").add({ weeks: index }).toString(),
    amount: part,
  })),
);
const at = { now: Temporal.Instant.from("2029-01-01T00:00:00Z"), zone: "UTC" };

test("after any chain of changes a plan adds up to its price, and each cent is paid, open or refunded", () => {
  fc.assert(
    fc.property(plan, fc.nat(100), fc.array(fc.nat(300), { maxLength: 5 }), (first, percentPaid, prices) => {
      let schedule: readonly { due_date: string; amount: number }[] = first;
      let price = first.reduce((sum, part) => sum + part.amount, 0);
      let paid = Math.floor((price * percentPaid) / 101);
      for (const percent of prices) {
        const openBefore = planBalance(schedule, paid, at).outstanding;
        if (openBefore === 0) return;
        const total = Math.max(1, Math.floor((price * percent) / 100));
        const { parts: after, refund } = reshapePlan(schedule, { paid, total, lastDay: null, step: 1 });
        const days = new Set(schedule.map(({ due_date }) => due_date));
        expect(after.reduce((sum, part) => sum + part.amount, 0)).toBe(total);
        expect(after.every((part) => days.has(part.due_date) && part.amount > 0)).toBe(true);
        expect(planBalance(after, paid - refund, at).outstanding).toBe(total - (paid - refund));
        expect(refund === 0 || paid - refund === total).toBe(true);
        schedule = after;
        price = total;
        paid -= refund;
      }
    }),
  );
});
