import { expect, test } from "vitest";
import { quantityAbove, quantityBelow, settleQuantity, typedDigits } from "./quantity.ts";

const free = { min: 0, max: 8, step: 1 };
const fromTwo = { min: 2, max: 8, step: 1 };
const pairs = { min: 0, max: 7, step: 2 };
const none = { min: 2, max: 1, step: 1 };

test.each([
  ["one more", free, 3, 4],
  ["at the most", free, 8, 8],
  ["from zero directly to the minimum", fromTwo, 0, 2],
  ["in pairs", pairs, 2, 4],
  ["a pair that would exceed the maximum", pairs, 6, 6],
  ["the fewest is more than there are", none, 0, 0],
])("plus gives the next quantity: %s", (_, rule, value, next) => expect(quantityAbove(value, rule)).toBe(next));

test.each([
  ["one less", free, 3, 2],
  ["zero stays zero", free, 0, 0],
  ["below the minimum there is only zero", fromTwo, 2, 0],
  ["above the minimum", fromTwo, 3, 2],
  ["in pairs", pairs, 4, 2],
])("minus gives the previous quantity: %s", (_, rule, value, next) => expect(quantityBelow(value, rule)).toBe(next));

test.each([
  ["as typed", free, 5, 5],
  ["more than there are", free, 50, 8],
  ["below the minimum", fromTwo, 1, 0],
  ["between two steps", pairs, 5, 4],
  ["the maximum is between two steps", pairs, 99, 6],
  ["no number", free, Number.NaN, 0],
  ["a negative number", free, -3, 0],
  ["the fewest is more than there are", none, 5, 0],
])("a typed quantity is settled: %s", (_, rule, typed, settled) => expect(settleQuantity(typed, rule)).toBe(settled));

test.each([
  ["a number", "12", "12"],
  ["a decimal point", "2.5", "2"],
  ["an exponent", "1e3", "1"],
  ["words around it", "for 3 people", "3"],
  ["full-width digits", "\uff14", "4"],
  ["more than four digits", "123456", "1234"],
  ["no digit", "two", ""],
])("a quantity is the first number that is typed: %s", (_, typed, digits) => expect(typedDigits(typed)).toBe(digits));
