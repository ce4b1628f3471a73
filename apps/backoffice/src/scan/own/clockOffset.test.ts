import { expect, test } from "vitest";
import { clockOffset, EarliestTime } from "./clockOffset.ts";

const now = "2027-03-02T10:00:00Z";
const at = Date.parse(now);
const minute = 60_000;
const of = (known: number, before: number, after: number): number =>
  clockOffset(known, { now, before: at + before, after: at + after });

test.each([
  ["a clock that is right", 0, -20, 20, 0],
  ["a clock that is ten minutes ahead", 0, 10 * minute, 10 * minute + 50, -10 * minute],
  ["a clock that was put right since", -10 * minute, -20, 20, 0],
  ["a right clock and a reply that takes a minute to arrive", 0, 0, minute, 0],
  ["a clock that is ten minutes ahead, and such a reply", -10 * minute, 10 * minute, 11 * minute, -10 * minute],
  ["a clock that is less than a second off", 0, 900, 950, 0],
])("%s", (_, known, before, after, offset) => expect(of(known, before, after)).toBe(offset));

const hour = 60 * minute;
/** The offset of a clock of which the server said that it is right, after some time and a jump. */
const offsetAfter = (
  { awake, asleep = 0, jump }: { awake: number; asleep?: number; jump: number },
  known = 0,
): number => {
  let counted = 0;
  const earliest = new EarliestTime(() => counted);
  earliest.note(at);
  counted += awake;
  return earliest.offsetFrom(known, at - known + awake + asleep + jump);
};

test.each([
  ["that goes on", { awake: hour, jump: 0 }, 0],
  ["that was put back, also by more than the time since", { awake: hour, jump: -3 * hour }, 3 * hour],
  ["that was put back a little", { awake: hour, jump: -5 * minute }, 5 * minute],
  ["of a phone that slept", { awake: hour, asleep: 8 * hour, jump: 0 }, 0],
  [
    "that was put back while the phone slept, as far as it is known",
    { awake: 0, asleep: hour, jump: -3 * hour },
    2 * hour,
  ],
  ["that was put forward, which may have been a sleep", { awake: hour, jump: 3 * hour }, 0],
])("without a network: a clock %s", (_, time, offset) => {
  expect(offsetAfter(time)).toBe(offset);
  expect(offsetAfter(time, -10 * minute)).toBe(offset - 10 * minute);
});

test("what the server said last counts, also if its clock was put back", () => {
  let counted = 0;
  const earliest = new EarliestTime(() => counted);
  earliest.note(at + hour);
  earliest.note(at);
  counted = minute;
  expect(earliest.now).toBe(at + minute);
});

test("before the server was heard, any time can be right", () => expect(new EarliestTime().offsetFrom(0, 0)).toBe(0));
