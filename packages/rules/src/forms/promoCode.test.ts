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

const no = (code: string, description = "No") => ({ code, description });

describe("outcomes of refusals", () => {
  test.each([
    ["an unknown code in the cart", [no("code_not_found")], "cart", "said"],
    ["an unknown code beside tickets", [no("code_not_found")], "reserve", "unhandled"],
    ["an unknown code beside a membership", [no("code_not_found")], "membership", "unhandled"],
    ["a used-up code beside tickets", [no("code_exhausted")], "reserve", "said"],
    ["a code that helps nothing", [no("no_code_benefit")], "cart", "said"],
    ["a voucher", [no("invalid_citypass")], "reserve", "said"],
    ["the vouchers' keeper", [no("citypass_failure")], "reserve", "said"],
    ["answers that lack something", [no("additional_info_validation_failed")], "cart", "said"],
    ["what was sent", [no("validation_failed")], "cart", "said"],
    ["a cart that is gone", [no("cart_expired")], "cart", "unhandled"],
    ["too many tries", [no("too_many_requests")], "cart", "unhandled"],
    ["a code that is there", [no("duplicate_code")], "cart", "already"],
    ["a code that is there and another that is not", [no("duplicate_code"), no("code_not_found")], "cart", "said"],
    ["a code that is there in a cart that is not", [no("duplicate_code"), no("cart_expired")], "cart", "unhandled"],
    ["the same code twice", [no("duplicate_code"), no("duplicate_code")], "cart", "already"],
  ] as const)("%s", (_, refusals, place, kind) => expect(codeOutcome(refusals, place).kind).toBe(kind));

  test("a second refusal replaces a duplicate", () =>
    expect(codeOutcome([no("duplicate_code"), no("code_exhausted")], "cart").refusal.code).toBe("code_exhausted"));
});

test.each([
  [
    "the seller's own words for it",
    no("code_not_found", "No"),
    { "promo.error.code_not_found": "Never heard of it" },
    "Never heard of it",
  ],
  ["their words under the shorter key", no("code_exhausted"), { "promo.code_exhausted": "All gone!" }, "All gone!"],
  ["the server's message becomes a sentence", no("code_exhausted", "Used already"), {}, "Used already."],
  ["a sentence stays one", no("code_exhausted", "Used already."), {}, "Used already."],
  ["nothing said", no("code_not_found", " "), {}, '"MOTH" is not a valid promo code.'],
])("%s", (_, refusal, own, text) =>
  expect(codeMessage(refusal, { own, invalid: '"MOTH" is not a valid promo code.' })).toBe(text),
);

test.each([
  ["code_not_found", true],
  ["code_exhausted", true],
  ["no_code_benefit", true],
  ["too_many_requests", false],
  ["validation_failed", false],
])("after %s another code may work: %s", (code, is) => expect(canTryAnotherCode({ code })).toBe(is));
