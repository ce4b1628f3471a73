import type { Instant } from "@foyer/contract/basics.ts";
import type { Configuration } from "@foyer/contract/seller.ts";
import { renewalDays } from "./membershipTerm.ts";
import type { Minor } from "./money.ts";

/** Days, as the seller says or as usual. */
export type RenewalDays = {
  /** Before the term's end the saved method is charged. */
  readonly charge: number;
  /** Before that, at least, its payer is told what will be charged. */
  readonly notice: number;
  /** After the term's end it is still tried. */
  readonly grace: number;
};

export const usualRenewalDays: RenewalDays = { charge: 7, notice: 14, grace: 7 };

/** Days to the next try, after each that came to nothing. After the last there is none. */
export const ladder = [1, 3, 5, 5] as const;

/** Nobody can be renewed before the seller allows it, so nobody is charged before. */
export const renewalDaysOf = ({ renewal }: Pick<Configuration, "renewal">): RenewalDays => ({
  charge: Math.max(
    0,
    Math.min(renewal?.charge_days ?? usualRenewalDays.charge, renewal?.allowed_period ?? renewalDays),
  ),
  notice: renewal?.notice_days ?? usualRenewalDays.notice,
  grace: renewal?.grace_days ?? usualRenewalDays.grace,
});

type Dated = { readonly valid_from: Instant; readonly valid_to: Instant; readonly timezone: string };

/** When what is due of the renewal of one term. */
export type RenewalPlan = {
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
export const renewalPlan = ({ valid_from, valid_to, timezone }: Dated, days: RenewalDays): RenewalPlan => {
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
const final: ReadonlySet<string> = new Set([
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
const asking: ReadonlySet<string> = new Set(["authentication_required", "authentication_not_handled"]);

/** What a charge that came to nothing leads to. */
export const afterDecline = (codes: readonly (string | null | undefined)[]): "stop" | "ask" | "again" => {
  const has = (known: ReadonlySet<string>) => codes.some((code) => typeof code === "string" && known.has(code));
  return has(final) ? "stop" : has(asking) ? "ask" : "again";
};

/** All that is known of a renewal when it is its turn. */
export type RenewalFacts = Dated & {
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
  readonly last: { readonly at: Instant; readonly next: ReturnType<typeof afterDecline> } | null;
};

export type StopReason =
  | "level_gone"
  | "not_offered"
  | "no_method"
  | "card_expired"
  | "disputed"
  | "declined"
  /** Nobody looked while it was time, as when the house was closed. */
  | "too_late";
export type RenewalStep =
  | { readonly is: "wait"; readonly until: Temporal.Instant }
  /** Tell what will be charged, and from when on. */
  | { readonly is: "announce"; readonly charge_at: Temporal.Instant }
  /** No more than was told. */
  | { readonly is: "charge"; readonly most: Minor }
  /** There is nothing to do any more, and nothing to say. */
  | { readonly is: "over"; readonly why: "renewed" | "taken_back" }
  | { readonly is: "stop"; readonly why: StopReason };

const isBefore = (one: Temporal.Instant, other: Temporal.Instant): boolean => Temporal.Instant.compare(one, other) < 0;
const later = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  isBefore(one, other) ? other : one;

/** A card is good to the last day of its month. */
const hasExpired = (
  { exp_month, exp_year }: NonNullable<RenewalFacts["method"]>,
  at: Temporal.Instant,
  zone: string,
): boolean => {
  if (exp_month === null || exp_year === null) return false;
  const month = at.toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth();
  return Temporal.PlainYearMonth.compare({ year: exp_year, month: exp_month }, month) < 0;
};

/** Will the card have expired when it is charged? Said when it is announced, while there is time. */
export const expiresBefore = (
  { method, timezone }: Pick<RenewalFacts, "method" | "timezone">,
  at: Temporal.Instant,
): boolean => method !== undefined && hasExpired(method, at, timezone);

/**
 * What is to be done for a renewal now. Nothing is charged that was not told in time: a price that went up since is told
 * anew and waits its notice; one that went down is charged as it is.
 */
export const renewalStep = (facts: RenewalFacts, days: RenewalDays, now: Temporal.Instant): RenewalStep => {
  if (!facts.is_active) return { is: "over", why: "taken_back" };
  if (facts.is_followed) return { is: "over", why: "renewed" };
  const plan = renewalPlan(facts, days);
  if (isBefore(now, plan.announce_at)) return { is: "wait", until: plan.announce_at };
  const stop = stopOf(facts);
  if (stop) return { is: "stop", why: stop };

  const { announced, price, timezone, last } = facts;
  const after = (moment: Temporal.Instant, count: number) =>
    moment.toZonedDateTimeISO(timezone).add({ days: count }).toInstant();
  const isTold = announced !== null && announced.currency === price.currency && announced.amount >= price.amount;
  if (!isTold)
    return isBefore(after(Temporal.Instant.from(facts.valid_to), plan.grace), now)
      ? { is: "stop", why: "too_late" }
      : { is: "announce", charge_at: later(plan.due_at, after(now, plan.notice)) };

  const first = later(plan.due_at, after(Temporal.Instant.from(announced.at), plan.notice));
  const end = after(later(Temporal.Instant.from(facts.valid_to), first), plan.grace);
  if (isBefore(now, first)) return { is: "wait", until: first };
  if (facts.method && hasExpired(facts.method, now, timezone)) return { is: "stop", why: "card_expired" };
  if (!last) return isBefore(end, now) ? { is: "stop", why: "too_late" } : { is: "charge", most: announced.amount };
  // They may still renew it by hand, until then.
  if (last.next === "ask") return isBefore(now, end) ? { is: "wait", until: end } : { is: "stop", why: "declined" };
  const rest = ladder[facts.attempts - 1];
  const turn = rest === undefined ? undefined : after(Temporal.Instant.from(last.at), rest);
  if (last.next === "stop" || !turn || isBefore(end, turn)) return { is: "stop", why: "declined" };
  return isBefore(now, turn) ? { is: "wait", until: turn } : { is: "charge", most: announced.amount };
};

const stopOf = ({ is_offered, is_sold, is_disputed, method }: RenewalFacts): StopReason | undefined => {
  if (!is_offered) return "not_offered";
  if (is_disputed) return "disputed";
  if (!is_sold) return "level_gone";
  return method ? undefined : "no_method";
};
