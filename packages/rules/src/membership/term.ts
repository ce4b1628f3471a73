import type { Day, Instant } from "@foyer/contract/basics.ts";
import { fixedEnd, lastDayBefore, purchaseTerm, termEnd, type Term, type TermRule } from "../catalog/purchaseTerm.ts";
import { addDays } from "../dates/localTime.ts";

/** Default days before the end from which a membership can be renewed. */
export const defaultRenewalPeriod = 30;

type MembershipEnd = { readonly valid_to: Instant | null };

const localDate = (moment: Temporal.Instant, zone: string): Temporal.PlainDate =>
  moment.toZonedDateTimeISO(zone).toPlainDate();

/** The last valid day in the venue's zone; null without an end. `valid_to` itself is exclusive. */
export const lastValidDay = ({ valid_to }: MembershipEnd, zone: string): Day | null =>
  valid_to === null ? null : lastDayBefore(valid_to, zone);

/** The first day on which it can be renewed, counted back from the last valid day; null without an end. */
export const renewableFrom = (ending: MembershipEnd, allowedDays: number, zone: string): Day | null => {
  const last_day = lastValidDay(ending, zone);
  return last_day === null ? null : addDays(last_day, -Math.max(0, allowedDays));
};

/** Can it be renewed today? */
export const isRenewable = (
  ending: MembershipEnd,
  allowedDays: number,
  now: Temporal.Instant,
  zone: string,
): boolean => {
  const from = renewableFrom(ending, allowedDays, zone);
  return from !== null && Temporal.PlainDate.compare(localDate(now, zone), Temporal.PlainDate.from(from)) >= 0;
};

/** The end of a term extended by days of the venue's calendar, at the same time of day. */
export const lengthenedEnd = (valid_to: Instant, days: number, zone: string): Instant =>
  Temporal.Instant.from(valid_to).toZonedDateTimeISO(zone).add({ days }).toInstant().toString();

export const isExpired = ({ valid_to }: MembershipEnd, now: Temporal.Instant): boolean =>
  valid_to !== null && Temporal.Instant.compare(Temporal.Instant.from(valid_to), now) <= 0;

export const isValid = ({ valid_from, valid_to }: Term, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(valid_from), now) <= 0 && !isExpired({ valid_to }, now);

const extendedTerm = (from: Temporal.Instant, { duration_new }: TermRule, zone: string): Term => ({
  valid_from: from.toString(),
  valid_to: termEnd(localDate(from, zone), duration_new ?? "P1Y", zone),
});

/**
 * The term of a membership that begins now. If the level's fixed season has ended, it lasts for the level's duration,
 * or a year.
 */
export const firstTerm = (rule: TermRule, now: Temporal.Instant, zone: string): Term => {
  const term = purchaseTerm(rule, now, zone);
  return isExpired(term, now) ? extendedTerm(now, rule, zone) : term;
};

/**
 * The term after one that ends at `end`: from `end` if that is in the future, so that no day is lost, otherwise from now. A
 * level with a fixed end lasts until then; if that has passed, for its duration or a year.
 */
export const nextTerm = (rule: TermRule, end: Instant | null, now: Temporal.Instant, zone: string): Term => {
  const follows = end !== null && Temporal.Instant.compare(Temporal.Instant.from(end), now) > 0;
  if (!follows) return laterTerm(rule, now, now, zone);
  // The last day of the old term is already paid for, even if the term ends before midnight.
  return laterTerm(rule, Temporal.Instant.from(end), Temporal.Instant.from(fixedEnd(end, zone)), zone);
};

/** The term that begins at `after`, with its days counted from `counted`. */
const laterTerm = (rule: TermRule, after: Temporal.Instant, counted: Temporal.Instant, zone: string): Term => {
  const valid_from = after.toString();
  const extended = { valid_from, valid_to: extendedTerm(counted, rule, zone).valid_to };
  if (rule.start_policy === "fixedto" && rule.start_policy_date !== null) {
    const valid_to = fixedEnd(rule.start_policy_date, zone);
    return Temporal.Instant.compare(valid_to, counted) > 0 ? { valid_from, valid_to } : extended;
  }
  if (rule.start_policy === "fixedfrom" && rule.start_policy_date !== null) {
    const fixed = Temporal.Instant.from(rule.start_policy_date);
    if (Temporal.Instant.compare(fixed, after) > 0) return purchaseTerm(rule, after, zone);
  }
  return rule.duration_new === null ? { valid_from, valid_to: null } : extended;
};
