import { expect, test } from "vitest";
import { flexiblePriceProblem } from "./flexiblePrice.ts";

test.each([
  ["the least", 500, "USD", undefined],
  ["the most", 2000, "USD", undefined],
  ["less than the least", 499, "USD", "range"],
  ["more than the most", 2001, "USD", "range"],
  ["cents", 1234, "USD", undefined],
  ["yen", 1234, "JPY", undefined],
  ["dinars with two decimals", 1230, "KWD", undefined],
  ["dinars with three decimals", 1234, "KWD", "step"],
  ["dinars with three decimals, out of bounds", 2004, "KWD", "range"],
])("a price that buyers choose: %s, %i %s, has the problem %j", (_, amount, currency, problem) =>
  expect(flexiblePriceProblem(amount, { min: 500, max: 2000 }, currency)).toBe(problem),
);
