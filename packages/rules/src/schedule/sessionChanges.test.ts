import { expect, test } from "vitest";
import { expandSchedules } from "./expandSchedules.ts";
import type { ScheduledSession } from "./scheduledSession.ts";
import { readTimetable } from "./readTimetable.ts";
import { changeSessions, chooseClock, isChangedAlone, movedMinutes, putAllBack } from "./sessionChanges.ts";

type Loose = Readonly<Record<string, unknown>>;
const event: Loose = {
  schedules: [
    {
      from: "2027-03-01",
      until: "2027-03-07",
      capacity: 20,
      weekly: [{ on: "daily", at: ["10:00", "14:00"], minutes: 60 }],
      changed: [{ on: ["sat", "sun"], capacity: 8, oversell_capacity: 2 }],
      extra: [{ date: "2027-03-03", at: "19:00", minutes: 60, capacity: 5 }],
    },
  ],
  sessions: [{ date: "2027-03-09", at: "20:00", minutes: 60, capacity: 3 }],
};
const expand = (one: Loose): ScheduledSession[] =>
  expandSchedules(readTimetable(one), {
    zone: "Europe/London",
    today: "2027-02-01",
    path: [],
    addProblem: (path, message) => expect([path, message]).toBeUndefined(),
  });
const at = (one: Loose, text: string) => {
  const found = expand(one).find(({ local_day, local_start }) => `${local_day} ${local_start}` === text);
  if (!found) throw new Error(`No session at ${text}`);
  return found;
};
const placesOf = (one: Loose) => expand(one).map(({ capacity }) => capacity);

test("only the named sessions get another capacity", () => {
  const named = ["2027-03-02 10:00", "2027-03-03 14:00"].map((text) => at(event, text));
  const changed = changeSessions(event, named, { capacity: 7 });
  expect(
    expand(changed)
      .filter(({ capacity }) => capacity === 7)
      .map(({ start_datetime }) => start_datetime),
  ).toEqual(named.map(({ start_datetime }) => start_datetime));
  expect(placesOf(changed)).toHaveLength(placesOf(event).length);
});

test("values from a change for several sessions are kept unless the new change sets them", () => {
  const changed = changeSessions(event, [at(event, "2027-03-06 10:00")], { capacity: 4 });
  expect(at(changed, "2027-03-06 10:00")).toMatchObject({ capacity: 4, oversell_capacity: 2 });
  const cancelled = changeSessions(event, [at(event, "2027-03-07 14:00")], { cancelled: true });
  expect(at(cancelled, "2027-03-07 14:00")).toMatchObject({ capacity: 8, oversell_capacity: 2, cancelled: true });
});

test("a second change of the same session is merged with the first", () => {
  const once = changeSessions(event, [at(event, "2027-03-02 10:00")], { capacity: 7 });
  const twice = changeSessions(once, [at(once, "2027-03-02 10:00")], { cancelled: true });
  expect(at(twice, "2027-03-02 10:00")).toMatchObject({ capacity: 7, cancelled: true });
  expect((twice["schedules"] as { changed: unknown[] }[])[0]?.changed).toHaveLength(2);
});

test("an extra session and a single date are changed in their own entry", () => {
  const named = ["2027-03-03 19:00", "2027-03-09 20:00"].map((text) => at(event, text));
  const changed = changeSessions(event, named, { capacity: 9, oversell_capacity: 1 });
  expect(
    named.map(({ start_datetime }) => expand(changed).find((one) => one.start_datetime === start_datetime)),
  ).toEqual(named.map((session) => ({ ...session, capacity: 9, oversell_capacity: 1 })));
  expect((changed["schedules"] as { changed: unknown[] }[])[0]?.changed).toHaveLength(1);
});

test("undoes the changes of sessions and leaves others as they are", () => {
  const named = ["2027-03-02 10:00", "2027-03-06 10:00"].map((text) => at(event, text));
  const changed = changeSessions(event, named, { capacity: 4, cancelled: true });
  expect(named.map((one) => isChangedAlone(changed, at(changed, `${one.local_day} ${one.local_start}`)))).toEqual([
    true,
    true,
  ]);
  expect(isChangedAlone(event, at(event, "2027-03-06 10:00"))).toBe(false);
  expect(putAllBack(changed, expand(changed))).toEqual(event);
});

test("later changes of the week leave a changed session alone", () => {
  const changed = changeSessions(event, [at(event, "2027-03-02 10:00")], { capacity: 7 });
  const schedules = (changed["schedules"] as Loose[]).map((schedule) => ({ ...schedule, capacity: 50 }));
  const later = { ...changed, schedules };
  expect(at(later, "2027-03-02 10:00").capacity).toBe(7);
  expect(at(later, "2027-03-02 14:00").capacity).toBe(50);
});

