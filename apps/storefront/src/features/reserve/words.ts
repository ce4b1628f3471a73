import type { Notice } from "@foyer/rules/reserveFlow.ts";
import { leftSaid } from "@foyer/rules/roomLeft.ts";
import { useSeller, useText, type Texts } from "../../shared/seller.tsx";
import type { When } from "../../shared/when.ts";
import { reserveStrings } from "./reserve.strings.ts";

export const useReserveText = (): Texts<typeof reserveStrings> => useText(reserveStrings);

/** 'Few tickets left' or '12 left', where the seller's settings have something said. */
export const useLeftText = (): ((left: number | null) => string | undefined) => {
  const t = useReserveText();
  const { web } = useSeller();
  return (left) => {
    const said = leftSaid(left, web.show_remaining_session_capacity_threshold);
    return said && (said.kind === "few" ? t("reserve.date.few") : t("reserve.left", { count: said.left }));
  };
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
