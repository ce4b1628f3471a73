import type { Instant } from "@foyer/contract/basics.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { defaultRenewalPeriod } from "./term.ts";
import type { Minor } from "../values/money.ts";
import { laterInstant } from "../dates/period.ts";

/** Periods of an automatic renewal, in days. */
export type RenewalPeriods = {
  /** Days before the end of the term when the saved method is charged. */
  readonly charge: number;
  /** Minimum days between the announcement and the charge. */
  readonly notice: number;
  /** Days after the end of the term in which the charge is retried. */
  readonly grace: number;
};

export const defaultRenewalPeriods: RenewalPeriods = { charge: 7, notice: 14, grace: 7 };

/** Days until the next attempt after each failed one. There is none after the last. */
export const retryIntervals = [1, 3, 5, 5] as const;

/** The seller's periods. The charge is never earlier than the seller allows renewals. */
export const sellerRenewalPeriods = ({ renewal }: Pick<Configuration, "renewal">): RenewalPeriods => ({
  charge: Math.max(
    0,
    Math.min(renewal?.charge_days ?? defaultRenewalPeriods.charge, renewal?.allowed_period ?? defaultRenewalPeriod),
  ),
  notice: renewal?.notice_days ?? defaultRenewalPeriods.notice,
  grace: renewal?.grace_days ?? defaultRenewalPeriods.grace,
});

type TermDates = { readonly valid_from: Instant; readonly valid_to: Instant; readonly timezone: string };

/** The schedule of one term's renewal. */
export type RenewalSchedule = {
  /** When the charge is announced. */
  readonly announce_at: Temporal.Instant;
  readonly due_at: Temporal.Instant;
  /** Days of notice before the charge. */
  readonly notice: number;
  readonly grace: number;
};

/**
 * Computed with the venue's calendar, at the time of day at which the term ends. For short terms each period is at
 * most a quarter of the term, so that a weekly membership is not announced and charged as soon as it begins.
 */
export const renewalSchedule = (
  { valid_from, valid_to, timezone }: TermDates,
  days: RenewalPeriods,
): RenewalSchedule => {
  const end = Temporal.Instant.from(valid_to).toZonedDateTimeISO(timezone);
  const start = Temporal.Instant.from(valid_from).toZonedDateTimeISO(timezone);
  const { days: length } = start.toPlainDate().until(end.toPlainDate(), { largestUnit: "days" });
  const quarter = Math.max(0, Math.floor(length / 4));
  const [charge, notice, grace] = [days.charge, days.notice, days.grace].map((period) => Math.min(period, quarter)) as [
    number,
    number,
    number,
  ];
  const due = end.subtract({ days: charge });
  // The check runs shortly after the end, so the grace period is at least a day.
  return {
    announce_at: due.subtract({ days: notice }).toInstant(),
    due_at: due.toInstant(),
    notice,
    grace: Math.max(1, grace),
  };
};

/** Decline codes that are not retried: the bank would decline again and downgrade the shop. */
const permanentDeclines: ReadonlySet<string> = new Set([
  "card_not_supported",
  "do_not_try_again",
  "expired_card",
  "fraudulent",
  "incorrect_number",
  "invalid_account",
  "invalid_number",
  "lost_card",
  "merchant_blacklist",
  "method_gone",
  "pickup_card",
  "restricted_card",
  "revocation_of_all_authorizations",
  "revocation_of_authorization",
  "security_violation",
  "stolen_card",
  "stop_payment_order",
]);

/** The bank requires the payer's authentication, so a charge without the payer never succeeds. */
const authenticationDeclines: ReadonlySet<string> = new Set(["authentication_required", "authentication_not_handled"]);

/** What follows a declined charge: stop, ask the payer, or try again. `codes` are the provider's decline codes. */
export const actionAfterDecline = (codes: readonly (string | null | undefined)[]): "stop" | "ask" | "again" => {
  const has = (known: ReadonlySet<string>) => codes.some((code) => typeof code === "string" && known.has(code));
  return has(permanentDeclines) ? "stop" : has(authenticationDeclines) ? "ask" : "again";
};

/** The state of a renewal when it is processed. */
export type RenewalState = TermDates & {
  /** The membership is paid for and not refunded. */
  readonly is_active: boolean;
  /** The next term exists already, renewed manually or automatically. */
  readonly is_followed: boolean;
  /** The level, its programme and the types of all its members are still on sale. */
  readonly is_sold: boolean;
  /** The seller offers automatic renewals. */
  readonly is_offered: boolean;
  /** A payment for this membership or with this method is disputed. */
  readonly is_disputed: boolean;
  /** The saved payment method; undefined if none could be saved. A method without a month does not expire. */
  readonly method: { readonly exp_month: number | null; readonly exp_year: number | null } | undefined;
  /** The current price of the level for its members, in minor units. */
  readonly price: { readonly amount: Minor; readonly currency: string };
  /** What was announced to the payer, and when. */
  readonly announced: { readonly at: Instant; readonly amount: Minor; readonly currency: string } | null;
  readonly attempts: number;
  /** The last failed attempt. */
  readonly last: { readonly at: Instant; readonly next: ReturnType<typeof actionAfterDecline> } | null;
};

