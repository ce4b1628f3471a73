import { expect, test } from "vitest";
import { seatState, zoneStates } from "./seatState.ts";

const zones = zoneStates([
  { id: "stalls", zones: ["front", "back"], available: true },
  { id: "students", zones: ["back"], available: false },
  { id: "boxes", zones: ["boxes"], available: false },
]);

test.each([
  ["a free seat", "front", false, "available", "stalls"],
  ["somebody’s seat", "front", true, "booked", "stalls"],
  ["one of its groups is still available", "back", false, "available", "stalls,students"],
  ["none of its groups is still available", "boxes", false, "unavailable", "boxes"],
  ["nor is it said who sits there", "boxes", true, "unavailable", "boxes"],
  ["a zone that nobody sells", "choir", false, "unavailable", undefined],
])("%s", (_, zone, isTaken, state, ticket_groups) => {
  expect(seatState(zones.get(zone), isTaken)).toBe(state);
  expect(zones.get(zone)?.ticket_groups).toBe(ticket_groups);
});
