import { expect, test } from "vitest";
import type { GateAnswer } from "@foyer/contract/office/gate/gate.ts";
import type { Scanned } from "./gateView.ts";
import { canOverride, isPairingOver, letSomebodyIn, mostSerious, wasRefusedHere } from "./gateAnswers.ts";

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

const refusal = { shown: "no", reason: "already_in", counts: "refused", subject: { id: "1" }, choices: [] };
test.each([
  ["a ticket that is refused", {}, {}, true],
  ["an undo that is refused", { reason: "undo_refused" }, {}, false],
  ["somebody who leaves", { shown: "look", reason: "not_inside" }, { direction: "out" }, false],
  ["somebody who was let in anyway", { counts: "double" }, {}, false],
  ["an unknown code", { reason: "unknown", subject: null }, { code: "AB12CD" }, false],
  ["a code that is not in the list", { shown: "look", reason: "not_listed", subject: null }, { code: "AB12CD" }, true],
])("%s can be let in anyway or not", (_, answer, scanned, expected) =>
  expect(
    canOverride({ ...refusal, ...answer } as unknown as GateAnswer, { direction: "in", ...scanned } as Scanned),
  ).toBe(expected),
);
