import type { Day } from "@foyer/contract/basics.ts";
import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";

/** The length of a level's term, in the largest unit that fits exactly. */
export type TermDescription =
  | { readonly kind: "until"; readonly day: Day }
  | { readonly kind: "years" | "months" | "weeks" | "days"; readonly count: number }
  | { readonly kind: "lifetime" };

/** Describes the term of a level: until a fixed day, or a duration from its first day. */
export const describeTerm = (
  { start_policy, duration_new }: Pick<TicketGroup, "start_policy" | "duration_new">,
  last_day: Day | null,
): TermDescription => {
  if (start_policy === "fixedto" && last_day !== null) return { kind: "until", day: last_day };
  if (duration_new === null) return { kind: "lifetime" };
  const { years, months, weeks, days } = Temporal.Duration.from(duration_new);
  if (weeks + days > 0)
    return years + months > 0 && last_day !== null
      ? { kind: "until", day: last_day }
      : days === 0
        ? { kind: "weeks", count: weeks }
        : { kind: "days", count: 7 * weeks + days };
  return months === 0 ? { kind: "years", count: years } : { kind: "months", count: 12 * years + months };
};

/** When a membership can be renewed. */
export type RenewalAvailability =
  | { readonly kind: "now" }
  | { readonly kind: "from"; readonly day: Day }
  | { readonly kind: "never" };

export const renewalAvailability = ({
  is_renewable,
  is_expired,
  renewable_from,
}: Pick<Membership, "is_renewable" | "is_expired" | "renewable_from">): RenewalAvailability => {
  if (is_renewable) return { kind: "now" };
  return renewable_from === null || is_expired ? { kind: "never" } : { kind: "from", day: renewable_from };
};

/** It has been paid, and begins later. */
export const isAhead = ({ is_valid, is_expired }: Pick<Membership, "is_valid" | "is_expired">): boolean =>
  !is_valid && !is_expired;

/** A next term exists, so that this one neither renews automatically nor can be renewed. */
export const isRenewed = ({ last_day, renewable_from }: Pick<Membership, "last_day" | "renewable_from">): boolean =>
  last_day !== null && renewable_from === null;

type LevelTerm = Pick<Membership, "ticket_group_id" | "valid_from" | "valid_to" | "last_day">;
/** The last day of a level, including the next terms that follow without a gap; null without end. */
export const lastDayOfLevel = (held: LevelTerm, memberships: readonly LevelTerm[]): Day | null => {
  if (held.valid_to === null) return null;
  const end = Temporal.Instant.from(held.valid_to);
  const next = memberships.find(
    ({ ticket_group_id, valid_from, valid_to }) =>
      ticket_group_id === held.ticket_group_id &&
      Temporal.Instant.compare(valid_from, end) <= 0 &&
      (valid_to === null || Temporal.Instant.compare(valid_to, end) > 0),
  );
  return next ? lastDayOfLevel(next, memberships) : held.last_day;
};

/** Whether automatic renewal is asked for, always on, or not offered. */
export const autoRenewPrompt = ({
  renewal,
  ask_to_autorenew,
}: Pick<Configuration, "renewal" | "ask_to_autorenew">): "ask" | "always" | "never" => {
  const automatic = renewal?.automatic ?? "never";
  if (automatic === "prompt") return ask_to_autorenew === false ? "never" : "ask";
  return automatic;
};

/** The value to send with the payment. */
export const isAutoRenewChosen = (prompt: ReturnType<typeof autoRenewPrompt>, isChosen: boolean): boolean =>
  prompt === "always" || (prompt === "ask" && isChosen);

type OrderedMembership = Pick<Membership, "id" | "ticket_order_id" | "party_role" | "own">;
/** A membership with all its people; `primary` is the one that it is named after. */
export type HeldParty<M extends OrderedMembership> = { readonly primary: M; readonly party: readonly M[] };

/** Groups memberships by order, keeping their order; the viewer's own is the primary. */
export const groupByOrder = <M extends OrderedMembership>(memberships: readonly M[]): readonly HeldParty<M>[] => {
  const orders = new Map<string, M[]>();
  for (const one of memberships) {
    const order = one.ticket_order_id ?? one.id;
    orders.set(order, [...(orders.get(order) ?? []), one]);
  }
  return [...orders.values()].flatMap((party) => {
    const own = party.filter((one) => one.own);
    const [first = party[0]] = own;
    const primary = own.find(({ party_role }) => party_role === "member") ?? first;
    return primary ? [{ primary, party }] : [];
  });
};

type RenewableMembership = OrderedMembership &
  Pick<Membership, "event_template_id" | "is_renewable" | "is_expired" | "renewable_from">;
/** A membership that can or could be renewed here. */
export type RenewalOption<M extends RenewableMembership> = HeldParty<M> & {
  readonly availability: RenewalAvailability;
};

/**
 * The memberships to offer for renewal on an event's page: those bought there, else any. If some can be renewed now,
 * only those; else the first that can be renewed later.
 */
export const renewalOptions = <M extends RenewableMembership>(
  memberships: readonly M[],
  event_template_id: string,
): readonly RenewalOption<M>[] => {
  const own = memberships.filter((one) => one.event_template_id === event_template_id);
  const all = groupByOrder(own.length > 0 ? own : memberships).map((held) => ({
    ...held,
    availability: renewalAvailability(held.primary),
  }));
  const now = all.filter(({ availability }) => availability.kind === "now");
  if (now.length > 0) return now;
  return [...all.filter(({ availability }) => availability.kind === "from"), ...all].slice(0, 1);
};

/** The memberships to show first: valid, future and renewable ones; else the latest expired one. */
export const visibleParties = <M extends RenewableMembership>(memberships: readonly M[]): readonly HeldParty<M>[] => {
  const all = groupByOrder(memberships);
  const current = all.filter(({ primary }) => !primary.is_expired || primary.is_renewable);
  return current.length > 0 ? current : all.slice(0, 1);
};
