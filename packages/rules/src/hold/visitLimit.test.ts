import { describe, expect, test } from "vitest";
import {
  daysFittingVisit,
  linesOfOtherVisits,
  sessionsFittingVisit,
  startPeriods,
  visitLimit as limitOf,
} from "./visitLimit.ts";

const timezone = "America/New_York";
const at = (id: string, start: string, end: string, day = "2026-11-21") => ({
  id,
  start_datetime: `${day}T${start}:00-05:00`,
  end_datetime: `${day}T${end}:00-05:00`,
});
const visitLimit = (visit_time: string | undefined, held: Parameters<typeof limitOf>[1], admission_event_id?: string) =>
  limitOf({ visit_time, admission_event_id }, held);
const visit = { event_template_id: "visit", timezone, needs_anchor: false, ...at("s", "11:00", "12:00") };
const pass = { event_template_id: "pass", timezone, needs_anchor: false, start_datetime: null, end_datetime: null };
const cart = { anchor: { event_template_id: "visit" }, lines: [visit, pass] };
const sessions = [
  at("before", "09:00", "10:00"),
  at("over", "10:30", "11:15"),
  at("same", "11:00", "11:50"),
  at("after", "13:00", "14:00"),
  at("next day", "11:00", "12:00", "2026-11-22"),
];
const days = ["2026-11-20", "2026-11-21", "2026-11-22"].map((date) => ({ date }));

test.each([
  ["timeslot", ["over", "same"], ["2026-11-21"]],
  ["same_start", ["same"], ["2026-11-21"]],
  ["same_date", ["before", "over", "same", "after"], ["2026-11-21"]],
  ["until_close", ["after"], ["2026-11-21"]],
])("the rule %s limits an add-on to sessions that fit the visit", (visit_time, fitting, open) => {
  const limit = visitLimit(visit_time, cart);
  if (!limit) throw new Error("it is limited");
  expect(sessionsFittingVisit(sessions, limit).map(({ id }) => id)).toEqual(fitting);
  expect(daysFittingVisit(days, limit).map(({ date }) => date)).toEqual(open);
});

test("two visits allow add-ons for either", () => {
  const twice = { ...cart, lines: [visit, { ...visit, ...at("t", "11:00", "12:00", "2026-11-22") }] };
  const limit = visitLimit("same_date", twice);
  if (!limit) throw new Error("it is limited");
  expect(daysFittingVisit(days, limit).map(({ date }) => date)).toEqual(["2026-11-21", "2026-11-22"]);
});

const film = { ...visit, event_template_id: "film", ...at("f", "11:00", "12:00", "2026-11-22") };
test.each([
  ["of the admission event alone", "visit", ["2026-11-21"]],
  ["of every event, if the seller names no admission event", undefined, ["2026-11-21", "2026-11-22"]],
])("visits are %s, and never add-ons", (_, admission_event_id, expected) => {
  const talk = { ...film, event_template_id: "talk", needs_anchor: true, ...at("t", "09:00", "10:00", "2026-11-20") };
  const limit = visitLimit("same_date", { ...cart, lines: [visit, film, talk] }, admission_event_id);
  if (!limit) throw new Error("it is limited");
  expect(daysFittingVisit(days, limit).map(({ date }) => date)).toEqual(expected);
});

describe("add-ons are looked for in the periods of all visits", () => {
  const on = (day: string, start = "11:00", end = "12:00") => ({ ...visit, ...at("s", start, end, day) });
  const periodsOf = (visit_time: string, ...lines: (typeof visit)[]) => {
    const limit = visitLimit(visit_time, { ...cart, lines });
    return limit && startPeriods(limit).map(({ from, before }) => [from, before]);
  };
  test.each([
    ["same_date", [["2026-11-21T05:00:00Z", "2026-11-22T05:00:01Z"]]],
    ["until_close", [["2026-11-21T17:00:00Z", "2026-11-22T05:00:01Z"]]],
    ["same_start", [["2026-11-21T15:59:00Z", "2026-11-21T16:01:01Z"]]],
    ["timeslot", [["2026-11-20T16:00:00Z", "2026-11-21T17:00:01Z"]]],
  ])("one visit and the rule %s: its own", (visit_time, expected) =>
    expect(periodsOf(visit_time, on("2026-11-21"))).toEqual(expected),
  );
  test("visits weeks apart: separate, in order", () =>
    expect(periodsOf("same_date", on("2026-12-12"), on("2026-11-21"))).toEqual([
      ["2026-11-21T05:00:00Z", "2026-11-22T05:00:01Z"],
      ["2026-12-12T05:00:00Z", "2026-12-13T05:00:01Z"],
    ]));
  test("visits on one day or the next: together", () =>
    expect(periodsOf("same_start", on("2026-11-22"), on("2026-11-21"), on("2026-11-21", "09:00", "10:00"))).toEqual([
      ["2026-11-21T13:59:00Z", "2026-11-22T16:01:01Z"],
    ]));
});

test.each([
  ["no policy", undefined, cart],
  ["a policy that nobody knows", "same_moon", cart],
  ["no visit", "same_date", { anchor: null, lines: [pass] }],
  ["no cart", "same_date", undefined],
])("%s limits nothing", (_, visit_time, held) => expect(visitLimit(visit_time, held)).toBe(undefined));

test("offers the evening before for a visit soon after midnight", () => {
  const early = { ...visit, ...at("n", "00:30", "02:00") };
  const limit = visitLimit("timeslot", { ...cart, lines: [early] });
  if (!limit) throw new Error("it is limited");
  expect(daysFittingVisit(days, limit).map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-21"]);
});

const admission = { event_template_id: "visit", needs_anchor: false };
const tour = { event_template_id: "tour", needs_anchor: true };
const concert = { event_template_id: "concert", needs_anchor: false };
test.each([
  ["an add-on: other add-ons and other visits", "talk", true, ["tour", "concert"]],
  ["the visit itself: other visits", "visit", false, ["visit", "concert"]],
  ["another event: everything", "film", false, ["visit", "tour", "concert"]],
])("what may conflict with %s", (_, event_template_id, isAddOn, expected) => {
  const lines = linesOfOtherVisits([admission, tour, concert], { event_template_id, isAddOn }, cart.anchor);
  expect(lines.map((line) => line.event_template_id)).toEqual(expected);
});
test("everything may conflict without a visit", () =>
  expect(linesOfOtherVisits([concert], { event_template_id: "talk", isAddOn: true }, null)).toEqual([concert]));
