import { expect, test } from "vitest";
import { amountStepOf, amountStepReason, refundStepOf } from "./amountSteps.ts";

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

test.each([
  ["stripe", "KWD", 10],
  ["stripe", "USD", 1],
  ["test", "KWD", 1],
  ["ledger", "KWD", 1],
  ["cash", "KWD", 1],
  ["terminal", "KWD", 1],
])("a payment through %s in %s is refunded in steps of %i", (gateway_id, currency, step) =>
  expect(refundStepOf({ gateway_id }, currency)).toBe(step),
);

test("a refusal names the step in the currency's decimals", () =>
  expect(amountStepReason(10, "KWD")).toEqual({ reason: "amount_step", step: "0.010", currency: "KWD" }));
