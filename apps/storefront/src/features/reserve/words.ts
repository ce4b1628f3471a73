import { useMemo } from "react";
import type { EventConfig } from "@foyer/contract/catalog.ts";
import { pricePrefixes, type DayWords, type Priced, type PricePrefixes } from "@foyer/rules/calendarDays.ts";
import type { Notice } from "@foyer/rules/reserveFlow.ts";
import { leftSaid } from "@foyer/rules/sessions.ts";
import { useSeller, useShortMoney, useText, type Texts } from "../../shared/seller.tsx";
import { useWhen, type When } from "../../shared/when.ts";
import { reserveStrings } from "./reserve.strings.ts";

export const useReserveText = (): Texts<typeof reserveStrings> => useText(reserveStrings);

/** '$12' with its prefix. Nothing to pay is said in a word. */
export const useTilePrice = (): ((amount: string, prefix?: string) => string) => {
  const money = useShortMoney();
  const t = useReserveText();
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

export const usePricePrefixes = (
  config: EventConfig | undefined,
  priced: readonly Priced[],
  isOneOfSeveral: boolean,
): PricePrefixes => {
  const from = useReserveText()("reserve.from");
  return useMemo(
    () => pricePrefixes(config?.price_display, priced, from, isOneOfSeveral),
    [config, priced, from, isOneOfSeveral],
  );
};

export const noticeText = (notice: Notice, t: Texts<typeof reserveStrings>, when: When): string => {
  switch (notice.kind) {
    case "session_sold_out":
      return t("reserve.session_sold_out", { time: when.time(notice.time) });
    case "date_sold_out":
      return t("reserve.date_sold_out", { date: when.longDate(notice.day) });
    case "calendar_refused":
      return notice.text;
    case "date_unavailable":
    case "session_unavailable":
    case "session_not_found":
      return t(`reserve.${notice.kind}`);
  }
};
