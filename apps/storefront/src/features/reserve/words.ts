import { useMemo } from "react";
import type { EventConfig } from "@foyer/contract/catalog.ts";
import { pricePrefixOf, type DayWords } from "@foyer/rules/calendarDays.ts";
import type { Notice } from "@foyer/rules/reserveFlow.ts";
import { exponentOf } from "@foyer/rules/money.ts";
import { leftSaid } from "@foyer/rules/sessions.ts";
import { numberFormat } from "../../shared/formats.ts";
import { useSeller, useText, type Texts } from "../../shared/seller.tsx";
import { useWhen, type When } from "../../shared/when.ts";
import { reserveStrings } from "./reserve.strings.ts";

export const useReserveText = (): Texts<typeof reserveStrings> => useText(reserveStrings);

/** '$12' and '$12.50': short enough for a tile. Nothing to pay is said in a word. */
export const useTilePrice = (): ((amount: string, prefix?: string) => string) => {
  const { default_currency_code: currency, locale } = useSeller();
  const t = useReserveText();
  return useMemo(() => {
    const digits = exponentOf(currency);
    const format = numberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      trailingZeroDisplay: "stripIfInteger",
    });
    return (amount, prefix = "") => {
      const price = Number(amount) === 0 ? t("reserve.free") : format.format(amount as `${number}`);
      return prefix === "" || Number(amount) === 0 ? price : t("reserve.price", { prefix, price });
    };
  }, [currency, locale, t]);
};

export const useDayWords = (): DayWords => {
  const t = useReserveText();
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

/** 'Few tickets left' or '12 left', where the seller's settings have something said. */
export const useLeftText = (): ((left: number | null) => string | undefined) => {
  const t = useReserveText();
  const { web } = useSeller();
  return (left) => {
    const said = leftSaid(left, web.show_remaining_session_capacity_threshold);
    return said && (said.kind === "few" ? t("reserve.date.few") : t("reserve.left", { count: said.left }));
  };
};

export const usePricePrefix = (config: EventConfig | undefined, prices: readonly string[]): string =>
  pricePrefixOf(config?.price_display, prices, useReserveText()("reserve.from"));

export const noticeText = (notice: Notice, t: Texts<typeof reserveStrings>, when: When): string => {
  switch (notice.kind) {
    case "session_sold_out":
      return t("reserve.session_sold_out", { time: when.time(notice.time) });
    case "date_sold_out":
      return t("reserve.date_sold_out", { date: when.longDate(notice.day) });
    case "date_unavailable":
    case "session_unavailable":
    case "session_not_found":
      return t(`reserve.${notice.kind}`);
  }
};
