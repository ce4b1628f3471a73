import { expect, test } from "vitest";
import { tidyAmount } from "./tidyAmount.ts";

test.each([
  ["12", 2, "12.00"],
  ["12.5", 2, "12.50"],
  ["12,5", 2, "12.50"],
  ["12.", 2, "12.00"],
  [".5", 2, "0.50"],
  ["007", 2, "7.00"],
  [" 8 ", 2, "8.00"],
  ["500", 0, "500"],
  ["12.345", 2, "12.345"],
  ["1,000.00", 2, "1,000.00"],
  ["twelve", 2, "twelve"],
  ["", 2, ""],
])("%j with %i decimals becomes %j", (typed, decimals, tidy) => expect(tidyAmount(typed, decimals)).toBe(tidy));
