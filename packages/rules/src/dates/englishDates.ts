/** English with the month first and a clock of twelve hours: the United States, Canada, the Philippines, and English at large. */
const monthFirst = /^en(?:$|-(?:US|CA|PH)\b)/i;

/** Does a language tag mean English with the day first, as in Britain, Australia and New Zealand? */
export const isDayFirstEnglish = (locale: string): boolean => /^en\b/i.test(locale) && !monthFirst.test(locale);

/** 'Friday, 27 November' → 'Friday 27 November': engines differ in the comma, and English with the day first has none. */
export const withoutWeekdayComma = (date: string): string => date.replace(/^(\p{L}+),/u, "$1");

/** The clock of a locale for a time format: 24 hours in English with the day first, elsewhere what is usual there. */
export const clockOf = (locale: string): { readonly hourCycle?: "h23" } =>
  isDayFirstEnglish(locale) ? { hourCycle: "h23" } : {};

/** How a time of day is written: '7:30 PM', and '07:30' in English with the day first, where en-GB alone would say '7:30'. */
export const timeOfDayFormat = (locale: string) =>
  ({
    hour: isDayFirstEnglish(locale) ? "2-digit" : "numeric",
    minute: "2-digit",
    ...clockOf(locale),
  }) as const;
