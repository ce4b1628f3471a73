import type { Instant } from "@foyer/contract/basics.ts";
import { dateFormat } from "./formats.ts";

/** The ways in which a moment is written (document 2 §9). All of them in the venue's zone. */
export type TimeFormat = "day" | "long_day" | "time" | "cart";

const options: Readonly<Record<Exclude<TimeFormat, "cart">, Intl.DateTimeFormatOptions>> = {
  /** 'Sat, Nov 21' */
  day: { weekday: "short", month: "short", day: "numeric" },
  /** 'Sat, November 21, 2026' */
  long_day: { weekday: "short", month: "long", day: "numeric", year: "numeric" },
  /** '9:30 AM' */
  time: { hour: "numeric", minute: "2-digit" },
};
const cartDay: Intl.DateTimeFormatOptions = { weekday: "short", month: "short", day: "numeric", year: "numeric" };

/** Browsers differ in which space stands before 'AM'; ours is the plain one. */
const plainSpaces = (text: string): string => text.replace(/[\u202f\u00a0]/g, " ");

/** A moment by the venue's clocks: 'Sat, Nov 21, 2026 at 9:30 AM' in the form 'cart'. */
export const momentText = (moment: Instant, timeZone: string, locale: string, as: TimeFormat): string => {
  const write = (wanted: Intl.DateTimeFormatOptions) =>
    plainSpaces(dateFormat(locale, { ...wanted, timeZone }).format(Date.parse(moment)));
  return as === "cart" ? `${write(cartDay)} at ${write(options.time)}` : write(options[as]);
};
