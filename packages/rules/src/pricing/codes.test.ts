import { describe, expect, test } from "vitest";
import { normalizeCode, isCodeCurrent, isCodeUsedUp } from "./codes.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const code = { valid_from: null, valid_to: null, retired: false };

describe("validity", () => {
  test.each([
    ["always", {}, true],
    ["taken out of the catalogue", { retired: true }, false],
    ["a second too early", { valid_from: "2026-11-21T12:00:01Z" }, false],
    ["at its first moment", { valid_from: "2026-11-21T12:00:00Z" }, true],
    ["at its end", { valid_to: "2026-11-21T12:00:00Z" }, false],
    ["a second before its end", { valid_to: "2026-11-21T12:00:01Z" }, true],
  ])("%s", (_, change, answer) => expect(isCodeCurrent({ ...code, ...change }, now)).toBe(answer));
});

test.each([
  ["any number", -1, 9, false],
  ["one is left", 2, 1, false],
  ["none is left", 2, 2, true],
  ["there never was one", 0, 0, true],
])("used up: %s", (_, max_uses, used, answer) => expect(isCodeUsedUp({ max_uses, used })).toBe(answer));

test.each([
  ["capitals", "FRIENDS26", "friends26"],
  ["spaces around it", "  friends26 ", "friends26"],
  ["wide letters", "ｆｒｉｅｎｄｓ２６", "friends26"],
  ["letters of another script stay others", "frіends26", "frіends26"],
])("normalised without %s", (_, text, folded) => expect(normalizeCode(text)).toBe(folded));

test("normalising twice changes nothing", () =>
  expect(normalizeCode(normalizeCode(" ÀB ﬁ "))).toBe(normalizeCode(" ÀB ﬁ ")));
