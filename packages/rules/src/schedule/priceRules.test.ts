import { expect, test } from "vitest";
import { findPrice } from "./priceRules.ts";
import { readPriceRules } from "./readTimetable.ts";

const today = "2026-11-21";
const rules = readPriceRules({
  prices: [
    { when: { days: { from: "2027-07-01", until: "2027-08-31" }, on: ["sat"] }, amounts: { "g/adult": 30 } },
    { when: { on: ["fri"], time: { from: "17:00" } }, amounts: { "g/adult": "20.50", "g/child": "" } },
    { when: { days: "soon" }, amounts: { "g/adult": 1 } },
    { amounts: { "g/child": 8 } },
    "not finished",
  ],
});
const adult = { key: "g/adult", price: "25" };
const child = { key: "g/child", price: "10" };

test.each([
  ["a Saturday in July", "2027-07-03", "10:00", adult, { amount: "30", by: 0 }],
  ["a Saturday in June", "2027-06-26", "10:00", adult, { amount: "25", by: "type" }],
  ["a Friday evening", "2027-07-02", "17:00", adult, { amount: "20.50", by: 1 }],
  ["a Friday afternoon", "2027-07-02", "16:59", adult, { amount: "25", by: "type" }],
  ["a child on a Friday evening, whose price is not filled in", "2027-07-02", "17:00", child, { amount: "8", by: 3 }],
] as const)("%s has its price", (_name, local_day, local_start, type, price) =>
  expect(findPrice(rules, { local_day, local_start, prices: {} }, type, today)).toEqual(price),
);

test("a session's own price comes first", () => {
  const session = { local_day: "2027-07-03", local_start: "10:00", prices: { "g/adult": "5" } };
  expect(findPrice(rules, session, adult, today)).toEqual({ amount: "5", by: "session" });
});
