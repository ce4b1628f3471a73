/**
 * English with the month first and the 12-hour clock: the United States, Canada, the Philippines, and English without a
 * region.
 */
const monthFirst = /^en(?:$|-(?:US|CA|PH)\b)/i;

/** Does a language tag mean English with the day first, as in Britain, Australia and New Zealand? */
export const isDayFirstEnglish = (locale: string): boolean => /^en\b/i.test(locale) && !monthFirst.test(locale);

/** 'Friday, 27 November' → 'Friday 27 November': engines differ in the comma, and day-first English has none. */
export const withoutWeekdayComma = (date: string): string => date.replace(/^(\p{L}+),/u, "$1");

/** The clock for a time format in a locale: 24 hours in day-first English, otherwise the locale's default. */
export const clockOf = (locale: string): { readonly hourCycle?: "h23" } =>
  isDayFirstEnglish(locale) ? { hourCycle: "h23" } : {};

/** Formats a time of day: '7:30 PM', or '07:30' in day-first English, where en-GB alone would give '7:30'. */
export const timeOfDayFormat = (locale: string) =>
  ({
    hour: isDayFirstEnglish(locale) ? "2-digit" : "numeric",
    minute: "2-digit",
    ...clockOf(locale),
  }) as const;
