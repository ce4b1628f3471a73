import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { cartStrings } from "../cart.strings.ts";

/** 'Sat, Nov 21, 2026 at 7:30 PM' in the venue's time zone; undefined for an item without a date. */
export const useCartDate = () => {
  const formats = useDateFormats();
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
    return all_day || !local_start ? day : t("cart.date", { day, time: formats.cartTime(local_start) });
  };
};
