import { expect, test } from "vitest";
import { TypedCodes } from "./TypedCodes.ts";

/** What is heard of keys that follow each other every few milliseconds. */
const typed = (keys: readonly string[], { everyMs = 5, isInList = false } = {}) => {
  const codes = new TypedCodes();
  return keys.map((key, nth) => codes.hear({ key, at: 1000 + nth * everyMs, isInList }));
};
const scanned = ["A", "B", "1", "2", "C", "D", "3", "4", "Enter"];

test("what a scanner types is a code, and its Enter presses nothing", () => {
  expect(typed(scanned).at(-1)).toEqual({ code: "AB12CD34", isTaken: true });
  expect(
    typed(scanned)
      .slice(0, -1)
      .every(({ isTaken }) => !isTaken),
  ).toBe(true);
});

test("a code is heard while a list of choices has the focus, and chooses nothing there", () => {
  const heard = typed(scanned, { isInList: true });
  expect(heard.at(-1)?.code).toBe("AB12CD34");
  expect(heard.every(({ isTaken }) => isTaken)).toBe(true);
});

test.each([
  ["a short text", ["A", "B", "1", "2", "Enter"], { isTaken: true }],
  ["Enter alone", ["Enter"], { isTaken: false }],
  ["keys without a letter", ["Shift", "ArrowDown", "Enter"], { isTaken: false }],
])("%s is no code", (_, keys, last) => expect(typed(keys).at(-1)).toEqual(last));

test("what a person types is no code, and their keys do what they always do", () => {
  expect(typed(scanned, { everyMs: 600 }).at(-1)).toEqual({ isTaken: false });
  expect(typed([" "], { isInList: true })).toEqual([{ isTaken: false }]);
});
