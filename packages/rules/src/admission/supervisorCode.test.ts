import { describe, expect, test } from "vitest";
import { codeEndsAfter, countedTries, isGuessableCode, mustWait, stateOfCode } from "./supervisorCode.ts";

test.each([
  ["000000", true],
  ["123456", true],
  ["654321", true],
  ["890123", true],
  ["135791", true],
  ["121212", true],
  ["123123", true],
  ["12341234", true],
  ["482915482915", true],
  ["123321", true],
  ["110100", true],
  ["147258", true],
  ["159753", true],
  ["482915", false],
  ["073186", false],
  ["9041728365", false],
])("the code %s is easily guessed: %s", (code, expected) => {
  expect(isGuessableCode(code)).toBe(expected);
});

describe("a code", () => {
  const minute = 60_000;
  test.each([
    ["that nobody got wrong", { wrong: 0, last_wrong_at: null }, "open"],
    ["with four wrong tries", { wrong: 4, last_wrong_at: 0 }, "open"],
    ["right after five wrong tries", { wrong: 5, last_wrong_at: 0 }, "waits"],
    ["fifteen minutes after five wrong tries", { wrong: 5, last_wrong_at: -14 * minute }, "open"],
    ["with six wrong tries, after waiting", { wrong: 6, last_wrong_at: 0 }, "open"],
    ["right after ten wrong tries", { wrong: 10, last_wrong_at: 0 }, "waits"],
    ["with twenty wrong tries, long after", { wrong: codeEndsAfter, last_wrong_at: -1e9 }, "ended"],
  ] as const)("%s is %s", (_, tries, expected) => {
    expect(stateOfCode(tries, minute)).toBe(expected);
  });
});

describe("a device", () => {
  const minute = 60_000;
  const now = 100 * minute;
  test.each([
    ["without tries", [], false],
    ["with four tries", [now, now, now, now], false],
    ["with five tries", [now, now, now, now, now], true],
    ["with five tries of which one is old", [now - 15 * minute, now, now, now, now], false],
    ["with tries of a clock that was ahead", Array.from({ length: 9 }, () => now + minute), false],
  ])("%s has to wait: %s", (_, tries, expected) => {
    expect(mustWait(tries, now)).toBe(expected);
  });

  test("forgets tries that no longer count", () => {
    expect(countedTries([1, now - 1, now], now)).toEqual([now - 1, now]);
  });
});
