import { useMemo } from "react";
import type { Day, Instant } from "@foyer/contract/basics.ts";
import { clockOf, isDayFirstEnglish, timeOfDayFormat, withoutWeekdayComma } from "@foyer/rules/dates/englishDates.ts";
import { dateFormat } from "./intlFormats.ts";
import { useSeller } from "../seller/seller.tsx";

/** Days and times of the API are already in the venue's time zone, so they are formatted as UTC. */
const instantAt = (day: Day, time = "12:00"): Date => new Date(`${day}T${time}:00Z`);
const anyDay = "2000-01-01";

/** JavaScript engines differ in the space before AM and PM; this makes it a non-breaking one. */
const normalizeSpaces = (text: string): string => text.replace(/[\u202f ]/g, "\u00a0");

const weekdayAndDate = { weekday: "short", month: "short", day: "numeric" } as const;

/** A date in a locale's format; day-first English has no comma after the weekday, and uses 24 hours. */
export const dateText = (locale: string, options: Intl.DateTimeFormatOptions, date: Date): string => {
  const text = dateFormat(locale, { ...options, ...clockOf(locale) }).format(date);
  return isDayFirstEnglish(locale) ? withoutWeekdayComma(text) : text;
};

/** The formats of days, times and moments in one language. */
export const createDateFormats = (locale: string) => {
  const format = (options: Intl.DateTimeFormatOptions, date: Date): string =>
    dateText(locale, { timeZone: "UTC", ...options }, date);
  const time = (clock: string): string => normalizeSpaces(format(timeOfDayFormat(locale), instantAt(anyDay, clock)));
  return {
    /** 'Saturday, November 21, 2026' */
    longDate: (day: Day): string =>
      format({ weekday: "long", month: "long", day: "numeric", year: "numeric" }, instantAt(day)),
    /** 'Saturday, November 21': calendars cover one year, so the year is omitted. */
    date: (day: Day): string => format({ weekday: "long", month: "long", day: "numeric" }, instantAt(day)),
    /** 'Sat' */
    weekday: (day: Day): string => format({ weekday: "short" }, instantAt(day)),
    longWeekday: (day: Day): string => format({ weekday: "long" }, instantAt(day)),
    /** 'Nov' */
    month: (day: Day): string => format({ month: "short" }, instantAt(day)),
    /** 'November 2026' */
    monthTitle: (day: Day): string => format({ month: "long", year: "numeric" }, instantAt(day)),
    /** '7:30 PM' */
    time,
    /** 'Sat, Nov 21' of a moment, in the venue's time zone. */
    dayOfMoment: (moment: Instant, timeZone: string): string =>
      format({ ...weekdayAndDate, timeZone }, new Date(moment)),
    /** 'Sat, Nov 21, 2026' in a cart. */
    cartDay: (day: Day): string => format({ ...weekdayAndDate, year: "numeric" }, instantAt(day)),
    /** 'Eastern Time' */
    zoneName: (zone: string): string =>
      dateFormat(locale, { timeZone: zone, timeZoneName: "longGeneric" })
        .formatToParts(instantAt(anyDay))
        .find((part) => part.type === "timeZoneName")?.value ?? zone,
  };
};
export type DateFormats = ReturnType<typeof createDateFormats>;

/** The date formats in the seller's language. */
export const useDateFormats = (): DateFormats => {
  const { locale } = useSeller();
  return useMemo(() => createDateFormats(locale), [locale]);
};
