import { expect, test } from "vitest";
import { resolveRelativeDay, dayMatcher } from "./relativeDates.ts";
import { expandInSteps, expandSchedules } from "./expandSchedules.ts";
import type { Timetable, WeeklySchedule, WrittenDays } from "./timetable.ts";

const today = "2026-11-21"; // a Saturday
const expand = (timetable: Timetable, zone = "Europe/London", venueClosed?: readonly WrittenDays[]) => {
  const errors: string[] = [];
  const sessions = expandSchedules(timetable, {
    zone,
    venueClosed,
    today,
    path: ["events", 0],
    addProblem: (path, message) => errors.push(`${path.join(".")}: ${message}`),
  });
  return { said: errors, sessions };
};
const week = (from: string, until: string, more: Partial<WeeklySchedule>): Timetable => ({
  schedules: [{ from, until, weekly: [{ on: "daily", at: ["10:00"], minutes: 60 }], ...more }],
});
const days = (timetable: Timetable) => expand(timetable).sessions.map(({ local_day }) => local_day);

test.each([
  ["today", "2026-11-21"],
  ["today+14d", "2026-12-05"],
  ["today-30d", "2026-10-22"],
  ["today+3m", "2027-02-21"],
  ["next saturday", "2026-11-28"],
  ["next sunday", "2026-11-22"],
  ["next friday+1w", "2026-12-04"],
  ["month", "2026-11-01"],
  ["month+1", "2026-12-01"],
  ["month+14", "2028-01-01"],
  ["month+1-1d", "2026-11-30"],
  ["second friday of month+1", "2026-12-11"],
  ["last sunday of month", "2026-11-29"],
  ["last monday of month", "2026-11-30"],
  ["2027-02-28", "2027-02-28"],
  ["2027-02-29", undefined],
  ["today+9000y", undefined],
])("the relative day '%s' is %s", (written, day) => expect(resolveRelativeDay(written, today)).toBe(day));