const timesOf = (one: Loose) =>
  expand(one)
    .filter((session) => movedMinutes(session) !== 0)
    .map(({ planned, local_day, local_start, local_end }) => [
      `${planned.local_day} ${planned.local_start}`,
      `${local_day} ${local_start}–${local_end}`,
    ]);

test("sessions are moved by minutes, each from where it is, and moved back", () => {
  const named = ["2027-03-02 10:00", "2027-03-06 14:00", "2027-03-03 19:00", "2027-03-09 20:00"];
  const once = changeSessions(
    event,
    named.map((text) => at(event, text)),
    { move_by: 90 },
  );
  expect(timesOf(once)).toEqual([
    ["2027-03-02 10:00", "2027-03-02 11:30–12:30"],
    ["2027-03-03 19:00", "2027-03-03 20:30–21:30"],
    ["2027-03-06 14:00", "2027-03-06 15:30–16:30"],
    ["2027-03-09 20:00", "2027-03-09 21:30–22:30"],
  ]);
  expect(at(once, "2027-03-06 15:30")).toMatchObject({ capacity: 8, oversell_capacity: 2 });
  const twice = changeSessions(once, [at(once, "2027-03-02 11:30")], { move_by: 900 });
  expect(timesOf(twice)[0]).toEqual(["2027-03-02 10:00", "2027-03-03 02:30–03:30"]);
  const moved = expand(once).filter((session) => movedMinutes(session) > 0);
  const back = changeSessions(once, moved, { move_by: -90 });
  expect(timesOf(back)).toEqual([]);
  // The entries stay: without them, a change for several sessions might apply.
  expect((back["schedules"] as { changed: unknown[] }[])[0]?.changed).toHaveLength(3);
  expect(putAllBack(back, expand(back))).toEqual(event);
});

test("a moved session that is changed again keeps its move", () => {
  const moved = changeSessions(event, [at(event, "2027-03-02 10:00")], { move_by: 30 });
  const changed = changeSessions(moved, [at(moved, "2027-03-02 10:30")], { capacity: 7 });
  expect(at(changed, "2027-03-02 10:30")).toMatchObject({ capacity: 7 });
  expect(isChangedAlone(changed, at(changed, "2027-03-02 10:30"))).toBe(true);
  expect(putAllBack(changed, expand(changed))).toEqual(event);
});

test("sessions get another length or end, and prices of their own", () => {
  const named = ["2027-03-02 10:00", "2027-03-03 19:00"];
  const longer = changeSessions(
    event,
    named.map((text) => at(event, text)),
    { minutes: 150, prices: { "visit/adult": "30.00", "visit/child": "10.00" } },
  );
  expect(named.map((text) => at(longer, text).local_end)).toEqual(["12:30", "21:30"]);
  expect(at(longer, "2027-03-02 10:00").prices).toEqual({ "visit/adult": "30.00", "visit/child": "10.00" });
  const ended = changeSessions(longer, [at(longer, "2027-03-02 10:00")], { ends: "11:45" });
  expect(at(ended, "2027-03-02 10:00").local_end).toBe("11:45");
  const cheaper = changeSessions(ended, [at(ended, "2027-03-02 10:00")], {
    prices: { "visit/adult": null, "visit/child": "9.00" },
  });
  expect(at(cheaper, "2027-03-02 10:00").prices).toEqual({ "visit/child": "9.00" });
  expect(at(cheaper, "2027-03-02 14:00")).toMatchObject({ local_end: "15:00", prices: {} });
});

test("an entry without values is removed if no other change can match", () => {
  const plain = { schedules: [{ ...(event["schedules"] as Loose[])[0], changed: [] }] };
  const moved = changeSessions(plain, [at(plain, "2027-03-02 10:00")], { move_by: 30 });
  const back = changeSessions(moved, [at(moved, "2027-03-02 10:30")], { move_by: -30 });
  expect(isChangedAlone(back, at(back, "2027-03-02 10:00"))).toBe(false);
});

test("a choice for clock changes is written to the entry that the session comes from", () => {
  const choice = { when_repeated: "second" } as const;
  // A session of the week that was also changed, an extra one, and a single date.
  const [ofWeek, extra, single] = ["2027-03-06 10:00", "2027-03-03 19:00", "2027-03-09 20:00"].map((text) =>
    chooseClock(event, at(event, text), choice),
  );
  expect(ofWeek?.["schedules"]).toMatchObject([{ weekly: [{ on: "daily", ...choice }], changed: [{ capacity: 8 }] }]);
  expect(extra?.["schedules"]).toMatchObject([{ extra: [{ at: "19:00", ...choice }] }]);
  expect(single?.["sessions"]).toMatchObject([{ at: "20:00", ...choice }]);
  expect(single?.["schedules"]).toEqual(event["schedules"]);
});
