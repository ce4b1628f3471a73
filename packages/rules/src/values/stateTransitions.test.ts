import { expect, test } from "vitest";
import { canTransition, stateTransitions } from "./stateTransitions.ts";

test.each([
  ["ticket", "held", "booked", true],
  ["ticket", "unbooked", "booked", false],
  ["ticket", "booked", "held", false],
  ["ticket", "redeemed", "booked", true],
  ["ticket", "redeemed", "cancelled", true],
  ["ticket", "cancelled", "booked", false],
  ["cart", "pending", "completed", true],
  ["cart", "expired", "completed", false],
  ["payment", "created", "captured", false],
  ["payment", "authorized", "captured", true],
  ["payment", "failed", "captured", true],
  ["payment", "failed", "authorized", false],
  ["payment", "refunded", "voided", false],
] as const)("%s from %s to %s: %j", (entity, from, to, legal) => expect(canTransition(entity, from, to)).toBe(legal));

test("no state changes to itself", () => {
  for (const moves of Object.values(stateTransitions)) for (const [from, to] of moves) expect(from).not.toBe(to);
});
