import { expect, test } from "vitest";
import { pricedChoice } from "./pricedChoice.ts";

const friday = { date: "2026-12-04", min_price: "10.00" };
const saturday = { date: "2026-12-05", min_price: "15.00" };
const soldOut = { date: "2026-12-06", min_price: null };
const evening = { min_price: "18.00" };
const days = [friday, saturday, soldOut];
test.each([
  ["nothing", undefined, undefined, days],
  ["a day", saturday.date, undefined, [saturday]],
  ["a time", saturday.date, evening, [evening]],
  ["a time without a price", saturday.date, { min_price: null }, [saturday]],
  ["a day without a price", soldOut.date, undefined, days],
  ["the price that the event names", friday.date, { min_price: null, primary_price: "28.00" }, undefined],
] as const)("the prices of the choice: %s", (_, day, session, expected) =>
  expect(pricedChoice({ days, day, session })).toEqual(expected ?? [session]),
);
