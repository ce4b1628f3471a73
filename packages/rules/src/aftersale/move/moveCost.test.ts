import { expect, test } from "vitest";
import { moveCost } from "./moveCost.ts";

const adult = { value: "30.00", change_fee: "0" };

test.each([
  ["the same price", [adult, adult], { price: "56.00", fees: "4.00" }, 0],
  ["a dearer time", [adult], { price: "33.00", fees: "2.00" }, 500],
  ["a cheaper time", [adult], { price: "25.00", fees: "2.00" }, -300],
  ["a fee for the change", [{ value: "30.00", change_fee: "2.50" }], { price: "28.00", fees: "2.00" }, 250],
  [
    "a fee for each of two tickets",
    Array(2).fill({ value: "30.00", change_fee: "2.50" }),
    { price: "60", fees: "0" },
    500,
  ],
  ["types that cost differently", [adult, { value: "12.00", change_fee: "0" }], { price: "46.00", fees: "0" }, 400],
  ["tickets that were free", [{ value: "0", change_fee: "0" }], { price: "0", fees: "0" }, 0],
  ["no tickets", [], { price: "0", fees: "0" }, 0],
])("%s", (_, tickets, now, cost) => expect(moveCost(tickets, now, "USD")).toBe(cost));

test("a currency without cents", () => {
  expect(moveCost([{ value: "3000", change_fee: "500" }], { price: "2500", fees: "0" }, "JPY")).toBe(0);
});
