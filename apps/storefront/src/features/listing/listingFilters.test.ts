import { expect, test } from "vitest";
import { addressWith, filtersOf, parseTimeOfDay, withoutMeta } from "./listingFilters.ts";

test.each([
  ["09:30", "09:30"],
  ["0930", "09:30"],
  ["2400", "24:00"],
  ["24:30", undefined],
  ["9:30", undefined],
  ["25:00", undefined],
  ["", undefined],
  [null, undefined],
])("%j as a time of day is %j", (text, time) => expect(parseTimeOfDay(text)).toBe(time));

test.each([
  ["category=Tours&date=today", { category: "Tours", date: "today" }],
  [
    "date=2026-11-21&time.start=0900&time.end=12:00",
    { date: "2026-11-21", "time.start": "09:00", "time.end": "12:00" },
  ],
  ["time=0930", { time: "09:30" }],
  ["date=yesterday&time=noon&category=", {}],
  ["date=2026-13-41", {}],
  ["date=2026-02-30", {}],
  [
    "meta.reserve_flow=date_first&meta.pad_pre_start=15",
    { "meta.reserve_flow": "date_first", "meta.pad_pre_start": "15" },
  ],
  ["meta.reserve_flow=sideways&meta.pad_pre_start=-1&meta.constructor=x", {}],
  ["all=yes&category=Tours", { all: "true", category: "Tours" }],
  ["all=no", {}],
  ["__proto__=1&utm_source=x", {}],
])("%s narrows to %j", (search, filters) => expect(filtersOf(new URLSearchParams(search))).toEqual(filters));

test.each([
  [{ category: "Tours" }, { date: "today" }, "/events?category=Tours&date=today"],
  [{ category: "Tours", date: "today" }, { category: undefined }, "/events?date=today"],
  [{ date: "today" }, { date: undefined }, "/events"],
  [{ all: "true" as const }, { date: "today" }, "/events?all=true&date=today"],
  [{ "meta.reserve_flow": "date_first" }, { date: "today" }, "/events?meta.reserve_flow=date_first&date=today"],
])("%j and then %j is %s", (filters, change, address) => expect(addressWith("/events", filters, change)).toBe(address));

test("only filters by properties of an event are removed", () =>
  expect(withoutMeta({ date: "today", "meta.admit_names": "required" })).toEqual({ date: "today" }));
