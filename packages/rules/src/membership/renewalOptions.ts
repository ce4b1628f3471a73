import type { Day } from "@foyer/contract/basics.ts";
import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";

/** How long a level lasts, in the largest unit that says it whole. */
export type TermDescription =
  | { readonly kind: "until"; readonly day: Day }
  | { readonly kind: "years" | "months" | "weeks" | "days"; readonly count: number }
  | { readonly kind: "lifetime" };

/** What a level's term comes to in words: to a fixed day, or so long from the day it begins. */
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

/** What is said of when a membership can be renewed (requirements MEMBER-12 to 14). */
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

/** Is a renewal by itself asked about, agreed to without asking, or not there (requirements OPEN-58)? */
export const autoRenewPrompt = ({
  renewal,
  ask_to_autorenew,
}: Pick<Configuration, "renewal" | "ask_to_autorenew">): "ask" | "always" | "never" => {
  const automatic = renewal?.automatic ?? "never";
  if (automatic === "prompt") return ask_to_autorenew === false ? "never" : "ask";
  return automatic;
};

/** What is sent with the payment. */
export const isAutoRenewChosen = (prompt: ReturnType<typeof autoRenewPrompt>, isChosen: boolean): boolean =>
  prompt === "always" || (prompt === "ask" && isChosen);

type OrderedMembership = Pick<Membership, "id" | "ticket_order_id" | "party_role" | "own">;
/** A membership with everybody on it: who it is named by, and all of its order. */
export type HeldParty<M extends OrderedMembership> = { readonly lead: M; readonly party: readonly M[] };

/** Memberships as they were bought, in the order in which they are told; one's own names them. */
export const groupByOrder = <M extends OrderedMembership>(memberships: readonly M[]): readonly HeldParty<M>[] => {
  const orders = new Map<string, M[]>();
  for (const one of memberships) {
    const order = one.ticket_order_id ?? one.id;
    orders.set(order, [...(orders.get(order) ?? []), one]);
  }
  return [...orders.values()].flatMap((party) => {
    const own = party.filter((one) => one.own);
    const [first = party[0]] = own;
    const lead = own.find(({ party_role }) => party_role === "member") ?? first;
    return lead ? [{ lead, party }] : [];
  });
};

type RenewableMembership = OrderedMembership &
  Pick<Membership, "event_template_id" | "is_renewable" | "is_expired" | "renewable_from">;
/** A membership that could be renewed here. */
export type RenewalOption<M extends RenewableMembership> = HeldParty<M> & {
  readonly availability: RenewalAvailability;
};

/**
 * What somebody could renew on the page of an event: those that were bought there, else any. Where one can be renewed now,
 * the others are left out; where none can, the first that will be.
 */
export const renewalOptions = <M extends RenewableMembership>(
  memberships: readonly M[],
  event_template_id: string,
): readonly RenewalOption<M>[] => {
  const own = memberships.filter((one) => one.event_template_id === event_template_id);
  const all = groupByOrder(own.length > 0 ? own : memberships).map((held) => ({
    ...held,
    availability: renewalAvailability(held.lead),
  }));
  const now = all.filter(({ availability }) => availability.kind === "now");
  if (now.length > 0) return now;
  return [...all.filter(({ availability }) => availability.kind === "from"), ...all].slice(0, 1);
};

/** What a member is shown first: what is valid, to come or still to be renewed; of what is over for good the last. */
export const visibleParties = <M extends RenewableMembership>(memberships: readonly M[]): readonly HeldParty<M>[] => {
  const all = groupByOrder(memberships);
  const alive = all.filter(({ lead }) => !lead.is_expired || lead.is_renewable);
  return alive.length > 0 ? alive : all.slice(0, 1);
};
