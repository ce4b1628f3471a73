import { expect, test } from "vitest";
import { daysFittingVisit, linesOfOtherVisits, sessionsFittingVisit, visitLimit } from "./visitLimit.ts";

const timezone = "America/New_York";
const at = (id: string, start: string, end: string, day = "2026-11-21") => ({
  id,
  start_datetime: `${day}T${start}:00-05:00`,
  end_datetime: `${day}T${end}:00-05:00`,
});
const visit = { event_template_id: "visit", timezone, ...at("s", "11:00", "12:00") };
const pass = { event_template_id: "pass", timezone, start_datetime: null, end_datetime: null };
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