test("yearly days may span New Year", () => {
  const closed = dayMatcher({ from: "12-24", until: "01-01" }, today);
  expect(["2026-12-23", "2026-12-24", "2027-01-01", "2027-01-02", "2029-12-31"].map((day) => closed?.(day))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});

// The UTC times of a 10:00 session, from the Friday before a clock change to the Monday after.
test.each([
  ["New York in spring", "America/New_York", "2027-03-13", ["15:00", "14:00", "14:00"]],
  ["New York in autumn", "America/New_York", "2026-10-31", ["14:00", "15:00", "15:00"]],
  ["London in spring", "Europe/London", "2027-03-27", ["10:00", "09:00", "09:00"]],
  ["London in autumn", "Europe/London", "2026-10-24", ["09:00", "10:00", "10:00"]],
  ["Sydney in spring", "Australia/Sydney", "2026-10-03", ["00:00", "23:00", "23:00"]],
  ["Sydney in autumn", "Australia/Sydney", "2027-04-03", ["23:00", "00:00", "00:00"]],
  ["Auckland in spring", "Pacific/Auckland", "2026-09-26", ["22:00", "21:00", "21:00"]],
  ["Auckland in autumn", "Pacific/Auckland", "2027-04-03", ["21:00", "22:00", "22:00"]],
  // These clocks move by half an hour.
  ["Lord Howe in spring", "Australia/Lord_Howe", "2026-10-03", ["23:30", "23:00", "23:00"]],
  ["Lord Howe in autumn", "Australia/Lord_Howe", "2027-04-03", ["23:00", "23:30", "23:30"]],
])("a session stays at ten local time: %s", (_, zone, from, expected) => {
  const { sessions } = expand(week(from, plus(from, 2), {}), zone);
  expect(sessions.map(({ start_datetime }) => start_datetime.slice(11, 16))).toEqual(expected);
  expect(sessions.every(({ local_start, local_end }) => local_start === "10:00" && local_end === "11:00")).toBe(true);
});

const plus = (day: string, count: number) => Temporal.PlainDate.from(day).add({ days: count }).toString();

test.each([
  // The hour from 2 to 3 does not exist: its starts move forward, and two that coincide become one.
  ["New York in spring", "America/New_York", "2027-03-14", ["01:30 06:30", "03:00 07:00", "03:30 07:30"]],
  // The hour from 1 to 2 occurs twice: the first is used.
  [
    "New York in autumn",
    "America/New_York",
    "2026-11-01",
    ["01:30 05:30", "02:00 07:00", "02:30 07:30", "03:00 08:00", "03:30 08:30"],
  ],
  ["Sydney in spring", "Australia/Sydney", "2026-10-04", ["01:30 15:30", "03:00 16:00", "03:30 16:30"]],
  [
    "Sydney in autumn",
    "Australia/Sydney",
    "2027-04-04",
    ["01:30 14:30", "02:00 15:00", "02:30 15:30", "03:00 17:00", "03:30 17:30"],
  ],
  ["Auckland in spring", "Pacific/Auckland", "2026-09-27", ["01:30 13:30", "03:00 14:00", "03:30 14:30"]],
  [
    "Auckland in autumn",
    "Pacific/Auckland",
    "2027-04-04",
    ["01:30 12:30", "02:00 13:00", "02:30 13:30", "03:00 15:00", "03:30 15:30"],
  ],
  [
    "Lord Howe in spring",
    "Australia/Lord_Howe",
    "2026-10-04",
    ["01:30 15:00", "02:30 15:30", "03:00 16:00", "03:30 16:30"],
  ],
  [
    "Lord Howe in autumn",
    "Australia/Lord_Howe",
    "2027-04-04",
    ["01:30 14:30", "02:00 15:30", "02:30 16:00", "03:00 16:30", "03:30 17:00"],
  ],
])("a session every half hour through the night of a clock change: %s", (_, zone, day, expected) => {
  const { sessions, said: errors } = expand(
    {
      schedules: [
        {
          from: day,
          until: day,
          weekly: [{ on: "daily", every: { minutes: 30, from: "01:30", to: "03:30" }, minutes: 30 }],
        },
      ],
    },
    zone,
  );
  expect(sessions.map(({ local_start, start_datetime }) => `${local_start} ${start_datetime.slice(11, 16)}`)).toEqual(
    expected,
  );
  expect(errors).toEqual([]);
});

// New York, 1 November 2026: 01:00 to 02:00 is shown twice, from 05:00 and from 06:00 UTC.
test.each([
  ["before: at its first time", { at: "00:30", ends: "01:30" }, "04:30 05:30"],
  ["the evening before: at its first time", { date: "2026-10-31", at: "22:00", ends: "01:30" }, "02:00 05:30"],
  ["the first time: at its first time", { at: "01:15", ends: "01:45" }, "05:15 05:45"],
  [
    "the second time: at its second time",
    { at: "01:15", ends: "01:45", when_repeated: "second" as const },
    "06:15 06:45",
  ],
  ["before, with a length: after that", { at: "00:30", minutes: 120 }, "04:30 06:30"],
  [
    "the first time, and ends after the hour: an hour later than it seems",
    { at: "01:30", ends: "02:15" },
    "05:30 07:15",
  ],
])("a session that begins %s, if its end is shown twice", (_, session, expected) => {
  const { sessions } = expand({ sessions: [{ date: "2026-11-01", ...session }] }, "America/New_York");
  expect(sessions.map((one) => `${one.start_datetime.slice(11, 16)} ${one.end_datetime.slice(11, 16)}`)).toEqual([
    expected,
  ]);
});

test.each([
  ["an hour is lost", "Europe/London", "2027-03-27", 11],
  ["an hour is won", "Europe/London", "2026-10-24", 13],
  ["an ordinary night", "Europe/London", "2026-11-24", 12],
])("a night from 20:00 to 08:00 lasts as long as the clocks say: %s", (_, zone, day, hours) => {
  const { sessions } = expand({ sessions: [{ date: day, at: "20:00", ends: "08:00" }] }, zone);
  const [night] = sessions;
  expect(night?.local_end).toBe("08:00");
  expect(
    Temporal.Instant.from(night?.end_datetime ?? "")
      .since(night?.start_datetime ?? "")
      .total("hours"),
  ).toBe(hours);
});

test.each([
  ["follows the venue", { closed_with_venue: true }, ["21", "24", "27"]],
  ["follows the venue beside closed days of its own", { closed_with_venue: true, closed: ["12-21"] }, ["24", "27"]],
  ["does not follow the venue", {}, ["21", "22", "23", "24", "25", "26", "27"]],
])("a schedule that %s has sessions on the other days", (_, more, expected) => {
  const closed = ["2026-12-22", "12-23", { from: "12-25", until: "12-26" }, "easter"];
  const { sessions } = expand(week("2026-12-21", "2026-12-27", more), "Europe/London", closed);
  expect(sessions.map(({ local_day }) => local_day.slice(8))).toEqual(expected);
});

test("an extra session is held on a day that the venue is closed", () => {
  const extra = [{ date: "2026-12-22", at: "18:00", minutes: 60 }];
  const timetable = week("2026-12-21", "2026-12-22", { closed_with_venue: true, extra });
  const { sessions } = expand(timetable, "Europe/London", ["12-22"]);
  expect(sessions.map(({ local_day, local_start }) => `${local_day} ${local_start}`)).toEqual([
    "2026-12-21 10:00",
    "2026-12-22 18:00",
  ]);
});

test("applies closed days, changed days and extra sessions", () => {
  const { sessions, said: errors } = expand(
    week("2026-12-21", "2026-12-28", {
      capacity: 40,
      closed: [{ from: "12-24", until: "12-26" }],
      changed: [
        { on: ["sun"], capacity: 10 },
        { days: "2026-12-27", capacity: 99 },
        { days: "2026-12-28", cancelled: true },
      ],
      extra: [{ date: "2026-12-24", at: "09:00", minutes: 30, capacity: 5 }],
    }),
  );
  expect(errors).toEqual([]);
  expect(sessions.map(({ local_day, capacity, cancelled }) => [local_day.slice(8), capacity, cancelled])).toEqual([
    ["21", 40, false],
    ["22", 40, false],
    ["23", 40, false],
    ["24", 5, false],
    ["27", 10, false],
    ["28", 40, true],
  ]);
});

test("finds the first and the last Friday of the month", () => {
  const weekly = [{ on: ["fri" as const], nth: [1, -1], at: ["18:00"], minutes: 60 }];
  expect(days({ schedules: [{ from: "2026-12-01", until: "2027-01-31", weekly }] })).toEqual([
    "2026-12-04",
    "2026-12-25",
    "2027-01-01",
    "2027-01-29",
  ]);
});

test.each<[string, Timetable, string]>([
  [
    "an end before the begin",
    week("2027-01-02", "2027-01-01", {}),
    "events.0.schedules.0.until: is before from (2027-01-01 is before 2027-01-02)",
  ],
  [
    "no such day",
    { sessions: [{ date: "2027-02-30", at: "10:00", minutes: 60 }] },
    "events.0.sessions.0.date: is not a day in the calendar",
  ],
  [
    "neither minutes nor ends",
    { sessions: [{ date: "today", at: "10:00" }] },
    "events.0.sessions.0: needs either `minutes` or `ends`",
  ],
  [
    "at and every",
    { schedules: [{ from: "today", until: "today", weekly: [{ on: "daily", minutes: 5 }] }] },
    "events.0.schedules.0.weekly.0: needs either `at` or `every`",
  ],
  [
    "twice at one time",
    { ...week("today", "today+9d", {}), sessions: [{ date: "today+1d", at: "10:00", minutes: 5 }] },
    "events.0.sessions.0: starts twice at 10:00 on 2026-11-22",
  ],
  [
    "a start every minute of ten years, as while the number is typed",
    week("2027-01-01", "2036-12-31", {
      weekly: [{ on: "daily", every: { minutes: 1, from: "00:00", to: "23:59" }, minutes: 60 }],
    }),
    "events.0: has too many sessions; an event may have at most 100000",
  ],
  [
    "a year whose last digits are typed later",
    week("0002-01-01", "2027-01-01", {}),
    "events.0.schedules.0.until: is more than ten years after from",
  ],
  [
    "thirty years",
    week("2027-01-01", "2057-01-01", {}),
    "events.0.schedules.0.until: is more than ten years after from",
  ],
])("reports %s", (_, timetable, message) => expect(expand(timetable).said).toEqual([message]));

const moveAt = (days: string, from: string, move_minutes: number) => ({
  days,
  time: { from, until: `${from.slice(0, 4)}${Number(from.slice(4)) + 1}` },
  move_minutes,
});

test("a moved session takes place later, but keeps its planned time as identity", () => {
  const { sessions, said } = expand(week("2027-03-01", "2027-03-02", { changed: [moveAt("2027-03-02", "10:00", 45)] }));
  expect(said).toEqual([]);
  expect(sessions.map(({ local_start, local_end, planned }) => [local_start, local_end, planned.local_start])).toEqual([
    ["10:00", "11:00", "10:00"],
    ["10:45", "11:45", "10:00"],
  ]);
});

test("a move across a clock change takes exactly its minutes", () => {
  const { sessions } = expand(week("2027-03-27", "2027-03-27", { changed: [moveAt("2027-03-27", "10:00", 24 * 60)] }));
  expect(sessions[0]).toMatchObject({ local_day: "2027-03-28", local_start: "11:00", local_end: "12:00" });
});

test("moving a session onto another's start is a problem that names both", () => {
  const twoADay = { weekly: [{ on: "daily" as const, at: ["10:00", "10:30"], minutes: 60 }] };
  const onto = expand(week("2027-03-01", "2027-03-01", { ...twoADay, changed: [moveAt("2027-03-01", "10:00", 30)] }));
  expect(onto.said).toEqual([
    "events.0.schedules.0.changed.0: the session of 2027-03-01 10:00, moved to 2027-03-01 10:30, would begin at the same moment as the session of 2027-03-01 10:30",
  ]);
  // All are moved by the same time: each begins where the next one was planned.
  const shifted = expand(week("2027-03-01", "2027-03-01", { ...twoADay, changed: [{ move_minutes: 30 }] }));
  expect(shifted.said).toEqual([]);
  expect(shifted.sessions.map(({ local_start, planned }) => [local_start, planned.local_start])).toEqual([
    ["10:30", "10:00"],
    ["11:00", "10:30"],
  ]);
});

test("where the season begins today, a session moved to a later day takes place although its planned day has passed", () => {
  const changed = [moveAt("2026-11-20", "10:00", 2 * 24 * 60), { days: "2026-11-19", capacity: 3 }];
  expect(days(week("today", "today+1d", { changed }))).toEqual(["2026-11-21", "2026-11-22"]);
  const { sessions } = expand(
    week("today", "today+1d", { changed: [moveAt("2026-11-20", "10:00", 2 * 24 * 60 + 60), ...changed.slice(1)] }),
  );
  expect(sessions.map(({ local_day, local_start }) => `${local_day} ${local_start}`)).toEqual([
    "2026-11-21 10:00",
    "2026-11-22 10:00",
    "2026-11-22 11:00",
  ]);
  // A fixed first day is meant literally.
  expect(
    days(week("2026-11-21", "2026-11-22", { changed: [moveAt("2026-11-20", "10:00", 2 * 24 * 60 + 60)] })),
  ).toEqual(["2026-11-21", "2026-11-22"]);
});

const autumn = "2027-10-31";
const spring = "2027-03-28";
const startsOf = (timetable: Timetable) =>
  expand(timetable).sessions.map(({ local_start, start_datetime }) => `${local_start} ${start_datetime.slice(11, 16)}`);

test.each([
  ["a skipped start that moves", spring, { when_skipped: "move" }, ["02:30 01:30"]],
  ["a skipped start that is left out", spring, { when_skipped: "omit" }, []],
  ["the first of two", autumn, { when_repeated: "first" }, ["01:30 00:30"]],
  ["the second of two", autumn, { when_repeated: "second" }, ["01:30 01:30"]],
  [
    "choices on a day without a change",
    "2027-06-01",
    { when_skipped: "omit", when_repeated: "second" },
    ["01:30 00:30"],
  ],
  ["the other choice in spring", spring, { when_repeated: "second" }, ["02:30 01:30"]],
  ["the other choice in autumn", autumn, { when_skipped: "omit" }, ["01:30 00:30"]],
] as const)(
  "what is chosen for a change of the clocks counts, in a week and alone: %s",
  (_, date, choice, expected) => {
    const session = { minutes: 30, ...choice };
    expect(startsOf({ sessions: [{ date, at: "01:30", ...session }] })).toEqual(expected);
    expect(startsOf(week(date, date, { weekly: [{ on: "daily", at: ["01:30"], ...session }] }))).toEqual(expected);
  },
);

test("a start at the second occurrence of a repeated time lasts until its end", () => {
  const [session] = expand({
    sessions: [{ date: autumn, at: "01:15", ends: "01:45", when_repeated: "second" }],
  }).sessions;
  expect([session?.start_datetime, session?.end_datetime]).toEqual(["2027-10-31T01:15:00Z", "2027-10-31T01:45:00Z"]);
});

test("expands in steps, at least one for each session", () => {
  const at = { zone: "Europe/London", today, path: [], addProblem: () => undefined };
  const timetable = week("today", "today+99d", {});
  const steps = expandInSteps(timetable, at);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  expect(step.value).toEqual(expandSchedules(timetable, at));
  expect(count).toBeGreaterThanOrEqual(step.value.length);
});