export const renewalStopReasons = [
  "level_gone",
  "not_offered",
  "no_method",
  "card_expired",
  "disputed",
  "declined",
  /** The renewal was not processed in time, for example because the server was down. */
  "too_late",
] as const;
export type RenewalStopReason = (typeof renewalStopReasons)[number];

/** Also false for the codes of providers, which are kept as the last error too. */
export const isStopReason = (error: string | null): error is RenewalStopReason =>
  renewalStopReasons.some((reason) => reason === error);

export type RenewalStep =
  | { readonly kind: "wait"; readonly until: Temporal.Instant }
  /** Announce the charge and its earliest date. */
  | { readonly kind: "announce"; readonly charge_at: Temporal.Instant }
  /** Charge at most the announced amount. */
  | { readonly kind: "charge"; readonly limit: Minor }
  /** Nothing left to do or to announce. */
  | { readonly kind: "over"; readonly reason: "renewed" | "taken_back" }
  | { readonly kind: "stop"; readonly reason: RenewalStopReason };

const isBefore = (one: Temporal.Instant, other: Temporal.Instant): boolean => Temporal.Instant.compare(one, other) < 0;

/** A card is valid until the last day of its month. */
const hasCardExpired = (
  { exp_month, exp_year }: NonNullable<RenewalState["method"]>,
  at: Temporal.Instant,
  zone: string,
): boolean => {
  if (exp_month === null || exp_year === null) return false;
  const month = at.toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth();
  return Temporal.PlainYearMonth.compare({ year: exp_year, month: exp_month }, month) < 0;
};

/** Will the card have expired by the charge? The announcement says so while the payer can still act. */
export const cardExpiresBefore = (
  { method, timezone }: Pick<RenewalState, "method" | "timezone">,
  at: Temporal.Instant,
): boolean => method !== undefined && hasCardExpired(method, at, timezone);

/**
 * The next step of a renewal. Nothing is charged that was not announced in time: a higher price is announced again
 * with a new notice period, a lower one is charged as it is.
 */
export const nextRenewalStep = (state: RenewalState, days: RenewalPeriods, now: Temporal.Instant): RenewalStep => {
  if (!state.is_active) return { kind: "over", reason: "taken_back" };
  if (state.is_followed) return { kind: "over", reason: "renewed" };
  const schedule = renewalSchedule(state, days);
  if (isBefore(now, schedule.announce_at)) return { kind: "wait", until: schedule.announce_at };
  const stop = renewalStopReason(state);
  if (stop) return { kind: "stop", reason: stop };

  const { announced, price, timezone, last } = state;
  const addDays = (moment: Temporal.Instant, count: number) =>
    moment.toZonedDateTimeISO(timezone).add({ days: count }).toInstant();
  const isAnnounced = announced !== null && announced.currency === price.currency && announced.amount >= price.amount;
  if (!isAnnounced)
    return isBefore(addDays(Temporal.Instant.from(state.valid_to), schedule.grace), now)
      ? { kind: "stop", reason: "too_late" }
      : { kind: "announce", charge_at: laterInstant(schedule.due_at, addDays(now, schedule.notice)) };

  const chargeAt = laterInstant(schedule.due_at, addDays(Temporal.Instant.from(announced.at), schedule.notice));
  const end = addDays(laterInstant(Temporal.Instant.from(state.valid_to), chargeAt), schedule.grace);
  if (isBefore(now, chargeAt)) return { kind: "wait", until: chargeAt };
  if (state.method && hasCardExpired(state.method, now, timezone)) return { kind: "stop", reason: "card_expired" };
  if (!last)
    return isBefore(end, now) ? { kind: "stop", reason: "too_late" } : { kind: "charge", limit: announced.amount };
  // The payer can renew manually until the grace period ends.
  if (last.next === "ask")
    return isBefore(now, end) ? { kind: "wait", until: end } : { kind: "stop", reason: "declined" };
  const retryAfter = retryIntervals[state.attempts - 1];
  const retryAt = retryAfter === undefined ? undefined : addDays(Temporal.Instant.from(last.at), retryAfter);
  if (last.next === "stop" || !retryAt || isBefore(end, retryAt)) return { kind: "stop", reason: "declined" };
  return isBefore(now, retryAt) ? { kind: "wait", until: retryAt } : { kind: "charge", limit: announced.amount };
};

/** When a renewal charges next, as far as is known; undefined if it will not. */
export const nextChargeAt = (
  state: RenewalState,
  days: RenewalPeriods,
  now: Temporal.Instant,
): Temporal.Instant | undefined => {
  const step = nextRenewalStep(state, days, now);
  switch (step.kind) {
    case "announce":
      return step.charge_at;
    case "charge":
      return now;
    case "wait": {
      // Before the announcement, the wait is for the announcement; after a decline that the payer has to resolve, for the
      // end of the grace period.
      if (state.last) return state.last.next === "again" ? step.until : undefined;
      const { due_at, announce_at } = renewalSchedule(state, days);
      return isBefore(now, announce_at) ? due_at : step.until;
    }
    case "over":
    case "stop":
      return undefined;
  }
};

const renewalStopReason = ({
  is_offered,
  is_sold,
  is_disputed,
  method,
}: RenewalState): RenewalStopReason | undefined => {
  if (!is_offered) return "not_offered";
  if (is_disputed) return "disputed";
  if (!is_sold) return "level_gone";
  return method ? undefined : "no_method";
};
