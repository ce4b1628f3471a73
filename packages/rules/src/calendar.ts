import type { Day } from "@foyer/contract/basics.ts";
import { lowest, type Price } from "./prices.ts";

/** A session as the calendar looks at it. `left` is Infinity where there is no limit. */
export type DatedSession = {
  readonly local_day: Day;
  readonly open: boolean;
  readonly left: number;
  readonly price: Price | undefined;
};
export type CalendarDay = {
  readonly date: Day;
  readonly sessions: number;
  readonly left: number;
  readonly lowest: Price | undefined;
};

/** Sessions gathered into days, in their order. Only what can still be had counts: towards the price as towards the room. */
export const calendarDays = (sessions: readonly DatedSession[]): CalendarDay[] =>
  [...Map.groupBy(sessions, ({ local_day }) => local_day)].map(([date, all]) => {
    const open = all.filter((session) => session.open);
    return {
      date,
      sessions: open.length,
      left: open.reduce((sum, { left }) => sum + left, 0),
      lowest: lowest(open.flatMap(({ price }) => (price ? [price] : []))),
    };
  });
