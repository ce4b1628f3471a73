import { expect, test } from "vitest";
import {
  formatTimer,
  isExtensionOffered,
  isTimerShown,
  isAboutToExpire,
  localExpiry,
  secondsLeft,
  timerLevel,
} from "./cartTimer.ts";

test("expires five seconds before the server", () => {
  expect(localExpiry(900, 1_000_000)).toBe(1_000_000 + 895_000);
  expect(localExpiry(null, 1_000_000)).toBe(null);
});

test.each([
  ["a whole minute", 60_000, 60],
  ["a second that has begun counts", 59_001, 60],
  ["the last moment", 1, 1],
  ["the end", 0, 0],
  ["after the end", -5_000, 0],
])("%s", (_, ahead, left) => expect(secondsLeft(1_000_000 + ahead, 1_000_000)).toBe(left));

test.each([
  [1199, "info"],
  [301, "info"],
  [300, "warning"],
  [121, "warning"],
  [120, "error"],
  [31, "error"],
  [30, "critical"],
  [1, "critical"],
] as const)("%i seconds are %s", (left, level) => expect(timerLevel(left)).toBe(level));

test.each([
  [1201, false],
  [1200, false],
  [1199, true],
  [1, true],
  [0, false],
])("%i seconds shown: %s", (left, shown) => expect(isTimerShown(left)).toBe(shown));

test.each([
  ["a minute and a second", { left: 61, declined: false, extensions_left: 10 }, false],
  ["the last minute", { left: 60, declined: false, extensions_left: 10 }, true],
  ["the last second", { left: 1, declined: false, extensions_left: 1 }, true],
  ["over", { left: 0, declined: false, extensions_left: 10 }, false],
  ["declined before", { left: 60, declined: true, extensions_left: 10 }, false],
  ["no extension left", { left: 60, declined: false, extensions_left: 0 }, false],
])("extension offered, %s", (_, at, offered) => expect(isExtensionOffered(at)).toBe(offered));

test.each([
  [899, "14:59"],
  [60, "1:00"],
  [9, "0:09"],
  [0, "0:00"],
])("%i seconds read %s", (left, text) => expect(formatTimer(left)).toBe(text));

const stored = { expires_in: 29, payment_in_progress: false, completed_payments: [] };
test.each([
  ["hardly any time", stored, false, true],
  ["half a minute", { ...stored, expires_in: 30 }, false, false],
  ["no expiry", { ...stored, expires_in: null }, false, false],
  ["at the checkout", stored, true, false],
  ["a payment on its way", { ...stored, payment_in_progress: true }, false, false],
  ["paid in part", { ...stored, completed_payments: [{}] }, false, false],
])("discarded on load: %s", (_, cart, atCheckout, late) => expect(isAboutToExpire(cart, { atCheckout })).toBe(late));
