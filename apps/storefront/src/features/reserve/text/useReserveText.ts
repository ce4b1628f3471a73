import type { ReserveNotice } from "@foyer/rules/reserve/reserveState.ts";
import { availabilityLabel } from "@foyer/rules/catalog/availabilityLabel.ts";
import { useSeller, useText, type Translator } from "../../../shared/seller/seller.tsx";
import type { DateFormats } from "../../../shared/format/dateFormats.ts";
import { reserveStrings } from "./reserve.strings.ts";

export const useReserveText = (): Translator<typeof reserveStrings> => useText(reserveStrings);

/** 'Few tickets left' or '12 left', as the seller has set it. */
export const useLeftText = (): ((left: number | null) => string | undefined) => {
  const t = useReserveText();
  const { web } = useSeller();
  return (left) => {
    const label = availabilityLabel(left, web.show_remaining_session_capacity_threshold);
    return label && (label.kind === "few" ? t("reserve.date.few") : t("reserve.left", { count: label.left }));
  };
};

export const noticeText = (notice: ReserveNotice, t: Translator<typeof reserveStrings>, when: DateFormats): string => {
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
