import type { Instant } from "@foyer/contract/basics.ts";
import { localDayOf, addDays, instantOf } from "../dates/localTime.ts";

/** The policies for the time of add-ons, relative to the visit. */
export const visitTimes = ["timeslot", "same_start", "same_date", "until_close"] as const;
export type VisitTime = (typeof visitTimes)[number];

/** The times of a visit's session, with its venue's zone. */
export type VisitSession = {
  readonly start_datetime: Instant;
  readonly end_datetime: Instant;
  readonly timezone: string;
};
type Times = Pick<VisitSession, "start_datetime" | "end_datetime">;
export type VisitWindow = { readonly start: Instant; readonly end: Instant };

/** Parses a seller's `upsells.visit_time`. Undefined if it is absent or unknown: then nothing is limited. */
export const parseVisitTime = (value: string | undefined): VisitTime | undefined =>
  visitTimes.find((known) => known === value);

/** Does this policy offer add-ons for the time of the visit itself? */
export const isDuringVisit = (policy: VisitTime | undefined): boolean =>
  policy === "timeslot" || policy === "same_start";

const addMinutes = (moment: Instant, minutes: number): Instant =>
  Temporal.Instant.from(moment).add({ minutes }).toString();
const compareInstants = (one: Instant, other: Instant): number =>
  Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other));

/** The period for add-ons. Days follow the venue's clock, so that a day has 23 or 25 hours twice a year. */
export const visitWindow = (policy: VisitTime, visit: VisitSession): VisitWindow => {
  const { start_datetime, end_datetime, timezone } = visit;
  if (policy === "timeslot") return { start: start_datetime, end: end_datetime };
  if (policy === "same_start") return { start: addMinutes(start_datetime, -1), end: addMinutes(start_datetime, 1) };
  const day = localDayOf(start_datetime, timezone);
  const nextDay = instantOf(addDays(day, 1), "00:00", timezone);
  if (policy === "same_date") return { start: instantOf(day, "00:00", timezone), end: nextDay };
  // A visit that ends after midnight leaves no time on its day.
  return { start: end_datetime, end: compareInstants(end_datetime, nextDay) > 0 ? end_datetime : nextDay };
};

/**
 * Does an add-on at these times match the visit? `timeslot`: the two overlap. `same_start`: they start within a
 * minute. `same_date` and `until_close`: the add-on starts in the window.
 */
export const fitsVisit = (policy: VisitTime, visit: VisitSession, addOn: Times): boolean => {
  const { start, end } = visitWindow(policy, visit);
  if (policy === "timeslot")
    return compareInstants(addOn.start_datetime, end) < 0 && compareInstants(addOn.end_datetime, start) > 0;
  if (compareInstants(addOn.start_datetime, start) < 0) return false;
  const late = compareInstants(addOn.start_datetime, end);
  return policy === "same_start" ? late <= 0 : late < 0;
};
