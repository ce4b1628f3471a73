import type { Instant } from "@foyer/contract/basics.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { defaultRenewalPeriod } from "./term.ts";
import type { Minor } from "../values/money.ts";

/** Days, as the seller says or as usual. */
export type RenewalPeriods = {
  /** Before the term's end the saved method is charged. */
  readonly charge: number;
  /** Before that, at least, its payer is told what will be charged. */
  readonly notice: number;
  /** After the term's end it is still tried. */
  readonly grace: number;
};

export const defaultRenewalPeriods: RenewalPeriods = { charge: 7, notice: 14, grace: 7 };

/** Days to the next try, after each that came to nothing. After the last there is none. */
export const retryIntervals = [1, 3, 5, 5] as const;

/** Nobody can be renewed before the seller allows it, so nobody is charged before. */
export const sellerRenewalPeriods = ({ renewal }: Pick<Configuration, "renewal">): RenewalPeriods => ({
  charge: Math.max(
    0,
    Math.min(renewal?.charge_days ?? defaultRenewalPeriods.charge, renewal?.allowed_period ?? defaultRenewalPeriod),
  ),
  notice: renewal?.notice_days ?? defaultRenewalPeriods.notice,
  grace: renewal?.grace_days ?? defaultRenewalPeriods.grace,
});

type TermDates = { readonly valid_from: Instant; readonly valid_to: Instant; readonly timezone: string };

/** When what is due of the renewal of one term. */
export type RenewalSchedule = {
  /** From then on its payer is told. */
  readonly announce_at: Temporal.Instant;
  readonly due_at: Temporal.Instant;
  /** So long before a charge its sum was told. */
  readonly notice: number;
  readonly grace: number;
};

/**
 * By the venue's calendar, at the hour at which the term ends. Of a short term no more than a quarter is taken for each of
 * the three, so that a week is not announced and charged the moment that it begins.
 */
export const renewalSchedule = (
  { valid_from, valid_to, timezone }: TermDates,
  days: RenewalPeriods,
): RenewalSchedule => {
  const end = Temporal.Instant.from(valid_to).toZonedDateTimeISO(timezone);
  const begin = Temporal.Instant.from(valid_from).toZonedDateTimeISO(timezone);
  const quarter = Math.max(0, Math.floor(begin.until(end, { largestUnit: "days" }).days / 4));
  const [charge, notice, grace] = [days.charge, days.notice, days.grace].map((some) => Math.min(some, quarter)) as [
    number,
    number,
    number,
  ];
  const due = end.subtract({ days: charge });
  // Whoever looks, looks a moment after the end: a day is the least.
  return {
    announce_at: due.subtract({ days: notice }).toInstant(),
    due_at: due.toInstant(),
    notice,
    grace: Math.max(1, grace),
  };
};

/** Declines after which no other try is made: asked again, a bank says the same, and thinks the worse of the shop. */
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

/** The payer's bank wants to see them: a charge without them never succeeds. */
const authenticationDeclines: ReadonlySet<string> = new Set(["authentication_required", "authentication_not_handled"]);

/** What a charge that came to nothing leads to. */
export const actionAfterDecline = (codes: readonly (string | null | undefined)[]): "stop" | "ask" | "again" => {
  const has = (known: ReadonlySet<string>) => codes.some((code) => typeof code === "string" && known.has(code));
  return has(permanentDeclines) ? "stop" : has(authenticationDeclines) ? "ask" : "again";
};

/** All that is known of a renewal when it is its turn. */
export type RenewalState = TermDates & {
  /** It was paid for and is not taken back. */
  readonly is_active: boolean;
  /** The next term is there: renewed by hand, or by us. */
  readonly is_followed: boolean;
  /** The level, its program and everybody's place on it are still sold. */
  readonly is_sold: boolean;
  /** The seller has renewals by themselves. */
  readonly is_offered: boolean;
  /** Money of this membership, or of this method, is disputed. */
  readonly is_disputed: boolean;
  /** How it is paid; undefined: nothing could be saved. Without a month it does not expire. */
  readonly method: { readonly exp_month: number | null; readonly exp_year: number | null } | undefined;
  /** What the level costs today for those who stand on it, in a currency. */
  readonly price: { readonly amount: Minor; readonly currency: string };
  /** What its payer was told, and when. */
  readonly announced: { readonly at: Instant; readonly amount: Minor; readonly currency: string } | null;
  readonly attempts: number;
  /** The last try that came to nothing. */
  readonly last: { readonly at: Instant; readonly next: ReturnType<typeof actionAfterDecline> } | null;
};

