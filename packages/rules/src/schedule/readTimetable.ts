import type { WrittenPriceRule } from "./priceRules.ts";
import type {
  ClockChoice,
  EvenStarts,
  SessionChange,
  Timetable,
  WeeklySchedule,
  WeeklySessions,
  WrittenDays,
  WrittenSession,
  WrittenWeekdays,
} from "./timetable.ts";

/**
 * Reads the valid part of a draft's sessions; the draft may contain anything. Incomplete entries are left out, and every
 * schedule keeps its index.
 */
export const readTimetable = (event: Loose): Timetable => ({
  schedules: recordsOf(event["schedules"]).map(readSchedule),
  sessions: recordsOf(event["sessions"]).flatMap((single) => readSingle(single) ?? []),
});

/** The price rules of a draft, each at its index; empty prices are left out. */
export const readPriceRules = (event: Loose): readonly WrittenPriceRule[] =>
  recordsOf(event["prices"]).map((rule) => {
    const { days, on, time } = readChange(isRecord(rule["when"]) ? rule["when"] : {});
    return { when: { days, on, time }, amounts: pricesOf(rule["amounts"]) };
  });

type Loose = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const recordsOf = (value: unknown): readonly Loose[] => listOf(value).map((entry) => (isRecord(entry) ? entry : {}));

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const wholeOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) ? value : undefined;
const minutesOf = (value: unknown): number | undefined => {
  const minutes = wholeOf(value);
  return minutes !== undefined && minutes > 0 ? minutes : undefined;
};
const timeOf = (value: unknown): string | undefined => /^(?:[01]\d|2[0-3]):[0-5]\d$/.exec(textOf(value))?.[0];
const endOf = (value: unknown): string | undefined => (value === "24:00" ? value : timeOf(value));

const weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weekdaysOf = (value: unknown): WrittenWeekdays | undefined => {
  if (value === "daily" || value === "weekdays" || value === "weekends") return value;
  const names = listOf(value).flatMap((name) => (weekdayNames.includes(textOf(name)) ? [textOf(name)] : []));
  return names.length > 0 ? names : undefined;
};
const ordinalsOf = (value: unknown): readonly number[] | undefined => {
  const numbers = listOf(value).flatMap((number) => wholeOf(number) ?? []);
  return numbers.length > 0 ? numbers : undefined;
};
const daysOf = (value: unknown): WrittenDays | undefined => {
  if (isRecord(value)) return { from: textOf(value["from"]), until: textOf(value["until"]) };
  return textOf(value) || undefined;
};

/** Days or spans of days in a draft, such as a venue's closed days; anything else is left out. */
export const readWrittenDays = (list: unknown): readonly WrittenDays[] =>
  listOf(list).flatMap((days) => daysOf(days) ?? []);

const pricesOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {})
      .map(([type, price]) => [type, typeof price === "number" ? String(price) : textOf(price)] as const)
      .filter(([, price]) => price !== ""),
  );

const capacityOf = (record: Loose) => ({
  capacity: wholeOf(record["capacity"]),
  oversell_capacity: wholeOf(record["oversell_capacity"]),
});

/** Undefined if it has neither a length nor an end, or both. */
const lengthOf = (record: Loose) => {
  const minutes = minutesOf(record["minutes"]);
  const ends = endOf(record["ends"]);
  return (minutes === undefined) === (ends === undefined) ? undefined : { minutes, ends };
};

/** For a session that differs from its week, the length is optional. */
const ownLengthOf = (record: Loose) => lengthOf(record) ?? {};

const moveOf = (record: Loose) => {
  const minutes = wholeOf(record["move_minutes"]);
  return minutes === undefined ? {} : { move_minutes: minutes };
};

const everyOf = (value: unknown): EvenStarts | undefined => {
  if (!isRecord(value)) return undefined;
  const [minutes, from, to] = [minutesOf(value["minutes"]), timeOf(value["from"]), timeOf(value["to"])];
  return minutes !== undefined && from !== undefined && to !== undefined ? { minutes, from, to } : undefined;
};

const clockOf = (record: Loose): ClockChoice => {
  const { when_skipped: skipped, when_repeated: repeated } = record;
  return {
    ...((skipped === "move" || skipped === "omit") && { when_skipped: skipped }),
    ...((repeated === "first" || repeated === "second") && { when_repeated: repeated }),
  };
};

const readWeekly = (pattern: Loose): WeeklySessions | undefined => {
  const on = weekdaysOf(pattern["on"]);
  const length = lengthOf(pattern);
  const every = everyOf(pattern["every"]);
  const at = listOf(pattern["at"]).flatMap((time) => timeOf(time) ?? []);
  if (!on || !length || (every === undefined) === (at.length === 0)) return undefined;
  return {
    on,
    nth: ordinalsOf(pattern["nth"]),
    ...(every ? { every } : { at: [...new Set(at)] }),
    ...length,
    ...clockOf(pattern),
    ...capacityOf(pattern),
  };
};

const readSingle = (single: Loose): WrittenSession | undefined => {
  const at = timeOf(single["at"]);
  const length = lengthOf(single);
  if (at === undefined || !length) return undefined;
  return {
    date: textOf(single["date"]),
    at,
    ...length,
    ...clockOf(single),
    ...capacityOf(single),
    ...moveOf(single),
    cancelled: single["cancelled"] === true,
    prices: pricesOf(single["prices"]),
  };
};

const readChange = (change: Loose): SessionChange => {
  const time = isRecord(change["time"]) ? change["time"] : undefined;
  return {
    days: daysOf(change["days"]),
    on: weekdaysOf(change["on"]),
    nth: ordinalsOf(change["nth"]),
    time: time && { from: timeOf(time["from"]), until: endOf(time["until"]) },
    ...capacityOf(change),
    ...ownLengthOf(change),
    ...moveOf(change),
    ...(isRecord(change["prices"]) && { prices: pricesOf(change["prices"]) }),
    cancelled: typeof change["cancelled"] === "boolean" ? change["cancelled"] : undefined,
  };
};

const readSchedule = (schedule: Loose): WeeklySchedule => ({
  from: textOf(schedule["from"]),
  until: textOf(schedule["until"]),
  weekly: recordsOf(schedule["weekly"]).flatMap((pattern) => readWeekly(pattern) ?? []),
  ...capacityOf(schedule),
  closed: readWrittenDays(schedule["closed"]),
  closed_with_venue: schedule["closed_with_venue"] === true,
  changed: recordsOf(schedule["changed"]).map(readChange),
  extra: recordsOf(schedule["extra"]).flatMap((single) => readSingle(single) ?? []),
});
