import type { Instant } from "@foyer/contract/basics.ts";

export type TermRule = {
  readonly start_policy: "fixedfrom" | "fixedto" | null;
  readonly start_policy_date: Instant | null;
  /** An ISO 8601 duration: 'P1Y'. */
  readonly duration_new: string | null;
};
/** The validity of a pass; `valid_to` null means without end. */
export type Term = { readonly valid_from: Instant; readonly valid_to: Instant | null };

/**
 * The term of a pass bought now: from its fixed date, up to its fixed date, or from now, for its duration. Years and
 * months follow the calendar of the venue's zone.
 */
export const purchaseTerm = (
  { start_policy, start_policy_date, duration_new }: TermRule,
  now: Temporal.Instant,
  zone: string,
): Term => {
  const length = duration_new === null ? null : Temporal.Duration.from(duration_new);
  const fixed =
    start_policy === null || start_policy_date === null
      ? null
      : Temporal.Instant.from(start_policy_date).toZonedDateTimeISO(zone);
  const today = now.toZonedDateTimeISO(zone);
  const toInstant = (moment: Temporal.ZonedDateTime): Instant => moment.toInstant().toString();

  if (fixed && start_policy === "fixedto")
    return { valid_from: toInstant(length ? fixed.subtract(length) : today), valid_to: toInstant(fixed) };
  const from = fixed ?? today;
  return { valid_from: toInstant(from), valid_to: length ? toInstant(from.add(length)) : null };
};
