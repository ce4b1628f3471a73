import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { taxLines, taxPercentOf } from "./taxLines.ts";

describe("the tax in prices that include it", () => {
  test.each([
    ["20 % of 12.00", [{ gross: 1200, percent: 20 }], [[20, 1000, 200, 1200]]],
    ["one rate is rounded once: 3 × 3.33", [1, 2, 3].map(() => ({ gross: 333, percent: 20 })), [[20, 832, 167, 999]]],
    ["half a cent is rounded up: 20 % of 0.03", [{ gross: 3, percent: 20 }], [[20, 2, 1, 3]]],
    ["5.5 % of 10.00", [{ gross: 1000, percent: 5.5 }], [[5.5, 948, 52, 1000]]],
    ["8.875 % of 108.88", [{ gross: 10888, percent: 8.875 }], [[8.875, 10000, 888, 10888]]],
    ["zero rate", [{ gross: 900, percent: 0 }], [[0, 900, 0, 900]]],
    ["a gift card bears no tax", [{ gross: 5000, percent: null }], [[null, 5000, 0, 5000]]],
    [
      "several rates, the highest first, what bears no tax last",
      [
        { gross: 500, percent: null },
        { gross: 1000, percent: 0 },
        { gross: 1100, percent: 10 },
        { gross: 1200, percent: 20 },
      ],
      [
        [20, 1000, 200, 1200],
        [10, 1000, 100, 1100],
        [0, 1000, 0, 1000],
        [null, 500, 0, 500],
      ],
    ],
    ["free tickets have no line", [{ gross: 0, percent: 20 }], []],
    ["an empty order", [], []],
  ])("%s", (_, amounts, lines) =>
    expect(taxLines(amounts).map(({ percent, net, tax, gross }) => [percent, net, tax, gross])).toEqual(lines),
  );

  test("the tax in prices that include it for any amounts net and tax add up to gross, in each rate and in sum", () => {
    const amount = fc.record({
      gross: fc.integer({ min: -100_000, max: 100_000_000 }),
      percent: fc.option(
        fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000),
        { nil: null },
      ),
    });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), (amounts) => {
        const lines = taxLines(amounts);
        const sum = (of: "net" | "tax" | "gross") => lines.reduce((all, line) => all + line[of], 0);
        for (const { percent, net, tax, gross } of lines) {
          expect(net + tax).toBe(gross);
          // At most half a minor unit from the exact tax.
          const exact = percent === null ? 0 : (gross * percent) / (100 + percent);
          expect(Math.abs(tax - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
        expect(sum("net") + sum("tax")).toBe(sum("gross"));
        expect(sum("gross")).toBe(amounts.reduce((all, { gross }) => all + gross, 0));
      }),
    );
  });
});

const rates = { default: 20, categories: { Exhibitions: 0 }, groups: { tour: 10 } };
test.each([
  ["the group's own rate", { id: "tour", handler: "tickets", category: "Exhibitions" }, 10],
  ["the category's", { id: "entry", handler: "tickets", category: "Exhibitions" }, 0],
  ["the default", { id: "entry", handler: "tickets", category: "Garden" }, 20],
  ["the default without a category", { id: "entry", handler: "passes", category: null }, 20],
  [
    "a category with the name of a property of objects",
    { id: "entry", handler: "tickets", category: "constructor" },
    20,
  ],
  ["memberships are taxed", { id: "friends", handler: "membership", category: null }, 20],
  ["gift cards are not", { id: "card", handler: "ledger", category: "Exhibitions" }, null],
  ["donations are not", { id: "gift", handler: "donation", category: null }, null],
] as const)("the rate of a group is %s", (_, group, percent) => expect(taxPercentOf(group, rates)).toBe(percent));
