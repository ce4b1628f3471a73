import { expect, test } from "vitest";
import { isOnSale } from "./saleWindow.ts";

test.each([
  ["on sale without a window", null, null, true],
  ["not on sale before its start", "2026-11-21T12:00:01Z", null, false],
  ["on sale from its start", "2026-11-21T12:00:00Z", null, true],
  ["on sale within its window", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z", true],
  ["not on sale from its end", null, "2026-11-21T12:00:00Z", false],
  ["not on sale after its end", "2026-11-01T00:00:00Z", "2026-11-20T00:00:00Z", false],
])("a group is %s", (_, sales_start, sales_end, open) =>
  expect(isOnSale({ sales_start, sales_end }, Temporal.Instant.from("2026-11-21T12:00:00Z"))).toBe(open),
);
