import type { Day } from "@foyer/contract/basics.ts";
import type { MailFrequency } from "@foyer/contract/office/money/keptReports.ts";
import { addDays } from "../dates/localTime.ts";
import { firstDayOf, type DaySpan, type SentSpan } from "./reportPeriods.ts";

type Times = Pick<SentSpan, "from_time" | "to_time">;

/**
 * The day, week or month that was complete when a report is mailed on `today`. If its end time is not later than its start
 * time, it ends on the next day, as for 14:00 to 02:00.
 */
export const lastCompletePeriod = (today: Day, every: MailFrequency, { from_time, to_time }: Times = {}): DaySpan => {
  const to = addDays(firstDayOf(today, every), -1);
  const isOverNight = to_time !== undefined && to_time <= (from_time ?? "00:00");
  return { from: firstDayOf(to, every), to: isOverNight ? addDays(to, 1) : to };
};
