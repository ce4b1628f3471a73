import { useMemo } from "react";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { pickerDays, type PickerDay } from "@foyer/rules/calendarDays.ts";
import { useSeller } from "../../shared/seller.tsx";
import type { Reserve } from "./useReserve.ts";
import { useDayWords, usePricePrefixes } from "./startWords.ts";

const none: NonNullable<Reserve["days"]> = [];

/** The days as the picker shows them. `isBasket`: their prices are those of what is chosen, not of a type. */
export const usePickerDays = (
  { days, rules, hasSeveralPrices }: Pick<Reserve, "days" | "rules" | "hasSeveralPrices">,
  { config }: EventTemplate,
  { isBasket = false }: { readonly isBasket?: boolean } = {},
): readonly PickerDay[] | undefined => {
  const words = useDayWords();
  const { web } = useSeller();
  // The sessions of one day may each have a price of their own for the same basket.
  const isOneOfSeveral = isBasket ? (days ?? none).some(({ sessions }) => sessions > 1) : hasSeveralPrices;
  const prefixes = usePricePrefixes(isBasket ? undefined : config, days ?? none, isOneOfSeveral);
  return useMemo(
    () =>
      days &&
      pickerDays(isBasket ? days.map((day) => ({ ...day, primary_price: null, secondary_price: null })) : days, {
        rules,
        price_display: web.price_display,
        prefixes,
        threshold: web.show_remaining_session_capacity_threshold,
        words,
      }),
    [days, isBasket, rules, web, prefixes, words],
  );
};
