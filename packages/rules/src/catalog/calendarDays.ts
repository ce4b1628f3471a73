import type { Day } from "@foyer/contract/basics.ts";
import type { Minor } from "../values/money.ts";
import { lowestOf, type Price } from "../pricing/prices.ts";

/**
 * Prices of the two types that an event names for its days; null if the type is not available, absent if none is
 * named.
 */
export type NamedPrices = { readonly primary_price?: Minor | null; readonly secondary_price?: Minor | null };
const priceNames = ["primary_price", "secondary_price"] as const;

/** A session for the calendar. `left` is Infinity without a limit. */
export type CalendarSession = {
  readonly local_day: Day;
  readonly open: boolean;
  readonly left: number;
  readonly price: Price | undefined;
  readonly named?: NamedPrices;
};
export type CalendarDay = {
  readonly date: Day;
  readonly sessions: number;
  readonly left: number;
  readonly lowest: Price | undefined;
  readonly named: NamedPrices;
};

const lowestNamed = (sessions: readonly CalendarSession[], all: readonly CalendarSession[]): NamedPrices =>
  Object.fromEntries(
    priceNames
      .filter((name) => all.some(({ named }) => named?.[name] !== undefined))
      .map((name) => {
        const prices = sessions.flatMap(({ named }) => named?.[name] ?? []);
        return [name, prices.length === 0 ? null : Math.min(...prices)];
      }),
  );

/** Groups sessions into days, in their order. Only open sessions count towards prices and capacity. */
export const calendarDays = (sessions: readonly CalendarSession[]): CalendarDay[] =>
  [...Map.groupBy(sessions, ({ local_day }) => local_day)].map(([date, all]) => {
    const open = all.filter((session) => session.open);
    return {
      date,
      sessions: open.length,
      left: open.reduce((sum, { left }) => sum + left, 0),
      lowest: lowestOf(open.flatMap(({ price }) => (price ? [price] : []))),
      named: lowestNamed(open, all),
    };
  });
