import { expect, test } from "vitest";
import { filtersOf, metaFilters, searchWith, timeOfDay, withMeta } from "./listingFilters.ts";

test.each([
  ["09:30", "09:30"],
  ["0930", "09:30"],
  ["2400", "24:00"],
  ["24:30", undefined],
  ["9:30", undefined],
  ["25:00", undefined],
  ["", undefined],
  [null, undefined],
])("%j as a time of day is %j", (text, time) => expect(timeOfDay(text)).toBe(time));

test.each([
  ["category=Tours&date=today", { category: "Tours", date: "today" }],
  [
    "date=2026-11-21&time.start=0900&time.end=12:00",
    { date: "2026-11-21", "time.start": "09:00", "time.end": "12:00" },
  ],
  ["time=0930", { time: "09:30" }],
  ["date=yesterday&time=noon&category=", {}],
  ["date=2026-13-41", {}],
  ["__proto__=1&utm_source=x", {}],
])("%s narrows to %j", (search, filters) => expect(filtersOf(new URLSearchParams(search))).toEqual(filters));

test.each([
  [{ category: "Tours" }, { date: "today" }, "category=Tours&date=today"],
  [{ category: "Tours", date: "today" }, { category: undefined }, "date=today"],
  [{ date: "today" }, { date: undefined }, ""],
])("%j and then %j is ?%s", (filters, change, search) => expect(searchWith(filters, change)).toBe(search));

test("an event's own data narrows a listing", () => {
  const events = [
    { id: 1, meta: { reserve_flow: "date_first", pad_pre_start: 15 } },
    { id: 2, meta: {} },
  ];
  const ids = (search: string) => withMeta(events, metaFilters(new URLSearchParams(search))).map(({ id }) => id);
  expect(ids("date=today")).toEqual([1, 2]);
  expect(ids("meta.reserve_flow=date_first&meta.pad_pre_start=15")).toEqual([1]);
  expect(ids("meta.reserve_flow=quantity_first")).toEqual([]);
  expect(ids("meta.constructor=x")).toEqual([]);
});
