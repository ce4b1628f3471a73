import type { PartyType } from "../membership/party/partyRule.ts";
import { isMembership } from "../catalog/handlers.ts";
import { isGiftTicket, rejectIncompleteParty, rejectMembership } from "../membership/checkMemberships.ts";
import { addOnsToRemove, anchorProblems, type AnchorRules, type VisitTicket } from "./anchor.ts";
import type { HeldTicket, HoldRejection, Rejected } from "./catalogSnapshot.ts";

/** A ticket of a cart, with the requirements of its group. */
export type ContentTicket = VisitTicket &
  Pick<HeldTicket, "ticket_type_id" | "ticket_group_id" | "handler" | "handler_data"> & {
    readonly group_name: string;
    readonly min_tickets_per_order: number;
    /** The ticket types of a membership level with their rules; null for every other group. */
    readonly party: readonly PartyType[] | null;
  };

type CartChange<T> = {
  readonly leaving: readonly ContentTicket[];
  readonly staying: readonly T[];
  readonly added: readonly ContentTicket[];
};

/** Groups of which the cart has some tickets, but fewer than one order must contain. */
export const incompleteGroups = (tickets: readonly ContentTicket[]): HoldRejection[] =>
  [...Map.groupBy(tickets, ({ ticket_group_id }) => ticket_group_id).values()].flatMap(
    (group) => incompleteGroup(group) ?? [],
  );

const incompleteGroup = (tickets: readonly ContentTicket[]): HoldRejection | undefined => {
  const [first] = tickets;
  if (!first) return undefined;
  const { ticket_group_id, group_name: group, min_tickets_per_order: min, party } = first;
  if (tickets.length < min)
    return { code: "min_tickets_per_order_not_met", extra: { ticket_group_id, group, min }, context: "reserve" };
  return party
    ? rejectIncompleteParty(tickets, { ticket_group_id, party, isGift: tickets.some(isGiftTicket) })?.rejection
    : undefined;
};

/** A cart can have one membership level, and a gift must be alone in its cart. */
const membershipProblem = (tickets: readonly ContentTicket[]): HoldRejection | undefined => {
  const levels = new Set(tickets.filter(isMembership).map(({ ticket_group_id }) => ticket_group_id));
  const [ticket_group_id] = levels;
  if (levels.size > 1) return rejectMembership("membership_in_cart", { ticket_group_id }).rejection;
  const isShared =
    tickets.some((ticket) => isMembership(ticket) && isGiftTicket(ticket)) && !tickets.every(isMembership);
  return isShared ? rejectMembership("gift_needs_empty_cart", { ticket_group_id }).rejection : undefined;
};

/**
 * The problems of a cart's contents: a group below its minimum, a membership level without a required person, more than one
 * level, a gift that is not alone, and add-ons without an admission. Empty if the cart can be sold.
 */
export const contentProblems = (tickets: readonly ContentTicket[], rules: AnchorRules): HoldRejection[] => [
  ...incompleteGroups(tickets),
  ...[membershipProblem(tickets)].filter((problem) => problem !== undefined),
  ...anchorProblems(tickets, rules),
];

/**
 * The tickets to remove along with the given ones: add-ons that lose their admission, and the rest of an add-on's group
 * that falls below its minimum. Rejects a request that itself leaves a group incomplete. Groups that the request does not
 * touch are not checked, so a cart that has become unsellable can still be emptied.
 */
export const removeFromContents = <T extends ContentTicket>(
  { leaving, staying, added }: CartChange<T>,
  rules: AnchorRules,
): Rejected | { readonly along: readonly T[] } => {
  const touched = new Set(leaving.map(({ ticket_group_id }) => ticket_group_id));
  const along = new Set<T>();
  const isLeft = (ticket: T): boolean => !along.has(ticket);
  const alsoRemove = (tickets: readonly T[]): boolean => {
    for (const ticket of tickets) along.add(ticket);
    return tickets.length > 0;
  };
  const groupsAlong = () => new Set([...along].map(({ ticket_group_id }) => ticket_group_id));
  const incompleteOf = (groups: ReadonlySet<string>): HoldRejection[] =>
    incompleteGroups([...staying.filter(isLeft), ...added]).filter(({ extra }) =>
      groups.has(String(extra.ticket_group_id)),
    );
  if (leaving.length === 0) return { along: [] };

  let hasChanged = true;
  while (hasChanged) {
    hasChanged = alsoRemove(addOnsToRemove(staying.filter(isLeft), added, rules));
    const short = new Set(incompleteOf(groupsAlong()).map(({ extra }) => String(extra.ticket_group_id)));
    const rest = staying.filter((one) => isLeft(one) && one.needs_anchor && short.has(one.ticket_group_id));
    hasChanged = alsoRemove(rest) || hasChanged;
  }
  const [rejection] = incompleteOf(new Set([...touched, ...groupsAlong()]));
  return rejection ? { rejection } : { along: [...along] };
};
