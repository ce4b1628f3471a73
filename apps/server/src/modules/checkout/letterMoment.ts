import type { CartLine } from "@foyer/contract/cart.ts";

type Timed = Pick<CartLine, "start_datetime" | "timezone" | "all_day" | "ticket_date_time">;

type Formats = { readonly day: Intl.DateTimeFormat; readonly time: Intl.DateTimeFormat };

/** To make one costs more than all that it formats. */
const known = new Map<string, Formats>();
const mostKnown = 500;

const formatsOf = (locale: string, timeZone: string): Formats => {
  const key = `${locale} ${timeZone}`;
  const found = known.get(key);
  if (found) return found;
  const formats = {
    day: new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone }),
    time: new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone }),
  };
  if (known.size >= mostKnown) known.clear();
  known.set(key, formats);
  return formats;
};

/** The day and the time at which something takes place, by the venue's clocks and with its zone named; empty for what has none. */
export const dayAndTime = (line: Timed, locale: string): { readonly day: string; readonly time: string } => {
  if (line.ticket_date_time) return { day: line.ticket_date_time, time: "" };
  if (!line.start_datetime) return { day: "", time: "" };
  const start = Temporal.Instant.from(line.start_datetime).epochMilliseconds;
  const formats = formatsOf(locale, line.timezone);
  return { day: formats.day.format(start), time: line.all_day ? "" : formats.time.format(start) };
};

export const letterMoment = (line: Timed, locale: string): string => {
  const { day, time } = dayAndTime(line, locale);
  return [day, time].filter(Boolean).join(", ");
};
