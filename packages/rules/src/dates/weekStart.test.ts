import { expect, test } from "vitest";
import { weekStartOf } from "./weekStart.ts";

test.each([
  ["en-US", 0],
  ["en", 0],
  ["en-CA", 0],
  ["en-GB", 1],
  ["en-AU", 1],
  ["en-NZ", 1],
  ["de", 1],
  ["fr-CA", 0],
  ["ar-EG", 6],
] as const)("a calendar in %s begins on weekday %i", (locale, weekday) => expect(weekStartOf(locale)).toBe(weekday));

test("agrees with the platform in every region", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  const regions = letters.flatMap((one) => letters.map((other) => one + other));
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const different = regions.flatMap((region) => {
    const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(`en-${region}`);
    const platform = locale.getWeekInfo?.().firstDay;
    if (names.of(region) === undefined || region === "ZZ" || platform === undefined || platform === 5) return [];
    return platform % 7 === weekStartOf(`en-${region}`) ? [] : [`${region} ${platform}`];
  });
  expect(different).toEqual([]);
});
