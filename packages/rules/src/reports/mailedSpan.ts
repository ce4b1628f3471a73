import type { Day } from "@foyer/contract/basics.ts";
import type { MailRhythm } from "@foyer/contract/office/money/keptReports.ts";
import { addDays } from "../dates/localTime.ts";
import { firstDayOf, type DaySpan } from "./reportPeriods.ts";

/** The day, week or month that was over when a report of `today` is mailed. */
export const mailedSpan = (today: Day, every: MailRhythm): DaySpan => {
  const to = addDays(firstDayOf(today, every), -1);
  return { from: firstDayOf(to, every), to };
};
