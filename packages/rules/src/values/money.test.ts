import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { currencyExponent } from "./currency.ts";
import { allocate, fromDecimal, percentOf, sumDecimals, toDecimal } from "./money.ts";

describe("the digits after the decimal point", () => {
  test.each([
    [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"],
    [3, "BHD IQD JOD KWD LYD OMR TND"],
    [2, "AUD CAD COP EUR GBP HUF IDR NZD TWD USD"],
  ])("%i: %s", (digits, currencies) => {
    const others = currencies.split(" ").filter((currency) => currencyExponent(currency) !== digits);
    expect(others).toEqual([]);
  });

  test("an ariary has no parts, as payment providers count it", () => expect(currencyExponent("MGA")).toBe(0));
});

describe("money on the wire", () => {
  test.each([
    [1250, "USD", "12.50"],
    [5, "USD", "0.05"],
    [0, "USD", "0"],
    [-1250, "GBP", "-12.50"],
    [700, "JPY", "700"],
    [1234, "KWD", "1.234"],
  ])("formats %i %s as %s", (amount, currency, text) => {
    expect(toDecimal(amount, currency)).toBe(text);
    expect(fromDecimal(text, currency)).toBe(amount);
  });

  test.each(["12,50", "1e3", "", "12.505", "Infinity", "+5", ".5", "5.", " 5", "0x10", "-", "12.5.0"])(
    "%j is not money",
    (text) => {
      expect(fromDecimal(text, "USD")).toBeUndefined();
    },
  );

  test("parses every formatted amount", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e11, max: 1e11 }),
        fc.constantFrom("USD", "JPY", "KWD"),
        (amount, currency) => fromDecimal(toDecimal(amount, currency), currency) === amount,
      ),
    );
  });
});

describe("sums of amounts on the wire", () => {
  test.each([
    [["33.30", "-11.10"], "USD", "22.20"],
    [["0.1", "0.2"], "USD", "0.30"],
    [["10", "-10"], "USD", "0"],
    [[], "USD", "0"],
    [["1.001", "-1.010"], "KWD", "-0.009"],
  ])("%j %s come to %s", (amounts, currency, sum) => {
    expect(sumDecimals(amounts, currency)).toBe(sum);
  });

  test("an invalid amount is an error, not zero", () => {
    expect(() => sumDecimals(["1", "1e3"], "USD")).toThrow('"1e3" is no amount of USD');
  });
});

describe("percentages", () => {
  test.each([
    ["two and a half percent of 10.01", 1001, 250, 25],
    ["half a cent goes up", 100, 50, 1],
    ["just under half goes down", 99, 50, 0],
    ["half a cent that no float represents rounds up", 360, 875, 32],
    ["and so does this one", 300, 2050, 62],
    ["and below zero it goes down", -360, 875, -32],
    ["nothing of nothing", 0, 1000, 0],
  ])("a percentage of an amount is rounded: %s", (_, amount, points, expected) =>
    expect(percentOf(amount, points, 1)).toBe(expected),
  );
});

test.each([
  ["ten percent of 1.250 dinars", 1250, 1000, 130],
  ["ten percent of 1.240", 1240, 1000, 120],
  ["half a step goes up", 100, 500, 10],
  ["less than half a step goes down", 98, 500, 0],
  ["and below zero it goes down", -100, 500, -10],
  ["all of an amount is the amount, also between two steps", 1234, 10_000, 1234],
  ["three times an amount", 1234, 30_000, 3702],
])("a percentage is a multiple of the step: %s", (_, amount, points, expected) =>
  expect(percentOf(amount, points, 10)).toBe(expected),
);

test("parts of an amount in steps are in steps, and of any other amount in minor units", () => {
  expect(allocate(1000, [1, 1, 1], 10)).toEqual([340, 330, 330]);
  expect(allocate(10_010, [1, 1], 10)).toEqual([5010, 5000]);
  expect(allocate(1005, [1, 1], 10)).toEqual([503, 502]);
});

test("parts add up to the total", () => {
  expect(allocate(100, [1, 1, 1], 1)).toEqual([34, 33, 33]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }),
      fc.constantFrom(1, 10),
      (amount, weights, step) => {
        const parts = allocate(amount, weights, step);
        const sum = parts.reduce((all, part) => all + part, 0);
        if (amount % step === 0 && parts.some((part) => part % step !== 0)) return false;
        return weights.every((weight) => weight === 0) ? sum === 0 : sum === amount;
      },
    ),
  );
});
