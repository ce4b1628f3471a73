import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { isDayFirstEnglish } from "@foyer/rules/dates/englishDates.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { cartStrings } from "../cart.strings.ts";

/** 'Sat, Nov 21, 2026 at 7:30 PM' or 'Sat 21 Nov 2026, 19:30' in the venue's time zone; undefined for an item without a date. */
export const useCartDate = () => {
  const formats = useDateFormats();
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
    const day = formats.cartDay(local_day);
    if (all_day || !local_start) return day;
    return t(isDayFirstEnglish(locale) ? "cart.date.day_first" : "cart.date", { day, time: formats.time(local_start) });
  };
};
