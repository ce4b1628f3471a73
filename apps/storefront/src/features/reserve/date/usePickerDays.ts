import { useMemo } from "react";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { pickerDays, type PickerDay } from "@foyer/rules/reserve/pickerDays.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import type { ReserveFormState } from "../form/reserveFormState.ts";
import { useDayLabels, usePricePrefixes } from "../text/useInitialText.ts";

const noTickets: ReserveFormState["chosen"] = [];
const noDays: NonNullable<ReserveFormState["days"]> = [];

/** The days for the picker. `isBasket`: prices are those of the selection, not of a ticket type. */
export const usePickerDays = (
  {
    days,
    rules,
    chosen = noTickets,
    hasSeveralPrices,
  }: Pick<ReserveFormState, "days" | "rules" | "hasSeveralPrices"> & Partial<Pick<ReserveFormState, "chosen">>,
  { config }: EventTemplate,
  { isBasket = false }: { readonly isBasket?: boolean } = {},
): readonly PickerDay[] | undefined => {
  // Chosen tickets are a new list after each rendering.
  const hasCounts = rules.some(({ actions, triggers }) => actions.date_annotation && triggers.quantity);
  const counted = hasCounts ? chosen : noTickets;
  const labels = useDayLabels();
  const { web } = useSeller();
  // The sessions of a day may have different prices for the same selection.
  const isOneOfSeveral = isBasket ? (days ?? noDays).some(({ sessions }) => sessions > 1) : hasSeveralPrices;
  const prefixes = usePricePrefixes(isBasket ? undefined : config, days ?? noDays, isOneOfSeveral);
  return useMemo(
    () =>
      days &&
      pickerDays(isBasket ? days.map((day) => ({ ...day, primary_price: null, secondary_price: null })) : days, {
        rules,
        chosen: counted,
        price_display: web.price_display,
        prefixes,
        threshold: web.show_remaining_session_capacity_threshold,
        strings: labels,
      }),
    [days, isBasket, rules, counted, web, prefixes, labels],
  );
};
