import type { Day } from "@foyer/contract/basics.ts";
import { timeMatcher, weekdayMatcher } from "./expandSchedules.ts";
import type { ScheduledSession } from "./scheduledSession.ts";
import { dayMatcher } from "./relativeDates.ts";
import type { SessionChange } from "./timetable.ts";

/** Which sessions a price rule applies to: all given conditions must hold. */
export type PriceCondition = Pick<SessionChange, "days" | "on" | "time">;
/** Prices by 'group/type', as written. */
export type WrittenPriceRule = {
  readonly when: PriceCondition;
  readonly amounts: Readonly<Record<string, string>>;
};
type Start = Pick<ScheduledSession, "local_day" | "local_start">;

/** Undefined if its days are not in the calendar, or end before they begin. */
export const priceRuleMatcher = (
  { days, on, time }: PriceCondition,
  today: Day,
): ((session: Start) => boolean) | undefined => {
  const isInDays = days === undefined ? () => true : dayMatcher(days, today);
  if (!isInDays) return undefined;
  const [isOnWeekday, isInTime] = [weekdayMatcher({ on }), timeMatcher(time)];
  return ({ local_day, local_start }) => isInDays(local_day) && isOnWeekday(local_day) && isInTime(local_start);
};

/** A price as written, and its source: the session, the rule at this index, or the type. */
export type FoundPrice = { readonly amount: string; readonly by: "session" | "type" | number };

/** The price of a type in a session: its own first, then the first matching rule that names the type. */
export const findPrice = (
  rules: readonly WrittenPriceRule[],
  session: Start & Pick<ScheduledSession, "prices">,
  type: { readonly key: string; readonly price: string },
  today: Day,
): FoundPrice => {
  const own = session.prices[type.key];
  if (own !== undefined) return { amount: own, by: "session" };
  const by = rules.findIndex(
    ({ when, amounts }) => amounts[type.key] !== undefined && priceRuleMatcher(when, today)?.(session) === true,
  );
  const amount = rules[by]?.amounts[type.key];
  return amount === undefined ? { amount: type.price, by: "type" } : { amount, by };
};
