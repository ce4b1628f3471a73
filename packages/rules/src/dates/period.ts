import type { Instant } from "@foyer/contract/basics.ts";

/** Is it within the period now? The start is inclusive, the end exclusive; null is unlimited. */
export const isWithinPeriod = (start: Instant | null, end: Instant | null, now: Temporal.Instant): boolean =>
  (start === null || Temporal.Instant.compare(start, now) <= 0) &&
  (end === null || Temporal.Instant.compare(now, end) < 0);

export const laterInstant = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) < 0 ? other : one;
