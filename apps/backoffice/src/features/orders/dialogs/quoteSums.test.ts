import { expect, test } from "vitest";
import { refundedEarlier } from "./quoteSums.ts";

const quote = { value: "59.00", fee: "4.00", refund: "55.00", gift_card: "0" };

test.each([
  ["nothing if the amounts add up", {}, "0", "0"],
  ["what an earlier refund gave back", { refund: "49.50" }, "0", "5.50"],
  ["all that is not kept, if nothing is left to refund", { refund: "0" }, "0", "55.00"],
  ["nothing if new tickets cost the rest", { refund: "10.00" }, "45.00", "0"],
  ["nothing if new tickets are dearer", { refund: "0" }, "80.00", "0"],
  ["what is missing beside cheaper tickets", { refund: "4.50" }, "45.00", "5.50"],
  ["nothing beside a gift card, which can include a bonus", { refund: "0", gift_card: "60.00" }, "0", "0"],
])("refunded earlier is %s", (_, amounts, added, earlier) =>
  expect(refundedEarlier({ ...quote, ...amounts }, { added, currency: "USD" })).toBe(earlier),
);
