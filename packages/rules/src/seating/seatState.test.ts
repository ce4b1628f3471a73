import { expect, test } from "vitest";
import { seatState, zoneStates } from "./seatState.ts";

const zones = zoneStates([
  { id: "stalls", zones: ["front", "back"], available: true },
  { id: "students", zones: ["back"], available: false },
  { id: "boxes", zones: ["boxes"], available: false },
]);

test.each([
  ["a free seat is available", "front", false, "available", "stalls"],
  ["a taken seat is booked", "front", true, "booked", "stalls"],
  ["a seat with one available group is available", "back", false, "available", "stalls,students"],
  ["a seat without an available group is unavailable", "boxes", false, "unavailable", "boxes"],
  ["a taken seat without an available group is unavailable", "boxes", true, "unavailable", "boxes"],
  ["a seat of a zone without groups is unavailable", "choir", false, "unavailable", undefined],
])("%s", (_, zone, isTaken, state, ticket_groups) => {
  expect(seatState(zones.get(zone), isTaken)).toBe(state);
  expect(zones.get(zone)?.ticket_groups).toBe(ticket_groups);
});
