import { timeOfDayFormat } from "@foyer/rules/dates/englishDates.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { dateText, useDateFormats } from "../../shared/format/dateFormats.ts";
import { aftersaleStrings } from "./aftersale.strings.ts";

/** Formats a moment as 'Mon, Nov 23, 10:00 AM' in the venue's time zone. It does not wrap within a sentence. */
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
