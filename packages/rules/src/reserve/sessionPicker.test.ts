import { describe, expect, test } from "vitest";
import { availabilityLabel } from "../catalog/availabilityLabel.ts";
import {
  findConflict,
  initialTab,
  isAllDayVisit,
  onlySession,
  listedSessions,
  dayPartTabs,
  type Padding,
  type PickerSession,
} from "./sessionPicker.ts";

const at = (local_start: string, more: Partial<PickerSession> = {}): PickerSession => ({
  id: local_start,
  local_day: "2026-11-21",
  local_start,
  start_datetime: `2026-11-21T${local_start}:00Z`,
  end_datetime: `2026-11-21T${local_start.slice(0, 2)}:59:00Z`,
  sold_out: false,
  cancelled: false,
  left: null,
  ...more,
});
const soldOut = { sold_out: true, left: 0 };
const halves = [
  { label: "Day", start: "0900", end: "1700" },
  { label: "Late", start: "1800", end: "2400" },
];

describe("tabs", () => {
  test.each([
    [
      "the seller's parts of the day have tabs",
      [at("10:00")],
      halves,
      [
        ["Day", "open", 1],
        ["Late", "not_available", 0],
      ],
    ],
    [
      "a part without open sessions is sold out",
      [at("10:00", soldOut), at("19:00")],
      halves,
      [
        ["Day", "sold_out", 1],
        ["Late", "open", 1],
      ],
    ],
    [
      "a start on the threshold belongs to the next part",
      [at("12:00"), at("11:59")],
      [
        { label: "AM", start: "0000", end: "1200" },
        { label: "PM", start: "1200", end: "2400" },
      ],
      [
        ["AM", "open", 1],
        ["PM", "open", 1],
      ],
    ],
    [
      "a start outside all parts belongs to the nearest earlier or first part",
      [at("08:00"), at("17:30")],
      halves,
      [
        ["Day", "open", 2],
        ["Late", "not_available", 0],
      ],
    ],
    ["few sessions without parts have no tabs", [at("10:00"), at("11:00")], undefined, []],
    ["a single part has no tab", [at("10:00"), at("19:00")], [{ label: "Day", start: "0000", end: "2400" }], []],
    [
      "many sessions with a single part have the default parts",
      ["08", "09", "10", "11", "13", "14", "18"].map((hour) => at(`${hour}:00`)),
      [{ label: "Day", start: "0000", end: "2400" }],
      [
        ["Morning", "open", 4],
        ["Afternoon", "open", 2],
        ["Evening", "open", 1],
      ],
    ],
    [
      "an empty list of parts gives no tabs",
      ["08", "09", "10", "11", "13", "14", "18"].map((hour) => at(`${hour}:00`)),
      [],
      [],
    ],
    [
      "many sessions have the default parts",
      ["08", "09", "10", "11", "13", "14", "18"].map((hour) => at(`${hour}:00`)),
      undefined,
      [
        ["Morning", "open", 4],
        ["Afternoon", "open", 2],
        ["Evening", "open", 1],
      ],
    ],
  ])("%s", (_, sessions, parts, expected) =>
    expect(dayPartTabs(sessions, parts).map((tab) => [tab.label, tab.state, tab.sessions.length])).toEqual(expected),
  );

  test.each([
    ["the first that is available", undefined, 1],
    ["the one with the chosen session", "10:00", 0],
  ])("opens %s", (_, chosen, index) =>
    expect(initialTab(dayPartTabs([at("10:00", soldOut), at("19:00")], halves), chosen)).toBe(index),
  );
});

test.each([
  ["is the only one that is not sold out", [at("10:00", soldOut), at("11:00")], "11:00"],
  ["is undefined with two open ones", [at("10:00"), at("11:00")], undefined],
  ["ignores cancelled ones", [at("10:00", { cancelled: true }), at("11:00")], "11:00"],
  ["is undefined without sessions", [], undefined],
])("the only session %s", (_, sessions, id) => expect(onlySession(sessions)?.id).toBe(id));

test.each([
  ["shown by default", false, ["10:00", "11:00"]],
  ["hidden if the event says so", true, ["11:00"]],
])("sold-out sessions are %s", (_, hide, ids) =>
  expect(
    listedSessions([at("10:00", soldOut), at("11:00"), at("12:00", { cancelled: true })], hide).map(
      (session) => session.id,
    ),
  ).toEqual(ids),
);

test.each([
  ["over five hours", "repeating", 1, "2026-11-21T15:01:00Z", true],
  ["five hours", "repeating", 1, "2026-11-21T15:00:00Z", false],
  ["one of two", "repeating", 2, "2026-11-21T18:00:00Z", false],
  ["an event of one date", "single", 1, "2026-11-21T18:00:00Z", false],
])("a visit is all day or not: %s", (_, event_type, count, end_datetime, is) =>
  expect(isAllDayVisit({ start_datetime: "2026-11-21T10:00:00Z", end_datetime }, { event_type }, count)).toBe(is),
);

test.each([
  ["fewer than ten are labelled as few", 9, undefined, { kind: "few" }],
  ["ten have no label", 10, undefined, undefined],
  ["an unknown number has no label", null, undefined, undefined],
  ["none left has no label", 0, undefined, undefined],
  ["a number below the seller's threshold is shown", 24, 25, { kind: "count", left: 24 }],
  ["a number at the threshold has no label", 25, 25, undefined],
  ["a threshold of 0 shows no label", 3, 0, undefined],
])("places left are labelled: %s", (_, left, threshold, label) =>
  expect(availabilityLabel(left, threshold)).toEqual(label),
);

const stay = {
  event_session_id: "tour",
  name: "Tour",
  start_datetime: "2026-11-21T12:00:00Z",
  end_datetime: "2026-11-21T13:00:00Z",
  all_day: false,
};
const endsEarly = at("11:00", { end_datetime: "2026-11-21T11:50:00Z" });
const noTime = { pad_pre_start: 0, pad_post_end: 0 };
test.each([
  ["overlapping", at("12:00"), stay, {}, true],
  ["too close before: five minutes each", at("11:00", { end_datetime: "2026-11-21T11:51:00Z" }), stay, {}, true],
  ["far enough", endsEarly, stay, {}, false],
  ["neither event needs time between", at("11:00"), { ...stay, ...noTime }, noTime, false],
  ["the visit needs time before it", at("11:00"), stay, noTime, true],
  ["the visit needs an hour before it", endsEarly, { ...stay, pad_pre_start: 60 }, {}, true],
  ["the visit needs an hour after it", at("14:00"), { ...stay, pad_post_end: 60 }, {}, true],
  ["the session needs an hour before it", at("14:00"), stay, { pad_pre_start: 60 }, true],
  ["the session needs an hour after it, the visit none", endsEarly, { ...stay, ...noTime }, { pad_post_end: 60 }, true],
  [
    "the events' own word before their seller's",
    endsEarly,
    { ...stay, pad_pre_start: 5 },
    { pad_post_end: 5, usual: 30 },
    false,
  ],
  ["the seller's word", endsEarly, stay, { usual: 30 }, true],
  ["an all-day stay", at("12:00"), { ...stay, all_day: true }, {}, false],
  ["the same session again", at("12:00", { id: "tour" }), stay, {}, false],
  ["a pass without a time", at("12:00"), { ...stay, start_datetime: null, end_datetime: null }, {}, false],
])("conflict: %s", (_, session, other, { usual, ...padding }: Padding & { usual?: number }, conflicts) =>
  expect(findConflict(session, [other], padding, usual) !== undefined).toBe(conflicts),
);
