import { withField, type Loose } from "../document.ts";

export const weekdays = [
  { value: "mon", short: "Mon", long: "Monday" },
  { value: "tue", short: "Tue", long: "Tuesday" },
  { value: "wed", short: "Wed", long: "Wednesday" },
  { value: "thu", short: "Thu", long: "Thursday" },
  { value: "fri", short: "Fri", long: "Friday" },
  { value: "sat", short: "Sat", long: "Saturday" },
  { value: "sun", short: "Sun", long: "Sunday" },
] as const;

/** Sets a list of a record, or removes it if it is empty. */
export const listField = (record: Loose, name: string, list: readonly unknown[]): Loose =>
  withField(record, name, list.length > 0 ? list : undefined);

/** Weekdays as a list: 'weekends' is Saturday and Sunday. */
export const weekdayList = (on: unknown): readonly string[] => {
  const all: readonly string[] = weekdays.map(({ value }) => value);
  if (on === "daily") return all;
  if (on === "weekdays") return all.slice(0, 5);
  if (on === "weekends") return all.slice(5);
  return Array.isArray(on) ? all.filter((day) => on.includes(day)) : [];
};

/**
 * Parses '10:00, 14.30 and 9' into start times: ['10:00', '14:30', '09:00']. Text that is not a time stays unchanged and is
 * refused.
 */
export const timesOf = (typed: string): readonly string[] =>
  typed
    .split(/[\s,;]+/)
    .filter((part) => part !== "" && part !== "and")
    .map((part) => {
      const [, hour, minutes = "00"] = /^(\d{1,2})(?:[:.](\d\d))?$/.exec(part) ?? [];
      return hour === undefined ? part : `${hour.padStart(2, "0")}:${minutes}`;
    });

const isoDay = /^\d{4}-\d\d-\d\d$/;
export const isDay = (value: unknown): value is string => typeof value === "string" && isoDay.test(value);

/** 'Sat 12 June 2027' */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T12:00:00Z`));
