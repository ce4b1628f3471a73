import { expect, test } from "vitest";
import { isLegalMove, legalMoves } from "./states.ts";

test.each([
  ["ticket", "held", "booked", true],
  ["ticket", "unbooked", "booked", false],
  ["ticket", "booked", "held", false],
  ["cart", "pending", "completed", true],
  ["cart", "expired", "completed", false],
  ["payment", "created", "captured", false],
  ["payment", "authorized", "captured", true],
  ["payment", "failed", "captured", true],
  ["payment", "failed", "authorized", false],
  ["payment", "refunded", "voided", false],
] as const)("%s from %s to %s: %j", (entity, from, to, legal) => expect(isLegalMove(entity, from, to)).toBe(legal));

test("nothing moves to where it is", () => {
  for (const moves of Object.values(legalMoves)) for (const [from, to] of moves) expect(from).not.toBe(to);
});
