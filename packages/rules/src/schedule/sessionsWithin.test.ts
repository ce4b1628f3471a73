import { expect, test } from "vitest";
import { timeAmbiguity, startAmbiguity, unresolvedAmbiguity } from "./startAmbiguity.ts";
import { expandSchedules } from "./expandSchedules.ts";
import { readTimetable } from "./readTimetable.ts";
import { sessionsWithin } from "./sessionsWithin.ts";

const venue = { zone: "Europe/London", today: "2026-11-21" };
const museum = {
  schedules: [
    {
      from: "today",
      until: "month+12",
      capacity: 60,
      weekly: [
        { on: ["tue", "sat"], every: { minutes: 60, from: "10:00", to: "12:00" }, minutes: 60 },
        { on: ["fri"], at: ["18:00"], ends: "21:00", capacity: 40 },
      ],
      closed: ["12-25", { from: "2027-03-01", until: "2027-03-05" }],
      changed: [{ days: "2027-03-09", time: { from: "11:00", until: "11:01" }, capacity: 10 }],
      extra: [{ date: "2027-03-03", at: "08:00", minutes: 90, capacity: 12 }],
    },
  ],
  sessions: [{ date: "2027-03-08", at: "19:00", minutes: 60, capacity: 5 }],
};
const march = { from: "2027-03-01", until: "2027-03-31" };
const all = (event: object) =>
  expandSchedules(readTimetable(event as never), { ...venue, path: [], addProblem: () => undefined });

test("a month has the same sessions as in the whole season", () => {
  const found = sessionsWithin(readTimetable(museum), march, venue);
  expect(found).toEqual(all(museum).filter(({ local_day }) => local_day.startsWith("2027-03")));
  expect(found.slice(0, 3).map(({ local_day, local_start, capacity }) => [local_day, local_start, capacity])).toEqual([
    ["2027-03-03", "08:00", 12],
    ["2027-03-06", "10:00", 60],
    ["2027-03-06", "11:00", 60],
  ]);
  expect(found.find(({ local_day, at }) => local_day === "2027-03-09" && at === "11:00")).toMatchObject({
    capacity: 10,
    path: ["schedules", 0, "changed", 0],
  });
});

test("a season that is over or has not begun still has its extra sessions", () => {
  const over = { schedules: [{ ...museum.schedules[0], until: "2026-12-31" }] };
  expect(sessionsWithin(readTimetable(over), march, venue).map(({ local_day }) => local_day)).toEqual(["2027-03-03"]);
  expect(sessionsWithin(readTimetable(museum), { from: "2026-10-01", until: "2026-10-31" }, venue)).toEqual([]);
});

test.each([
  ["no length", { on: ["tue"], at: ["10:00"] }],
  ["a length and an end", { on: ["tue"], at: ["10:00"], minutes: 60, ends: "11:00" }],
  ["no weekday", { on: [], at: ["10:00"], minutes: 60 }],
  ["an unknown weekday", { on: ["tuesday"], at: ["10:00"], minutes: 60 }],
  ["no start", { on: ["tue"], at: [], minutes: 60 }],
  ["half a time", { on: ["tue"], at: ["10:"], minutes: 60 }],
  ["no step between its starts", { on: ["tue"], every: { minutes: 0, from: "10:00", to: "12:00" }, minutes: 60 }],
  ["a step that is text", { on: ["tue"], every: { minutes: "x", from: "10:00", to: "12:00" }, minutes: 60 }],
  ["nothing at all", null],
])("a weekly entry with %s has no sessions yet, and the others keep theirs", (_name, entry) => {
  const event = {
    schedules: [
      { from: "2027-03-01", until: "2027-03-07", weekly: [entry, { on: ["wed"], at: ["10:00"], minutes: 60 }] },
    ],
  };
  expect(sessionsWithin(readTimetable(event), march, venue)).toHaveLength(1);
});

