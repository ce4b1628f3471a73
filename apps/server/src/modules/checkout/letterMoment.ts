import type { CartLine } from "@foyer/contract/cart.ts";

type Timed = Pick<CartLine, "start_datetime" | "timezone" | "all_day" | "ticket_date_time">;

/** The day and the time at which something takes place, by the venue's clocks and with its zone named; empty for what has none. */
export const dayAndTime = (line: Timed, locale: string): { readonly day: string; readonly time: string } => {
  if (line.ticket_date_time) return { day: line.ticket_date_time, time: "" };
  if (!line.start_datetime) return { day: "", time: "" };
  const start = Temporal.Instant.from(line.start_datetime).toZonedDateTimeISO(line.timezone);
  return {
    day: start.toLocaleString(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    time: line.all_day
      ? ""
      : start.toLocaleString(locale, { hour: "numeric", minute: "2-digit", timeZoneName: "short" }),
  };
};

export const letterMoment = (line: Timed, locale: string): string => {
  const { day, time } = dayAndTime(line, locale);
  return [day, time].filter(Boolean).join(", ");
};
