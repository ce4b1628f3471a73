import type { Day, Instant } from "@foyer/contract/basics.ts";

export type TermRule = {
  readonly start_policy: "fixedfrom" | "fixedto" | null;
  readonly start_policy_date: Instant | null;
  /** An ISO 8601 duration: 'P1Y'. */
  readonly duration_new: string | null;
};
/** The validity of a pass; `valid_to` is exclusive, null means without end. */
export type Term = { readonly valid_from: Instant; readonly valid_to: Instant | null };

/** The start of a day at the venue, even if clocks skip midnight there. */
const startOf = (day: Temporal.PlainDate, zone: string): Instant => day.toZonedDateTime(zone).toInstant().toString();

/**
 * The end of a term in whole days, starting on `first_day`. If the last month lacks that day, the term ends with that
 * month: one month from 31 January lasts until 28 February.
 */
export const termEnd = (first_day: Temporal.PlainDate, duration: string, zone: string): Instant => {
  const { years, months, weeks, days } = Temporal.Duration.from(duration);
  const sameDay = first_day.add({ years, months });
  const isShortMonth = sameDay.day < first_day.day;
  return startOf(sameDay.add({ weeks, days: days + (isShortMonth ? 1 : 0) }), zone);
};

/** The last day, at the venue, of something that ends at this moment (exclusive). */
export const lastDayBefore = (end: Instant, zone: string): Day =>
  Temporal.Instant.from(end).subtract({ nanoseconds: 1 }).toZonedDateTimeISO(zone).toPlainDate().toString();

/** The end of a term with a fixed end: the end of the day at the venue that contains that moment. */
export const fixedEnd = (moment: Instant, zone: string): Instant =>
  startOf(Temporal.PlainDate.from(lastDayBefore(moment, zone)).add({ days: 1 }), zone);

/**
 * The term of a pass bought now: from a fixed date, until a fixed date, or for a duration from now. It ends with a day of
 * the venue's calendar; the day of purchase is the first day.
 */
export const purchaseTerm = (
  { start_policy, start_policy_date, duration_new }: TermRule,
  now: Temporal.Instant,
  zone: string,
): Term => {
  const fixed = start_policy === null ? null : start_policy_date;
  if (fixed !== null && start_policy === "fixedto") {
    const valid_to = fixedEnd(fixed, zone);
    const end = Temporal.Instant.from(valid_to).toZonedDateTimeISO(zone).toPlainDate();
    return { valid_from: duration_new === null ? now.toString() : startOf(end.subtract(duration_new), zone), valid_to };
  }
  const from = fixed === null ? now : Temporal.Instant.from(fixed);
  const first_day = from.toZonedDateTimeISO(zone).toPlainDate();
  return {
    valid_from: from.toString(),
    valid_to: duration_new === null ? null : termEnd(first_day, duration_new, zone),
  };
};
