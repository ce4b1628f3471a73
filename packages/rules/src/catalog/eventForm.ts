import type { EventTemplate, TicketGroup } from "@foyer/contract/shop/catalog.ts";
import { salesForm, salesTitle, type HandlerPolicy } from "./handlers.ts";

export type EventForm =
  | "unavailable"
  | "add_admission"
  | "membership"
  | "one_ticket"
  | "members_only"
  | "expired_membership"
  | "single"
  | "quantity_first"
  | "date_first";

export type EventFormInput = {
  readonly event: Pick<EventTemplate, "event_type" | "hidden_type" | "meta">;
  readonly groups: readonly Pick<TicketGroup, "handler">[];
  /** Members see more of it than this visitor. */
  readonly moreForMembers?: boolean | undefined;
  /** The seller's default flow. */
  readonly reserve_flow: "date_first" | "quantity_first" | undefined;
  readonly isMember: boolean;
  /** Bought memberships before, none of which is valid any more. */
  readonly hadMembership?: boolean | undefined;
  /** The cart holds an admission. */
  readonly hasAnchor: boolean;
};

/** Which form an event page shows; the first that fits, in the order of document 1 §2. */
export const eventForm = ({
  event,
  groups,
  moreForMembers = false,
  reserve_flow,
  isMember,
  hadMembership,
  hasAnchor,
}: EventFormInput): EventForm => {
  const allSoldOn = (form: HandlerPolicy["form"]) =>
    groups.length > 0 && groups.every((group) => salesForm(group) === form);
  if (event.meta.requires_anchor && !hasAnchor) return "add_admission";
  if (allSoldOn("membership")) return "membership";
  if (allSoldOn("one_ticket")) return "one_ticket";
  // Groups of a members' event are kept from everybody else, so this comes before their absence is looked at.
  const isForMembers = event.hidden_type === "public_member_only" || (groups.length === 0 && moreForMembers);
  if (isForMembers && !isMember) return hadMembership ? "expired_membership" : "members_only";
  if (groups.length === 0) return "unavailable";
  if (event.event_type === "single" || allSoldOn("single")) return "single";
  return (event.meta.reserve_flow ?? reserve_flow) === "quantity_first" ? "quantity_first" : "date_first";
};

export type EventTitle = "gift_card" | "donation" | "gift" | "renew" | "membership" | "anchor" | "event";

/** In which words an event is the title of its page (document 1 §2). `action` is the last part of the page's path. */
export const eventTitle = ({
  groups,
  action,
  isAnchored,
}: {
  readonly groups: readonly Pick<TicketGroup, "handler">[];
  readonly action: string | undefined;
  /** It is bought for an admission that the cart holds. */
  readonly isAnchored: boolean;
}): EventTitle => {
  if (isAnchored) return "anchor";
  const [title, ...others] = new Set(groups.map(salesTitle));
  if (title === undefined || others.length > 0) return "event";
  return title === "membership" && (action === "gift" || action === "renew") ? action : title;
};

/** Which kind of description a page's dialog holds. */
export const descriptionKind = (title: EventTitle): "membership" | "gift-card" | "donation" | "event" => {
  switch (title) {
    case "gift":
    case "renew":
    case "membership":
      return "membership";
    case "gift_card":
      return "gift-card";
    case "donation":
      return "donation";
    case "anchor":
    case "event":
      return "event";
  }
};

/** A membership as somebody has it: from its first day to its last, where the venue is. */
export type MembershipDays = { readonly first_day: string; readonly last_day: string | null };

/**
 * Is a member to renew before they come? No membership of theirs is valid on the day of tickets that are for members,
 * and one ends before it.
 */
export const needsRenewal = (
  event: Pick<EventTemplate, "hidden_type">,
  groups: readonly Pick<TicketGroup, "hidden_type">[],
  day: string | undefined,
  memberships: readonly MembershipDays[],
): boolean =>
  day !== undefined &&
  [event, ...groups].some(({ hidden_type }) => hidden_type === "public_member_only") &&
  memberships.some(({ last_day }) => last_day !== null && last_day < day) &&
  !memberships.some(({ first_day, last_day }) => first_day <= day && (last_day === null || day <= last_day));
