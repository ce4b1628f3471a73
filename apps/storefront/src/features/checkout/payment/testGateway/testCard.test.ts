import { expect, test } from "vitest";
import { findCardProblems, formatCardNumber, formatExpiry, toWireExpiry } from "./testCard.ts";

test.each([
  ["42424", "4242 4"],
  ["4242-4242 4242x4242", "4242 4242 4242 4242"],
  ["4242", "4242"],
])("the number %s reads %s", (typed, shown) => expect(formatCardNumber(typed)).toBe(shown));

test.each([
  ["1", "1"],
  ["12", "12"],
  ["123", "12 / 3"],
  ["1234", "12 / 34"],
  ["5", "05"],
  ["527", "05 / 27"],
])("the expiry %s reads %s", (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

test("the expiry travels as the contract has it", () => expect(toWireExpiry("05 / 27")).toBe("05/27"));

const whole = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };
test.each([
  ["a whole card", whole, {}],
  ["this month is not past", { ...whole, expiry: "11 / 26" }, {}],
  ["last month is", { ...whole, expiry: "10 / 26" }, { expiry: "expiry_past" }],
  ["no such month", { ...whole, expiry: "13 / 30" }, { expiry: "expiry_incomplete" }],
  ["a short number", { ...whole, number: "4242" }, { number: "number_incomplete" }],
  ["no code", { ...whole, cvc: "" }, { cvc: "cvc_incomplete" }],
  [
    "nothing",
    { number: "", expiry: "", cvc: "" },
    { number: "number_incomplete", expiry: "expiry_incomplete", cvc: "cvc_incomplete" },
  ],
])("%s", (_, card, problems) => expect(findCardProblems(card, "2026-11")).toEqual(problems));
