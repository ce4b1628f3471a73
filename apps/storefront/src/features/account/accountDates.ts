import { useMemo } from "react";
import type { Day, Instant } from "@foyer/contract/basics.ts";
import { isDayFirstEnglish } from "@foyer/rules/dates/englishDates.ts";
import { dateFormat } from "../../shared/format/intlFormats.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import { createDateFormats, dateText } from "../../shared/format/dateFormats.ts";

const longDate = { weekday: "short", month: "long", day: "numeric", year: "numeric" } as const;

/** 'Sat, November 21 2026' in American English, 'Sat 21 November 2026' in day-first English. */
const formatDate = (locale: string, timeZone: string, moment: Date): string => {
  if (!/^en\b/i.test(locale) || isDayFirstEnglish(locale)) return dateText(locale, { ...longDate, timeZone }, moment);
  const dateParts = dateFormat("en-US", { ...longDate, timeZone }).formatToParts(moment);
  const textOf = (type: string) => dateParts.find((one) => one.type === type)?.value ?? "";
  return `${textOf("weekday")}, ${textOf("month")} ${textOf("day")} ${textOf("year")}`;
};

export const accountDatesOf = (locale: string) => ({
  day: (day: Day): string => formatDate(locale, "UTC", new Date(`${day}T12:00:00Z`)),
  dayOfMoment: (moment: Instant, timeZone: string): string => formatDate(locale, timeZone, new Date(moment)),
  time: createDateFormats(locale).time,
});

export const useAccountDates = () => {
  const { locale } = useSeller();
  return useMemo(() => accountDatesOf(locale), [locale]);
};
