import { expect, test } from "vitest";
import {
  formatTimer,
  extensionPrompt,
  isTimerShown,
  isAboutToExpire,
  localExpiry,
  secondsLeft,
  timerLevel,
} from "./cartTimer.ts";

test("the local expiry is five seconds before the server's", () => {
  expect(localExpiry(900, 1_000_000)).toBe(1_000_000 + 895_000);
  expect(localExpiry(null, 1_000_000)).toBe(null);
});

test.each([
  ["a whole minute is 60 seconds", 60_000, 60],
  ["a second that has begun counts as whole", 59_001, 60],
  ["the last millisecond counts as a second", 1, 1],
  ["no seconds are left at the end", 0, 0],
  ["no seconds are left after the end", -5_000, 0],
])("%s", (_, remaining, left) => expect(secondsLeft(1_000_000 + remaining, 1_000_000)).toBe(left));

test.each([
  [1199, "info"],
  [301, "info"],
  [300, "warning"],
  [121, "warning"],
  [120, "error"],
  [31, "error"],
  [30, "critical"],
  [1, "critical"],
] as const)("%i seconds left have the level %s", (left, level) => expect(timerLevel(left)).toBe(level));

test.each([
  [1201, false],
  [1200, false],
  [1199, true],
  [1, true],
  [0, false],
])("the timer is shown with %i seconds left: %s", (left, shown) => expect(isTimerShown(left)).toBe(shown));

test.each([
  ["nothing with 61 seconds left", { left: 61, declined: false, extensions_left: 10 }, undefined],
  ["more time in the last minute", { left: 60, declined: false, extensions_left: 10 }, "offered"],
  ["more time in the last second", { left: 1, declined: false, extensions_left: 1 }, "offered"],
  ["nothing after the end", { left: 0, declined: false, extensions_left: 10 }, undefined],
  ["nothing after it was declined", { left: 60, declined: true, extensions_left: 10 }, undefined],
  ["that no extension is left", { left: 60, declined: false, extensions_left: 0 }, "used_up"],
  ["nothing before the last minute without extensions", { left: 61, declined: false, extensions_left: 0 }, undefined],
  ["nothing after it was read", { left: 60, declined: true, extensions_left: 0 }, undefined],
])("the visitor sees %s", (_, at, prompt) => expect(extensionPrompt(at)).toBe(prompt));

test.each([
  [899, "14:59"],
  [60, "1:00"],
  [9, "0:09"],
  [0, "0:00"],
])("%i seconds are formatted as %s", (left, text) => expect(formatTimer(left)).toBe(text));

const stored = { expires_in: 29, payment_in_progress: false, completed_payments: [] };
test.each([
  ["with under 30 seconds left", stored, false, true],
  ["not with 30 seconds left", { ...stored, expires_in: 30 }, false, false],
  ["not without an expiry", { ...stored, expires_in: null }, false, false],
  ["not at the checkout", stored, true, false],
  ["not while a payment is in progress", { ...stored, payment_in_progress: true }, false, false],
  ["not when it is paid in part", { ...stored, completed_payments: [{}] }, false, false],
])("a cart is discarded on load %s", (_, cart, atCheckout, isDiscarded) =>
  expect(isAboutToExpire(cart, { atCheckout })).toBe(isDiscarded),
);
