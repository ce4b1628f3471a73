import type { CartLine } from "@foyer/contract/cart.ts";

type Timed = Pick<CartLine, "start_datetime" | "timezone" | "all_day" | "ticket_date_time">;

/** When something takes place, by the venue's clocks and with its zone named; empty for what has no date. */
export const letterMoment = (line: Timed, locale: string): string => {
  if (line.ticket_date_time) return line.ticket_date_time;
  if (!line.start_datetime) return "";
  const start = Temporal.Instant.from(line.start_datetime).toZonedDateTimeISO(line.timezone);
  const day = start.toLocaleString(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  if (line.all_day) return day;
  return `${day}, ${start.toLocaleString(locale, { hour: "numeric", minute: "2-digit", timeZoneName: "short" })}`;
};