test.each([
  {},
  { schedules: "often" },
  { schedules: [null, 3] },
  { sessions: [{ date: "soon", at: "10:00", minutes: 5 }] },
])("%j has no sessions", (event) => expect(sessionsWithin(readTimetable(event), march, venue)).toEqual([]));

test.each([
  ["2027-03-28", "00:30", undefined],
  ["2027-03-28", "01:30", "skipped"],
  ["2027-03-28", "02:30", undefined],
  ["2027-10-31", "00:30", undefined],
  ["2027-10-31", "01:30", "repeated"],
  ["2027-10-31", "02:00", undefined],
  ["2027-10-30", "01:30", undefined],
])("on %s, a start at %s by London's clocks is %s", (date, at, doubt) => {
  const [session] = all({ sessions: [{ date, at, minutes: 60 }] });
  expect(session && startAmbiguity(session, venue.zone)).toBe(doubt);
});

test.each([
  ["America/New_York", "2027-03-14", "01:59", undefined],
  ["America/New_York", "2027-03-14", "02:00", "skipped"],
  ["America/New_York", "2027-03-14", "03:00", undefined],
  ["America/New_York", "2026-11-01", "01:00", "repeated"],
  ["America/New_York", "2026-11-01", "02:00", undefined],
  ["Europe/London", "2027-03-28", "01:00", "skipped"],
  ["Europe/London", "2027-10-31", "01:59", "repeated"],
  ["Australia/Sydney", "2026-10-04", "02:59", "skipped"],
  ["Australia/Sydney", "2027-04-04", "02:00", "repeated"],
  ["Pacific/Auckland", "2026-09-27", "02:00", "skipped"],
  ["Pacific/Auckland", "2027-04-04", "02:59", "repeated"],
  // These clocks move by half an hour.
  ["Australia/Lord_Howe", "2026-10-04", "02:00", "skipped"],
  ["Australia/Lord_Howe", "2026-10-04", "02:29", "skipped"],
  ["Australia/Lord_Howe", "2026-10-04", "02:30", undefined],
  ["Australia/Lord_Howe", "2027-04-04", "01:29", undefined],
  ["Australia/Lord_Howe", "2027-04-04", "01:30", "repeated"],
  ["Australia/Lord_Howe", "2027-04-04", "02:00", undefined],
])("by the clocks of %s on %s, %s is %s, also as the start of a session", (zone, day, at, doubt) => {
  expect(timeAmbiguity(day, at, zone)).toBe(doubt);
  const timetable = readTimetable({ sessions: [{ date: day, at, minutes: 60 }] });
  const [session] = sessionsWithin(timetable, { from: day, until: day }, { zone, today: "2026-09-01" });
  expect(session && startAmbiguity(session, zone)).toBe(doubt);
});

test("a session moved into another month is in that month", () => {
  const event = {
    schedules: [
      {
        ...museum.schedules[0],
        changed: [{ days: "2027-02-27", time: { from: "12:00", until: "12:01" }, move_minutes: 3 * 24 * 60 }],
      },
    ],
  };
  const found = sessionsWithin(readTimetable(event), march, venue);
  expect(found).toEqual(all(event).filter(({ local_day }) => local_day.startsWith("2027-03")));
  expect(found[0]).toMatchObject({
    local_day: "2027-03-02",
    local_start: "12:00",
    planned: { local_day: "2027-02-27" },
  });
});

test.each([
  ["2027-03-28", {}, "skipped"],
  ["2027-03-28", { when_skipped: "move" }, undefined],
  ["2027-03-28", { when_repeated: "first" }, "skipped"],
  ["2027-10-31", { when_skipped: "omit" }, "repeated"],
  ["2027-10-31", { when_repeated: "second" }, undefined],
  ["2027-10-31", { when_repeated: "third" }, "repeated"],
])("on %s, with the choice %j, what is left to choose about 01:30 is %s", (date, choice, doubt) => {
  const [session] = all({ sessions: [{ date, at: "01:30", minutes: 60, ...choice }] });
  expect(session && unresolvedAmbiguity(session, venue.zone)).toBe(doubt);
});
