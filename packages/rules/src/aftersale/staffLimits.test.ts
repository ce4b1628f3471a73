import { expect, test } from "vitest";
import { exceededRefundLimit, exceedsCompLimit, type RefundLimits } from "./staffLimits.ts";

test.each<[string, RefundLimits, { order: number; day: number }, number, ReturnType<typeof exceededRefundLimit>]>([
  ["no limits", {}, { order: 90_000, day: 90_000 }, 90_000, undefined],
  ["exactly up to the order's", { order: "50.00" }, { order: 3000, day: 9000 }, 2000, undefined],
  ["a cent above the order's", { order: "50.00" }, { order: 3000, day: 9000 }, 2001, { span: "order", left: 2000 }],
  [
    "other orders count for the day alone",
    { order: "50.00", day: "100.00" },
    { order: 0, day: 9000 },
    2000,
    { span: "day", left: 1000 },
  ],
  ["a limit that was lowered leaves nothing", { day: "10.00" }, { order: 0, day: 5000 }, 1, { span: "day", left: 0 }],
  ["nothing at all may be given back", { order: "0" }, { order: 0, day: 0 }, 1, { span: "order", left: 0 }],
])("a refund at the counter: %s", (_, limits, before, refund, expected) =>
  expect(exceededRefundLimit(limits, { before, refund, currency: "USD" })).toEqual(expected),
);

test.each([
  ["the last one of the day", 9, 1, false],
  ["one too many", 10, 1, true],
  ["many at once", 0, 11, true],
])("a ticket that is given away: %s", (_, before, tickets, expected) =>
  expect(exceedsCompLimit({ day: 10 }, { before, tickets })).toBe(expected),
);
