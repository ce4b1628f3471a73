import type { Day } from "@foyer/contract/basics.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import type { Benefits } from "@foyer/contract/shop/membership.ts";
import { isVisit } from "../catalog/handlers.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";

/** Whether members may book days after the end of their term. */
export type BeyondTerm = Configuration["member_reserve_session_beyond_term"];

/** The fields of a membership that matter when tickets are sold. */
export type MemberTerm = {
  readonly id: string;
  readonly level_name: string;
  /** Tickets per visit, by name of a ticket type or '*' for any; negative: unlimited. */
  readonly benefits: Benefits;
  /** Tickets per event in the whole term; negative: unlimited. */
  readonly purchase_limit: number;
  /** The first and last valid day, in the venue's zone. */
  readonly first_day: Day;
  readonly last_day: Day | null;
  /** It renews automatically. */
  readonly renews_itself: boolean;
  /** The id of the preceding term. */
  readonly renews_id: string | null;
  /** Ranks of the programme and the role; 1 is the highest. */
  readonly program_rank: number;
  readonly role_rank: number;
};

/** Somebody's memberships and the seller's current day. */
export type MemberTerms = {
  /** Best first, as `sortByRank` orders them. */
  readonly terms: readonly MemberTerm[];
  readonly today: Day;
  readonly beyond: BeyondTerm;
};

/** The name of a ticket type in benefits: its own unless it sets another. */
export const benefitName = (type: {
  readonly name: string;
  readonly member_event_ticket_type: string | null;
}): string => type.member_event_ticket_type ?? type.name;

/** Is this group or the whole event only for members? */
export const isForMembers = (
  group: { readonly hidden_type: HiddenType },
  event: { readonly hidden_type: HiddenType },
): boolean => group.hidden_type === "public_member_only" || event.hidden_type === "public_member_only";

export const anyTicketName = "*";
/** The number that a membership allows for a name or '*'; negative: unlimited. */
export const allowedCount = ({ benefits: of }: Pick<MemberTerm, "benefits">, name: string): number =>
  Object.hasOwn(of, name) ? (of[name] ?? 0) : 0;

export const allowsTicket = (term: Pick<MemberTerm, "benefits">, name: string): boolean =>
  allowedCount(term, name) !== 0 || allowedCount(term, anyTicketName) !== 0;

export const hasTermEnded = ({ last_day }: MemberTerm, today: Day): boolean => last_day !== null && last_day < today;

/** Sorts by rank, best first; equal ranks by first day. */
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
 * The memberships that apply on a day, best first: those valid on it; if there is none and the seller allows it, those that
 * end before. Expired memberships never apply. On the day when one term ends and the next begins, only the earlier one
 * counts, so that a renewal does not double the allowances.
 */
export const termsValidOn = (
  terms: readonly MemberTerm[],
  day: Day,
  { today, beyond }: Omit<MemberTerms, "terms">,
): readonly MemberTerm[] => {
  const started = terms.filter((term) => !hasTermEnded(term, today) && term.first_day <= day);
  const current = started.filter(({ last_day }) => last_day === null || day <= last_day);
  if (current.length > 0) return current.filter(({ renews_id }) => !current.some(({ id }) => id === renews_id));
  if (beyond === "always") return started;
  return beyond === "if_autorenew" ? started.filter((term) => term.renews_itself) : [];
};

export type BenefitTicketType = { readonly name: string; readonly member_event_ticket_type: string | null };

/** Can a visitor see tickets for members of this type? */
export type MemberAccess = (type: BenefitTicketType, handler: Handler) => boolean;
export const fullMemberAccess: MemberAccess = () => true;

/** The tickets for members that a visitor sees: on one day, or on any future day. */
export const memberAccess = (of: MemberTerms, day?: Day): MemberAccess => {
  const open = of.terms.filter((term) => !hasTermEnded(term, of.today));
  const terms = day === undefined ? open : termsValidOn(open, day, of);
  return (type, handler) =>
    isVisit({ handler }) ? terms.some((term) => allowsTicket(term, benefitName(type))) : open.length > 0;
};
