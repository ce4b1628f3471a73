import { expect, test } from "vitest";
import { isTimeToLoad, unusedMs } from "./isTimeToLoad.ts";

const noon = Date.parse("2027-03-02T12:00:00Z");

test.each([
  ["a minute after the last answer", { since: noon - unusedMs, usedAt: 0 }, true],
  ["just before that", { since: noon - unusedMs + 1, usedAt: 0 }, false],
  ["when somebody has touched the page since", { since: noon - 10 * unusedMs, usedAt: noon - 1000 }, false],
  ["a minute after the last touch", { since: noon - 10 * unusedMs, usedAt: noon - unusedMs }, true],
  ["after the clock was put back", { since: noon + 3_600_000, usedAt: 0 }, false],
])("a new version is loaded %s: %#", (_, moments, expected) =>
  expect(isTimeToLoad({ now: noon, ...moments })).toBe(expected),
);
