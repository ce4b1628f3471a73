import { describe, expect, test } from "vitest";
import { codeAlphabet, patternProblem, shortestLength } from "./codePattern.ts";

describe("generated codes", () => {
  test.each([
    [1, 3],
    [29, 3],
    [30, 4],
    [923, 4],
    [924, 5],
    [10_000, 5],
    [100_000, 6],
  ])("%i of them need %i random characters", (quantity, length) => {
    expect(shortestLength(quantity)).toBe(length);
    expect(codeAlphabet.length ** length).toBeGreaterThanOrEqual(quantity * 1000);
    expect(codeAlphabet.length ** (length - 1)).toBeLessThan(quantity * 1000);
  });

  test.each([
    ["enough", { prefix: "SPRING-", length: 6, quantity: 100_000 }, undefined],
    ["too few", { prefix: "SPRING-", length: 5, quantity: 100_000 }, { problem: "too_few_possible", length: 6 }],
    ["longer than a code may be", { prefix: "S".repeat(30), length: 6, quantity: 10 }, { problem: "too_long" }],
  ])("%s", (_, pattern, problem) => expect(patternProblem(pattern)).toEqual(problem));

  test("no character can be mistaken for another", () => {
    expect(codeAlphabet).not.toMatch(/[01OIL]/);
    expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length);
  });
});
