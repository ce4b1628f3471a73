import { describe, expect, test } from "vitest";
import { codeMessage, codeOutcome, canTryAnotherCode, promoCodeProblem } from "./promoCode.ts";

test.each([
  ["", "required"],
  ["   ", "required"],
  ["x", "short"],
  [" x ", "short"],
  ["ab", undefined],
  ["10001", undefined],
  ["SW1A 1AA", undefined],
  ["a".repeat(35), undefined],
  [` ${"a".repeat(35)} `, undefined],
  ["a".repeat(36), "long"],
] as const)("the code '%s': %s", (typed, problem) => expect(promoCodeProblem(typed)).toBe(problem));

const refusal = (code: string, description = "No") => ({ code, description });

describe("outcomes of refusals", () => {
  test.each([
    ["an unknown code in the cart", [refusal("code_not_found")], "cart", "refused"],
    ["an unknown code beside tickets", [refusal("code_not_found")], "reserve", "unhandled"],
    ["an unknown code beside a membership", [refusal("code_not_found")], "membership", "unhandled"],
    ["a used-up code beside tickets", [refusal("code_exhausted")], "reserve", "refused"],
    ["a code without effect in the cart", [refusal("no_code_benefit")], "cart", "refused"],
    ["an invalid voucher beside tickets", [refusal("invalid_citypass")], "reserve", "refused"],
    ["a failed voucher check beside tickets", [refusal("citypass_failure")], "reserve", "refused"],
    ["incomplete answers in the cart", [refusal("additional_info_validation_failed")], "cart", "refused"],
    ["an invalid request in the cart", [refusal("validation_failed")], "cart", "refused"],
    ["an expired cart", [refusal("cart_expired")], "cart", "unhandled"],
    ["too many requests", [refusal("too_many_requests")], "cart", "unhandled"],
    ["a code that is applied already", [refusal("duplicate_code")], "cart", "already"],
    ["an applied code and an unknown one", [refusal("duplicate_code"), refusal("code_not_found")], "cart", "refused"],
    ["an applied code in an expired cart", [refusal("duplicate_code"), refusal("cart_expired")], "cart", "unhandled"],
    ["the same code twice", [refusal("duplicate_code"), refusal("duplicate_code")], "cart", "already"],
  ] as const)("the outcome of %s", (_, refusals, place, kind) => expect(codeOutcome(refusals, place).kind).toBe(kind));

  test("a second refusal replaces a duplicate", () =>
    expect(codeOutcome([refusal("duplicate_code"), refusal("code_exhausted")], "cart").refusal.code).toBe(
      "code_exhausted",
    ));
});

test.each([
  [
    "is the seller's text for the error",
    refusal("code_not_found", "No"),
    { "promo.error.code_not_found": "Unknown code" },
    "Unknown code",
  ],
  [
    "is the seller's text under the shorter key",
    refusal("code_exhausted"),
    { "promo.code_exhausted": "Used up!" },
    "Used up!",
  ],
  ["is the server's description with a full stop", refusal("code_exhausted", "Used already"), {}, "Used already."],
  ["is the server's sentence as it is", refusal("code_exhausted", "Used already."), {}, "Used already."],
  ["is the general one without a description", refusal("code_not_found", " "), {}, '"MOTH" is not a valid promo code.'],
])("the message of a refused code %s", (_, refusal, own, text) =>
  expect(codeMessage(refusal, { own, invalid: '"MOTH" is not a valid promo code.' })).toBe(text),
);

test.each([
  ["code_not_found", true],
  ["code_exhausted", true],
  ["no_code_benefit", true],
  ["too_many_requests", false],
  ["validation_failed", false],
])("after %s another code may work: %s", (code, is) => expect(canTryAnotherCode({ code })).toBe(is));
