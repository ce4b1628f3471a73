import { expect, test } from "vitest";
import { leftToAdd } from "./leftToAdd.ts";

const line = (event_session_id: string | null, ticket_group_id: string, count: number) => ({
  event_session_id,
  types: [{ ticket_group_id, count }],
});
const groups = [
  { id: "general", exclude_from_event_capacity: false },
  { id: "audio", exclude_from_event_capacity: true },
];
test.each([
  ["an empty cart leaves every place", 5, [], 5],
  ["the places that the cart holds are taken", 5, [line("ten", "general", 2)], 3],
  ["a cart that holds the last places leaves none", 2, [line("ten", "general", 2)], 0],
  ["more held than left leaves none", 1, [line("ten", "general", 2)], 0],
  ["tickets for another session do not count", 5, [line("noon", "general", 2)], 5],
  ["tickets without a session do not count", 5, [line(null, "general", 2)], 5],
  ["a group outside the session's capacity does not count", 5, [line("ten", "audio", 2)], 5],
  ["a group that the form does not show counts", 5, [line("ten", "school", 2)], 3],
  ["an unknown number stays unknown", null, [line("ten", "general", 2)], null],
])("%s", (_, left, lines, expected) => expect(leftToAdd({ id: "ten", left }, lines, groups)).toBe(expected));

test("without a session there is no number", () => expect(leftToAdd(undefined, [], groups)).toBe(null));
