import { expect, test } from "vitest";
import { isUnknown } from "./isUnknown.ts";

test.each([
  ["no answer", 0, true, true],
  ["a server that failed", 503, true, true],
  ["somebody who is signed out", 401, false, true],
  ["somebody whose role was taken away", 403, false, true],
  ["too many calls", 429, false, true],
  ["a till that is closed", 409, false, false],
  ["another total", 422, false, false],
])("after %s it is not known whether the sale was made: at first, and asked again", (_, status, first, again) => {
  expect(isUnknown({ status }, { isAgain: false })).toBe(first);
  expect(isUnknown({ status }, { isAgain: true })).toBe(again);
});
