import type { Day, Instant } from "@foyer/contract/basics.ts";
import { purchaseTerm, type Term, type TermRule } from "../catalog/purchaseTerm.ts";

/** Default days before the end from which a membership can be renewed. */
export const defaultRenewalPeriod = 30;

type MembershipEnd = { readonly valid_to: Instant | null };

const localDate = (moment: Temporal.Instant, zone: string): Temporal.PlainDate =>
  moment.toZonedDateTimeISO(zone).toPlainDate();

/** The last valid day in the venue's zone; null without end. `valid_to` itself is exclusive. */
export const lastValidDay = ({ valid_to }: MembershipEnd, zone: string): Day | null =>
  valid_to === null ? null : localDate(Temporal.Instant.from(valid_to).subtract({ nanoseconds: 1 }), zone).toString();

/** The first day on which it can be renewed; null without end. */
export const renewableFrom = ({ valid_to }: MembershipEnd, allowedDays: number, zone: string): Day | null =>
  valid_to === null
    ? null
    : localDate(Temporal.Instant.from(valid_to), zone)
        .subtract({ days: Math.max(0, allowedDays) })
        .toString();

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

export const isExpired = ({ valid_to }: MembershipEnd, now: Temporal.Instant): boolean =>
  valid_to !== null && Temporal.Instant.compare(Temporal.Instant.from(valid_to), now) <= 0;

export const isValid = ({ valid_from, valid_to }: Term, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(valid_from), now) <= 0 && !isExpired({ valid_to }, now);

const extendedTerm = (from: Temporal.Instant, { duration_new }: TermRule, zone: string): Term => ({
  valid_from: from.toString(),
  valid_to: from
    .toZonedDateTimeISO(zone)
    .add(Temporal.Duration.from(duration_new ?? "P1Y"))
    .toInstant()
    .toString(),
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
 * The term after one that ends at `end`: from there if that is in the future, so that no day is lost, else from now.
 * A level with a fixed end gives the time until then; if that has passed, its duration or a year.
 */
export const nextTerm = (rule: TermRule, end: Instant | null, now: Temporal.Instant, zone: string): Term => {
  const after = end === null ? now : laterInstant(Temporal.Instant.from(end), now);
  if (rule.start_policy === null || rule.start_policy_date === null) return purchaseTerm(rule, after, zone);
  const fixed = Temporal.Instant.from(rule.start_policy_date);
  if (rule.start_policy === "fixedto")
    return Temporal.Instant.compare(fixed, after) > 0
      ? { valid_from: after.toString(), valid_to: fixed.toString() }
      : extendedTerm(after, rule, zone);
  const from = laterInstant(after, fixed);
  return rule.duration_new === null ? { valid_from: from.toString(), valid_to: null } : extendedTerm(from, rule, zone);
};

const laterInstant = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) < 0 ? other : one;
