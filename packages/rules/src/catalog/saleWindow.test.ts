import { expect, test } from "vitest";
import { isOnSale } from "./saleWindow.ts";

test.each([
  ["no window", null, null, true],
  ["not begun", "2026-11-21T12:00:01Z", null, false],
  ["begins this moment", "2026-11-21T12:00:00Z", null, true],
  ["running", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z", true],
  ["ends this moment", null, "2026-11-21T12:00:00Z", false],
  ["over", "2026-11-01T00:00:00Z", "2026-11-20T00:00:00Z", false],
])("%s", (_, sales_start, sales_end, open) =>
  expect(isOnSale({ sales_start, sales_end }, Temporal.Instant.from("2026-11-21T12:00:00Z"))).toBe(open),
);
