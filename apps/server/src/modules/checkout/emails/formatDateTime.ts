import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { isDayFirstEnglish, timeOfDayFormat, withoutWeekdayComma } from "@foyer/rules/dates/englishDates.ts";
import { BoundedCache } from "../../../cache/boundedCache.ts";

type Timed = Pick<CartLine, "start_datetime" | "timezone" | "all_day" | "ticket_date_time">;

type Formats = { readonly day: Intl.DateTimeFormat; readonly time: Intl.DateTimeFormat };

/** Most of it is outside the heap, in the locale library. */
const bytesOfFormatter = 8 * 1024;

/** Creating a formatter costs far more than using it. */
const formatsCache = new BoundedCache<Formats>({
  maxEntries: 500,
  maxBytes: 8 * 1024 * 1024,
  bytesOf: () => 2 * bytesOfFormatter,
});

const formatsOf = (locale: string, timeZone: string): Formats => {
  const key = `${locale} ${timeZone}`;
  const found = formatsCache.get(key);
  if (found) return found;
  const formats = {
    day: new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone }),
    time: new Intl.DateTimeFormat(locale, {
      ...timeOfDayFormat(locale),
      timeZoneName: "short",
      timeZone,
    }),
  };
  formatsCache.set(key, formats);
  return formats;
};

/** Start of an event in the venue's time zone, with the zone's name; empty strings if it has no start. */
export const formatDayAndTime = (line: Timed, locale: string): { readonly day: string; readonly time: string } => {
  if (line.ticket_date_time) return { day: line.ticket_date_time, time: "" };
  if (!line.start_datetime) return { day: "", time: "" };
  const start = Temporal.Instant.from(line.start_datetime).epochMilliseconds;
  const formats = formatsOf(locale, line.timezone);
  const day = formats.day.format(start);
  return {
    day: isDayFirstEnglish(locale) ? withoutWeekdayComma(day) : day,
    time: line.all_day ? "" : formats.time.format(start),
  };
};

export const formatDateTime = (line: Timed, locale: string): string => {
  const { day, time } = formatDayAndTime(line, locale);
  return [day, time].filter(Boolean).join(", ");
};
