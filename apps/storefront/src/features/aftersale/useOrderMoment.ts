import { timeOfDayFormat } from "@foyer/rules/dates/englishDates.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { dateText, useDateFormats } from "../../shared/format/dateFormats.ts";
import { aftersaleStrings } from "./aftersale.strings.ts";

/** 'Mon, Nov 23, 10:00 AM' of a moment, in the venue's time zone. It stays on one line of a sentence. */
export const useOrderMoment = () => {
  const { locale, timezone: sellerZone } = useSeller();
  const formats = useDateFormats();
  const t = useText(aftersaleStrings);
  return (moment: string, timeZone: string = sellerZone): string =>
    t("history.moment", {
      day: formats.dayOfMoment(moment, timeZone),
      time: dateText(locale, { ...timeOfDayFormat(locale), timeZone }, new Date(moment)),
    }).replaceAll(" ", "\u00a0");
};
