import { expect, test } from "vitest";
import { findCardProblems, formatCardNumber, formatExpiry, toWireExpiry } from "./testCard.ts";

test.each([
  ["42424", "4242 4"],
  ["4242-4242 4242x4242", "4242 4242 4242 4242"],
  ["4242", "4242"],
])("formats the number %s as %s", (typed, shown) => expect(formatCardNumber(typed)).toBe(shown));

test.each([
  ["1", "1"],
  ["12", "12"],
  ["123", "12 / 3"],
  ["1234", "12 / 34"],
  ["5", "05"],
  ["527", "05 / 27"],
])("formats the expiry date %s as %s", (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

test("sends the expiry date in the format of the contract", () => expect(toWireExpiry("05 / 27")).toBe("05/27"));

const whole = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };
test.each([
  ["a complete card", whole, {}],
  ["a card that expires this month", { ...whole, expiry: "11 / 26" }, {}],
  ["a card that expired last month", { ...whole, expiry: "10 / 26" }, { expiry: "expiry_past" }],
  ["an expiry month that does not exist", { ...whole, expiry: "13 / 30" }, { expiry: "expiry_incomplete" }],
  ["a short number", { ...whole, number: "4242" }, { number: "number_incomplete" }],
  ["a missing security code", { ...whole, cvc: "" }, { cvc: "cvc_incomplete" }],
  [
    "nothing",
    { number: "", expiry: "", cvc: "" },
    { number: "number_incomplete", expiry: "expiry_incomplete", cvc: "cvc_incomplete" },
  ],
])("finds problems of %s", (_, card, problems) => expect(findCardProblems(card, "2026-11")).toEqual(problems));
