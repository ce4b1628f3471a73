import { useMemo } from "react";
import type { Day, Instant } from "@foyer/contract/basics.ts";
import { dateFormat } from "../../shared/formats.ts";
import { useSeller } from "../../shared/seller.tsx";
import { whenOf } from "../../shared/when.ts";

const wholeDate = { weekday: "short", month: "long", day: "numeric", year: "numeric" } as const;

const written = (locale: string, timeZone: string, moment: Date): string => {
  if (!/^en\b/i.test(locale)) return dateFormat(locale, { ...wholeDate, timeZone }).format(moment);
  const parts = dateFormat("en-US", { ...wholeDate, timeZone }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("weekday")}, ${part("month")} ${part("day")} ${part("year")}`;
};

/**
 * 'ddd, MMMM D YYYY' and 'LT' (document 2 §9): 'Sat, November 21 2026' in every English, other languages in an order of
 * their own; times as the seller's visitors write them.
 */
export const accountDatesOf = (locale: string) => ({
  day: (day: Day): string => written(locale, "UTC", new Date(`${day}T12:00:00Z`)),
  dayOfMoment: (moment: Instant, timeZone: string): string => written(locale, timeZone, new Date(moment)),
  time: whenOf(locale).time,
});

export const useAccountDates = () => {
  const { locale } = useSeller();
  return useMemo(() => accountDatesOf(locale), [locale]);
};
