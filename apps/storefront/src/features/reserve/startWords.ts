import { useMemo } from "react";
import type { EventConfig } from "@foyer/contract/catalog.ts";
import { pricePrefixes, type DayWords, type Priced, type PricePrefixes } from "@foyer/rules/calendarDays.ts";
import { useShortMoney, useText, type Texts } from "../../shared/seller.tsx";
import { useWhen } from "../../shared/when.ts";
import { startStrings } from "./start.strings.ts";

export const useStartText = (): Texts<typeof startStrings> => useText(startStrings);

/** '$12' with its prefix. Nothing to pay is said in a word. */
export const useTilePrice = (): ((amount: string, prefix?: string) => string) => {
  const money = useShortMoney();
  const t = useStartText();
  return useMemo(
    () =>
      (amount, prefix = "") => {
        const price = Number(amount) === 0 ? t("reserve.free") : money(amount);
        return prefix === "" ? price : t("reserve.price", { prefix, price });
      },
    [money, t],
  );
};

export const useDayWords = (): DayWords => {
  const t = useStartText();
  const when = useWhen();
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
  const from = useStartText()("reserve.from");
  return useMemo(
    () => pricePrefixes(config?.price_display, priced, from, isOneOfSeveral),
    [config, priced, from, isOneOfSeveral],
  );
};
