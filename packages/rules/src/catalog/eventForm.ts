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
  /** Members see more groups than this visitor. */
  readonly moreForMembers?: boolean | undefined;
  /** The seller's default flow; an event's own takes precedence. */
  readonly reserve_flow: "date_first" | "quantity_first" | undefined;
  readonly isMember: boolean;
  /** The visitor had memberships, but none is valid now. */
  readonly hadMembership?: boolean | undefined;
  /** The cart holds an admission ticket. */
  readonly hasAnchor: boolean;
};

/** The form of an event page: the first case that applies. */
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
  // Non-members do not see the groups of a members' event, so this check comes before the one for no groups.
  const isForMembers = event.hidden_type === "public_member_only" || (groups.length === 0 && moreForMembers);
  if (isForMembers && !isMember) return hadMembership ? "expired_membership" : "members_only";
  if (groups.length === 0) return "unavailable";
  if (event.event_type === "single" || allSoldOn("single")) return "single";
  return (event.meta.reserve_flow ?? reserve_flow) === "quantity_first" ? "quantity_first" : "date_first";
};

export type EventTitle = "gift_card" | "donation" | "gift" | "renew" | "membership" | "anchor" | "event";

/** The title of an event's page. `action` is the last segment of the page's path. */
export const eventTitle = ({
  groups,
  action,
  isAnchored,
}: {
  readonly groups: readonly Pick<TicketGroup, "handler">[];
  readonly action: string | undefined;
  /** The event is an add-on to an admission in the cart. */
  readonly isAnchored: boolean;
}): EventTitle => {
  if (isAnchored) return "anchor";
  const [title, ...others] = new Set(groups.map(salesTitle));
  if (title === undefined || others.length > 0) return "event";
  return title === "membership" && (action === "gift" || action === "renew") ? action : title;
};

/** The kind of description shown in a page's dialog. */
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

/** The first and last valid day of a membership, at the venue. */
export type MembershipDays = { readonly first_day: string; readonly last_day: string | null };

/**
 * Whether a member has to renew before this visit: the tickets are for members, no membership is valid on the day, and one
 * ends before it.
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
