import { describe, expect, test } from "vitest";
import { paidForOwed, settleFailedRefunds, type OwedRefund, type RefundByHand } from "./settleFailedRefunds.ts";

const owed = (id: string, amount: number, minute: number, went_before = false): OwedRefund => ({
  id,
  amount,
  created_at: `2030-01-01T10:${String(minute).padStart(2, "0")}:00Z`,
  went_before,
});
const byHand = (amount: number, minute: number, more: Partial<RefundByHand> = {}): RefundByHand => ({
  amount,
  created_at: `2030-01-01T10:${String(minute).padStart(2, "0")}:00Z`,
  is_external: false,
  is_pending: false,
  ...more,
});

describe("failed refunds", () => {
  test.each([
    ["by a later refund of the amount", [owed("a", 20, 1)], [byHand(20, 2)], 0, ["a"]],
    ["by two parts", [owed("a", 20, 1)], [byHand(12, 2), byHand(8, 3)], 0, ["a"]],
    ["by a larger refund", [owed("a", 20, 1)], [byHand(30, 2)], 0, ["a"]],
    ["not by a part", [owed("a", 20, 1)], [byHand(12, 2)], 0, []],
    ["not by an earlier refund", [owed("a", 20, 2)], [byHand(20, 1)], 0, []],
    ["not by a refund on its way", [owed("a", 20, 1)], [byHand(20, 2, { is_pending: true })], 0, []],
    ["not by what has settled another", [owed("a", 20, 1)], [byHand(20, 2)], 20, []],
    ["the one of the amount first", [owed("a", 10, 1), owed("b", 15, 2)], [byHand(15, 3)], 0, ["b"]],
    ["otherwise the oldest", [owed("a", 10, 1), owed("b", 10, 2)], [byHand(10, 3)], 0, ["a"]],
    [
      "by an earlier one in the dashboard, where the provider says so",
      [owed("a", 20, 2, true)],
      [byHand(20, 1, { is_external: true })],
      0,
      ["a"],
    ],
    ["not by an earlier one of ours, whatever the provider says", [owed("a", 20, 2, true)], [byHand(20, 1)], 0, []],
  ] as const)("are settled %s", (_, open, by_hand, settled, ids) =>
    expect(settleFailedRefunds({ owed: open, by_hand, settled })).toEqual(ids),
  );

  test("count what manual refunds have paid of them, including pending ones", () => {
    const by_hand = [byHand(5, 0), byHand(12, 2), byHand(3, 3, { is_pending: true })];
    expect(paidForOwed(owed("a", 20, 1), { by_hand, settled: 0 })).toBe(15);
    expect(paidForOwed(owed("a", 20, 1), { by_hand, settled: 40 })).toBe(0);
  });
});
