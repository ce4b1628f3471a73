import { useMemo } from "react";
import type { Day, Instant } from "@foyer/contract/basics.ts";
import { dateFormat } from "./intlFormats.ts";
import { useSeller } from "../seller/seller.tsx";

/** A day or a time of the venue is formatted as it stands: the wire has it in the venue's zone already. */
const instantAt = (day: Day, time = "12:00"): Date => new Date(`${day}T${time}:00Z`);
const anyDay = "2000-01-01";

/** Between a number and AM or PM some engines put a narrow space and some a plain one: one space that never breaks. */
const normalizeSpaces = (text: string): string => text.replace(/[\u202f ]/g, "\u00a0");

const weekdayAndDate = { weekday: "short", month: "short", day: "numeric" } as const;
const isEnglish = (locale: string): boolean => /^en\b/i.test(locale);

/** The ways in which days, times and moments are written (document 2 §9), in one language. */
export const createDateFormats = (locale: string) => {
  const format = (options: Intl.DateTimeFormatOptions, date: Date): string =>
    dateFormat(locale, { timeZone: "UTC", ...options }).format(date);
  const time = (clock: string): string =>
    normalizeSpaces(format({ hour: "numeric", minute: "2-digit" }, instantAt(anyDay, clock)));
  return {
    /** 'Saturday, November 21, 2026' */
    longDate: (day: Day): string =>
      format({ weekday: "long", month: "long", day: "numeric", year: "numeric" }, instantAt(day)),
    /** 'Saturday, November 21': within the year that calendars show, the year goes without saying. */
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
    /** 'Sat, Nov 21' of a moment, in the zone of its venue */
    dayOfMoment: (moment: Instant, timeZone: string): string =>
      format({ ...weekdayAndDate, timeZone }, new Date(moment)),
    /** 'Sat, Nov 21, 2026', as a cart writes it, in every English; other languages have an order of their own. */
    cartDay: (day: Day): string =>
      dateFormat(isEnglish(locale) ? "en-US" : locale, { ...weekdayAndDate, year: "numeric", timeZone: "UTC" }).format(
        instantAt(day),
      ),
    /** '7:30 PM', as a cart writes it, in every English. */
    cartTime: (clock: string): string => (isEnglish(locale) ? createDateFormats("en-US").time(clock) : time(clock)),
    /** 'Eastern Time' */
    zoneName: (zone: string): string =>
      dateFormat(locale, { timeZone: zone, timeZoneName: "longGeneric" })
        .formatToParts(instantAt(anyDay))
        .find((part) => part.type === "timeZoneName")?.value ?? zone,
  };
};
export type DateFormats = ReturnType<typeof createDateFormats>;

/** Days and times as the seller's visitors write them. */
export const useDateFormats = (): DateFormats => {
  const { locale } = useSeller();
  return useMemo(() => createDateFormats(locale), [locale]);
};
