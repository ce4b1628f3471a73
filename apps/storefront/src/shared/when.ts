import { useMemo } from "react";
import type { Day } from "@foyer/contract/basics.ts";
import { dateFormat } from "./formats.ts";
import { useSeller } from "./seller.tsx";

/** A day or a time of the venue is formatted as it stands: the wire has it in the venue's zone already. */
const at = (day: Day, time = "12:00"): Date => new Date(`${day}T${time}:00Z`);
const anyDay = "2000-01-01";

const formats = new Map<string, Intl.DateTimeFormat>();
const format = (locale: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  formats.set(key, known);
  return known;
};

/** Between a number and AM or PM some engines put a narrow space and some a plain one: one space that never breaks. */
const oneSpace = (text: string): string => text.replace(/[\u202f ]/g, "\u00a0");

export const whenOf = (locale: string) => ({
  /** 'Saturday, November 21, 2026' */
  longDate: (day: Day): string =>
    format(locale, "long", { weekday: "long", month: "long", day: "numeric", year: "numeric" }).format(at(day)),
  /** 'Saturday, November 21': within the year that calendars show, the year goes without saying. */
  date: (day: Day): string =>
    format(locale, "date", { weekday: "long", month: "long", day: "numeric" }).format(at(day)),
  /** 'Sat' */
  weekday: (day: Day): string => format(locale, "weekday", { weekday: "short" }).format(at(day)),
  longWeekday: (day: Day): string => format(locale, "longWeekday", { weekday: "long" }).format(at(day)),
  /** 'Nov' */
  month: (day: Day): string => format(locale, "month", { month: "short" }).format(at(day)),
  /** 'November 2026' */
  monthTitle: (day: Day): string => format(locale, "monthTitle", { month: "long", year: "numeric" }).format(at(day)),
  /** '7:30 PM' */
  time: (time: string): string =>
    oneSpace(format(locale, "time", { hour: "numeric", minute: "2-digit" }).format(at(anyDay, time))),
  /** 'Eastern Time' */
  zoneName: (zone: string): string =>
    dateFormat(locale, { timeZone: zone, timeZoneName: "longGeneric" })
      .formatToParts(at(anyDay))
      .find((part) => part.type === "timeZoneName")?.value ?? zone,
});
export type When = ReturnType<typeof whenOf>;

/** Days and times as the seller's visitors write them. */
export const useWhen = (): When => {
  const { locale } = useSeller();
  return useMemo(() => whenOf(locale), [locale]);
};