export type RenewalStopReason =
  | "level_gone"
  | "not_offered"
  | "no_method"
  | "card_expired"
  | "disputed"
  | "declined"
  /** Nobody looked while it was time, as when the house was closed. */
  | "too_late";
export type RenewalStep =
  | { readonly kind: "wait"; readonly until: Temporal.Instant }
  /** Tell what will be charged, and from when on. */
  | { readonly kind: "announce"; readonly charge_at: Temporal.Instant }
  /** No more than was told. */
  | { readonly kind: "charge"; readonly limit: Minor }
  /** There is nothing to do any more, and nothing to say. */
  | { readonly kind: "over"; readonly reason: "renewed" | "taken_back" }
  | { readonly kind: "stop"; readonly reason: RenewalStopReason };

const isBefore = (one: Temporal.Instant, other: Temporal.Instant): boolean => Temporal.Instant.compare(one, other) < 0;
const laterInstant = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  isBefore(one, other) ? other : one;

/** A card is good to the last day of its month. */
const hasCardExpired = (
  { exp_month, exp_year }: NonNullable<RenewalState["method"]>,
  at: Temporal.Instant,
  zone: string,
): boolean => {
  if (exp_month === null || exp_year === null) return false;
  const month = at.toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth();
  return Temporal.PlainYearMonth.compare({ year: exp_year, month: exp_month }, month) < 0;
};

/** Will the card have expired when it is charged? Said when it is announced, while there is time. */
export const cardExpiresBefore = (
  { method, timezone }: Pick<RenewalState, "method" | "timezone">,
  at: Temporal.Instant,
): boolean => method !== undefined && hasCardExpired(method, at, timezone);

/**
 * What is to be done for a renewal now. Nothing is charged that was not told in time: a price that went up since is told
 * anew and waits its notice; one that went down is charged as it is.
 */
export const nextRenewalStep = (facts: RenewalState, days: RenewalPeriods, now: Temporal.Instant): RenewalStep => {
  if (!facts.is_active) return { kind: "over", reason: "taken_back" };
  if (facts.is_followed) return { kind: "over", reason: "renewed" };
  const plan = renewalSchedule(facts, days);
  if (isBefore(now, plan.announce_at)) return { kind: "wait", until: plan.announce_at };
  const stop = renewalStopReason(facts);
  if (stop) return { kind: "stop", reason: stop };

  const { announced, price, timezone, last } = facts;
  const after = (moment: Temporal.Instant, count: number) =>
    moment.toZonedDateTimeISO(timezone).add({ days: count }).toInstant();
  const isTold = announced !== null && announced.currency === price.currency && announced.amount >= price.amount;
  if (!isTold)
    return isBefore(after(Temporal.Instant.from(facts.valid_to), plan.grace), now)
      ? { kind: "stop", reason: "too_late" }
      : { kind: "announce", charge_at: laterInstant(plan.due_at, after(now, plan.notice)) };

  const first = laterInstant(plan.due_at, after(Temporal.Instant.from(announced.at), plan.notice));
  const end = after(laterInstant(Temporal.Instant.from(facts.valid_to), first), plan.grace);
  if (isBefore(now, first)) return { kind: "wait", until: first };
  if (facts.method && hasCardExpired(facts.method, now, timezone)) return { kind: "stop", reason: "card_expired" };
  if (!last)
    return isBefore(end, now) ? { kind: "stop", reason: "too_late" } : { kind: "charge", limit: announced.amount };
  // They may still renew it by hand, until then.
  if (last.next === "ask")
    return isBefore(now, end) ? { kind: "wait", until: end } : { kind: "stop", reason: "declined" };
  const rest = retryIntervals[facts.attempts - 1];
  const turn = rest === undefined ? undefined : after(Temporal.Instant.from(last.at), rest);
  if (last.next === "stop" || !turn || isBefore(end, turn)) return { kind: "stop", reason: "declined" };
  return isBefore(now, turn) ? { kind: "wait", until: turn } : { kind: "charge", limit: announced.amount };
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
