import { expect, test } from "vitest";
import { scopeText } from "./scopeText.ts";

test.each([
  ["for everything", [], [], [], "All events"],
  ["for an event and a venue", ["tour"], ["main"], ["Night tour", "Main house"], "Night tour, Main house"],
  ["for an event that was retired", ["tour"], [], [], "1 event no longer offered"],
  ["for three events, of which two were retired", ["a", "b", "c"], [], ["A"], "A, 2 events no longer offered"],
])("a device %s", (_, event_ids, venue_ids, names, text) =>
  expect(scopeText({ event_ids, venue_ids }, names)).toBe(text),
);
