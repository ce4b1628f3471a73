import { describe, expect, test } from "vitest";
import { normalizeCode, isCodeCurrent, isCodeUsedUp } from "./codes.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const code = { valid_from: null, valid_to: null, retired: false };

describe("a code's validity", () => {
  test.each([
    ["a code without period is current", {}, true],
    ["a retired code is not current", { retired: true }, false],
    ["a code is not current a second before its start", { valid_from: "2026-11-21T12:00:01Z" }, false],
    ["a code is current at its start", { valid_from: "2026-11-21T12:00:00Z" }, true],
    ["a code is not current at its end", { valid_to: "2026-11-21T12:00:00Z" }, false],
    ["a code is current a second before its end", { valid_to: "2026-11-21T12:00:01Z" }, true],
  ])("%s", (_, change, expected) => expect(isCodeCurrent({ ...code, ...change }, now)).toBe(expected));
});

test.each([
  ["an unlimited code is not used up", -1, 9, false],
  ["a code with one use left is not used up", 2, 1, false],
  ["a code without a use left is used up", 2, 2, true],
  ["a code for no uses is used up", 0, 0, true],
])("%s", (_, max_uses, used, expected) => expect(isCodeUsedUp({ max_uses, used })).toBe(expected));

test.each([
  ["ignores case", "FRIENDS26", "friends26"],
  ["removes surrounding spaces", "  friends26 ", "friends26"],
  ["removes characters that nobody sees", "\u200bfriends\u00ad26\u200e \ufeff", "friends26"],
  ["converts full-width letters", "ｆｒｉｅｎｄｓ２６", "friends26"],
  ["keeps letters of another script different", "frіends26", "frіends26"],
])("normalising a code %s", (_, text, normalized) => expect(normalizeCode(text)).toBe(normalized));

test("normalising a normalised code changes nothing", () =>
  expect(normalizeCode(normalizeCode(" ÀB ﬁ "))).toBe(normalizeCode(" ÀB ﬁ ")));
