import { useMemo } from "react";
import type { EventConfig } from "@foyer/contract/shop/settings/eventSettings.ts";
import { pricePrefixes, type DayStrings, type Priced, type PricePrefixes } from "@foyer/rules/reserve/pickerDays.ts";
import { useText, type Translator } from "../../../shared/seller/seller.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { initialReserveStrings } from "./initial.strings.ts";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";

export const useInitialText = (): Translator<typeof initialReserveStrings> => useText(initialReserveStrings);

export const useDayLabels = (): DayStrings => {
  const t = useInitialText();
  const when = useDateFormats();
  const price = useTilePrice();
  return useMemo(
    () => ({
      date: when.longDate,
      price,
      few: t("reserve.date.few"),
      left: (count) => t("reserve.left", { count }),
      sold_out: t("reserve.date.sold_out"),
      not_available: t("reserve.date.not_available"),
    }),
    [t, when, price],
  );
};

export const usePricePrefixes = (
  config: EventConfig | undefined,
  priced: readonly Priced[],
  isOneOfSeveral: boolean,
): PricePrefixes => {
  const from = useInitialText()("reserve.from");
  return useMemo(
    () => pricePrefixes(config?.price_display, priced, from, isOneOfSeveral),
    [config, priced, from, isOneOfSeveral],
  );
};
