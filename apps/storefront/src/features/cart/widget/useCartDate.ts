import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { cartStrings } from "../cart.strings.ts";

/** 'ddd, MMM D, YYYY [at] h:mm A' (document 2 §9) at the venue; undefined for what has no date. */
export const useCartDate = () => {
  const when = useDateFormats();
  const t = useText(cartStrings);
  return ({
    ticket_date_time,
    local_day,
    local_start,
    all_day,
  }: Pick<CartLine, "ticket_date_time" | "local_day" | "local_start" | "all_day">): string | undefined => {
    if (ticket_date_time) return ticket_date_time;
    if (!local_day) return undefined;
    const day = when.cartDay(local_day);
    return all_day || !local_start ? day : t("cart.date", { day, time: when.cartTime(local_start) });
  };
};
