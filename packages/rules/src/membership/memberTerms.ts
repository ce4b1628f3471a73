import type { Day } from "@foyer/contract/basics.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import type { Benefits } from "@foyer/contract/shop/membership.ts";
import { isVisit } from "../catalog/handlers.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";

/** What days after the end of a membership its holder may come on (requirements OPEN-30). */
export type BeyondTerm = Configuration["member_reserve_session_beyond_term"];

/** One membership, as far as tickets are sold by it. */
export type MemberTerm = {
  readonly id: string;
  readonly level_name: string;
  /** By name of a ticket type, or '*' for any: how many for one visit; below zero: as many as they like. */
  readonly benefits: Benefits;
  /** Tickets of one event in the whole term; below zero: no limit. */
  readonly purchase_limit: number;
  /** The first and the last day on which it is valid, where its venue is. */
  readonly first_day: Day;
  readonly last_day: Day | null;
  /** It will be renewed and paid for by itself. */
  readonly renews_itself: boolean;
  /** The term that it follows. */
  readonly renews_id: string | null;
  /** Of the program and of the role; 1 is the top. */
  readonly program_rank: number;
  readonly role_rank: number;
};

/** What somebody is a member by, and the seller's day. */
export type MemberTerms = {
  /** Best first. */
  readonly terms: readonly MemberTerm[];
  readonly today: Day;
  readonly beyond: BeyondTerm;
};

/** By this name benefits speak of a ticket type: its own, unless it says another. */
export const benefitName = (type: {
  readonly name: string;
  readonly member_event_ticket_type: string | null;
}): string => type.member_event_ticket_type ?? type.name;

/** Is this group, or the whole event, for members? */
export const isForMembers = (
  group: { readonly hidden_type: HiddenType },
  event: { readonly hidden_type: HiddenType },
): boolean => group.hidden_type === "public_member_only" || event.hidden_type === "public_member_only";

export const anyTicketName = "*";
/** How many a membership allows of a name, or of '*'. */
export const allowedCount = ({ benefits: of }: Pick<MemberTerm, "benefits">, name: string): number =>
  Object.hasOwn(of, name) ? (of[name] ?? 0) : 0;

export const allowsTicket = (term: Pick<MemberTerm, "benefits">, name: string): boolean =>
  allowedCount(term, name) !== 0 || allowedCount(term, anyTicketName) !== 0;

export const hasTermEnded = ({ last_day }: MemberTerm, today: Day): boolean => last_day !== null && last_day < today;

/** Best rank first; of equals the one that began first. */
export const sortByRank = (terms: readonly MemberTerm[]): MemberTerm[] =>
  terms.toSorted(
    (one, other) =>
      one.program_rank - other.program_rank ||
      one.role_rank - other.role_rank ||
      compareText(one.first_day, other.first_day) ||
      compareText(one.id, other.id),
  );
const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * The memberships by which somebody comes on a day, best first: those that are valid on it; where none is, and the seller
 * allows it, those that end before it. What is over today is over for every day. On the day on which a term ends and the
 * next begins the earlier one counts, so that a renewal doubles nothing.
 */
export const termsValidOn = (
  terms: readonly MemberTerm[],
  day: Day,
  { today, beyond }: Omit<MemberTerms, "terms">,
): readonly MemberTerm[] => {
  const begun = terms.filter((term) => !hasTermEnded(term, today) && term.first_day <= day);
  const within = begun.filter(({ last_day }) => last_day === null || day <= last_day);
  if (within.length > 0) return within.filter(({ renews_id }) => !within.some(({ id }) => id === renews_id));
  if (beyond === "always") return begun;
  return beyond === "if_autorenew" ? begun.filter((term) => term.renews_itself) : [];
};

export type BenefitTicketType = { readonly name: string; readonly member_event_ticket_type: string | null };

/** May somebody see tickets for members of this type? */
export type MemberAccess = (type: BenefitTicketType, handler: Handler) => boolean;
export const noMemberAccess: MemberAccess = () => false;
export const fullMemberAccess: MemberAccess = () => true;

/** What somebody is shown of tickets for members: on a day, or where no day is named, on any to come. */
export const memberAccess = (of: MemberTerms, day?: Day): MemberAccess => {
  const open = of.terms.filter((term) => !hasTermEnded(term, of.today));
  const terms = day === undefined ? open : termsValidOn(open, day, of);
  return (type, handler) =>
    isVisit({ handler }) ? terms.some((term) => allowsTicket(term, benefitName(type))) : open.length > 0;
};
