import { expect, test } from "vitest";
import { trialQuery, type TypedCart } from "./discountQueries.ts";

const line = { event: "visit", start: "", type: "general/adult", quantity: "2", price: "" };
const cart: TypedCart = { lines: [line], day: "2027-03-05", bought_on: "", codes: "", level: "" };
const isPriced = (fields: Partial<TypedCart>): boolean =>
  trialQuery("one", { ...cart, ...fields }, 1).enabled !== false;

test.each([
  ["no quantity", { lines: [line, { ...line, quantity: "" }] }],
  ["a quantity that is no number", { lines: [line, { ...line, quantity: "two" }] }],
  ["more tickets of a type than a trial takes", { lines: [line, { ...line, quantity: "101" }] }],
  ["a chosen price that is no amount", { lines: [{ ...line, price: "12.-" }] }],
  ["more codes than a trial takes", { codes: Array.from({ length: 11 }, (_, index) => `CODE${index}`).join(" ") }],
  ["a code that is longer than any", { codes: "A".repeat(36) }],
  ["no day", { day: "" }],
])("a cart with %s is not priced without it", (_, fields) => expect(isPriced(fields)).toBe(false));

test.each([
  ["a hundred tickets", { lines: [{ ...line, quantity: "100" }] }],
  ["ten codes", { codes: Array.from({ length: 10 }, (_, index) => `CODE${index}`).join(" ") }],
  ["a line in which no ticket is chosen yet", { lines: [line, { ...line, event: "", type: "", quantity: "" }] }],
])("a cart with %s is priced", (_, fields) => expect(isPriced(fields)).toBe(true));
