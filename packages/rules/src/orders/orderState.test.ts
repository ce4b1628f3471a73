import { expect, test } from "vitest";
import { orderState } from "./orderState.ts";

test.each([
  ["two valid tickets", { booked: 2, used: 0, refunded: 0 }, "valid"],
  ["one used, one to come", { booked: 1, used: 1, refunded: 0 }, "valid"],
  ["all used", { booked: 0, used: 2, refunded: 0 }, "used"],
  ["money went back for some", { booked: 1, used: 0, refunded: 100 }, "part_refunded"],
  ["no valid ticket", { booked: 0, used: 0, refunded: 200 }, "cancelled"],
  ["no valid ticket, and no refund", { booked: 0, used: 0, refunded: 0 }, "cancelled"],
])("%s", (_, order, state) => expect(orderState(order)).toBe(state));
