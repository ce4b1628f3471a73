import { expect, test } from "vitest";
import { waiveDifference, type LoweredPrice, type MovedPrice } from "./waiveDifference.ts";

const ticket = (id: string, adjusted_value: number, covered: number, fees = [0, 0]): MovedPrice => ({
  id,
  adjusted_value,
  covered,
  fee_percent: fees[0] ?? 0,
  fee_fixed: fees[1] ?? 0,
});
const price = (id: string, adjusted_value: number, fee_percent = 0, fee_fixed = 0): LoweredPrice => ({
  id,
  adjusted_value,
  fee_percent,
  fee_fixed,
});

test.each<[string, readonly MovedPrice[], number, readonly LoweredPrice[]]>([
  ["lowers a dearer ticket to what was paid", [ticket("a", 2500, 2000)], 500, [price("a", 2000)]],
  ["leaves a ticket of the same price", [ticket("a", 2000, 2000), ticket("b", 2500, 2000)], 500, [price("b", 2000)]],
  [
    "lowers no further than to nothing due, where a cheaper ticket pays for a part",
    [ticket("a", 2500, 2000), ticket("b", 1700, 2000)],
    200,
    [price("a", 2300)],
  ],
  [
    "spreads what one ticket cannot bear",
    [ticket("a", 2500, 2000), ticket("b", 3000, 2000)],
    1500,
    [price("a", 2000), price("b", 2000)],
  ],
  ["takes fees only after the price of the ticket", [ticket("a", 300, 0, [50, 20])], 340, [price("a", 0, 10, 20)]],
  ["lowers nothing where nothing is due", [ticket("a", 2500, 2000)], 0, []],
])("%s", (_, tickets, due, prices) => {
  expect(waiveDifference(tickets, due)).toEqual(prices);
});
