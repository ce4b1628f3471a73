import type { CartLine } from "@foyer/contract/cart.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { whenOf } from "../../shared/when.ts";
import { cartStrings } from "./cart.strings.ts";

const isEnglish = (locale: string): boolean => /^en\b/i.test(locale);

/** The wire has the day as it is at the venue; it is formatted as it stands. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

const partsOf = (day: string): Record<string, string> => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
  });
  return Object.fromEntries(format.formatToParts(noon(day)).map(({ type, value }) => [type, value]));
};

/** 'Sat, Nov 21, 2026' in every English; other languages have an order of their own. */
export const cartDay = (locale: string, day: string): string => {
  if (!isEnglish(locale))
    return new Intl.DateTimeFormat(locale, {
      timeZone: "UTC",
      weekday: "short",
      month: "short",
      day: "numeric",
      year: "numeric",
    }).format(noon(day));
  const { weekday, month, day: date, year } = partsOf(day);
  return `${weekday}, ${month} ${date}, ${year}`;
};

/** 'ddd, MMM D, YYYY [at] h:mm A' (document 2 §9) at the venue; undefined for what has no date. */
export const useCartDate = () => {
  const { locale } = useSeller();
  const t = useText(cartStrings);
  return ({
    ticket_date_time,
    local_day,
    local_start,
    all_day,
  }: Pick<CartLine, "ticket_date_time" | "local_day" | "local_start" | "all_day">): string | undefined => {
    if (ticket_date_time) return ticket_date_time;
    if (!local_day) return undefined;
    const day = cartDay(locale, local_day);
    return all_day || !local_start
      ? day
      : t("cart.date", { day, time: whenOf(isEnglish(locale) ? "en-US" : locale).time(local_start) });
  };
};
