import { expect, test } from "vitest";
import { amountStepOf } from "./amountSteps.ts";

test.each([
  ["stripe", "BHD", 10],
  ["stripe", "JOD", 10],
  ["stripe", "KWD", 10],
  ["stripe", "OMR", 10],
  ["stripe", "TND", 10],
  ["stripe", "IQD", 1],
  ["stripe", "USD", 1],
  ["stripe", "JPY", 1],
  ["test", "KWD", 1],
] as const)("the gateway %s takes amounts of %s in steps of %i", (gateway, currency, step) =>
  expect(amountStepOf(gateway, currency)).toBe(step),
);
