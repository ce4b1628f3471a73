import { expect, test } from "vitest";
import { isPairingOver, letSomebodyIn, mostSerious, wasRefusedHere } from "./gateAnswers.ts";

const now = Date.parse("2027-03-02T10:00:00Z");

test.each([
  ["a device until a later moment", "2027-03-02T10:00:01Z", false],
  ["a device until now", "2027-03-02T10:00:00Z", true],
  ["somebody who is signed in", null, false],
])("%s has ended or not", (_, ends_at, expected) => expect(isPairingOver({ ends_at }, now)).toBe(expected));

test("a device without a state has not ended", () => expect(isPairingOver(undefined, now)).toBe(false));

test.each([
  [["welcome", "no", "look"], "no"],
  [["welcome", "look", "welcome"], "look"],
  [["welcome", "welcome"], "welcome"],
] as const)("for %j the gate shows %s", (all, expected) =>
  expect(mostSerious(all.map((shown) => ({ shown })))?.shown).toBe(expected),
);

test.each([
  ["entry", true],
  ["reentry", true],
  ["double", true],
  ["exit", false],
  ["refused", false],
] as const)("a scan that counts as %s has admitted somebody: %s", (counts, expected) =>
  expect(letSomebodyIn({ counts })).toBe(expected),
);

const refusedHere = { shown: "no", reason: "already_in", let_in: false } as const;
const scan = { id: "a", at: "2027-03-02T10:00:00Z", offset_ms: 0, direction: "in", decided: refusedHere } as const;
test("an entry of the server is undone if this device had said No", () => {
  expect(wasRefusedHere({ let_in: false, scan }, { counts: "entry" })).toBe(true);
  expect(wasRefusedHere({ let_in: false, scan }, { counts: "reentry" })).toBe(true);
  expect(wasRefusedHere({ let_in: false, scan }, { counts: "refused" })).toBe(false);
  expect(
    wasRefusedHere({ let_in: true, scan: { ...scan, decided: { ...refusedHere, let_in: true } } }, { counts: "entry" }),
  ).toBe(false);
});
