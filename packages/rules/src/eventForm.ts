import type { EventTemplate, TicketGroup } from "@foyer/contract/catalog.ts";

export type EventForm =
  | "unavailable"
  | "add_admission"
  | "membership"
  | "one_ticket"
  | "members_only"
  | "single"
  | "quantity_first"
  | "date_first";

export type EventFacts = {
  readonly event: Pick<EventTemplate, "event_type" | "hidden_type" | "meta">;
  readonly groups: readonly Pick<TicketGroup, "handler">[];
  /** The seller's default flow. */
  readonly reserve_flow: "date_first" | "quantity_first" | undefined;
  readonly isMember: boolean;
  /** The cart holds an admission. */
  readonly hasAnchor: boolean;
};

/** Which form an event page shows; the first that fits, in the order of document 1 §2. */
export const eventForm = ({ event, groups, reserve_flow, isMember, hasAnchor }: EventFacts): EventForm => {
  const all = (...handlers: readonly TicketGroup["handler"][]) =>
    groups.length > 0 && groups.every((group) => handlers.includes(group.handler));
  if (event.meta.requires_anchor && !hasAnchor) return "add_admission";
  if (all("membership")) return "membership";
  if (all("donation", "ledger")) return "one_ticket";
  // Groups of a members' event are kept from everybody else, so this comes before their absence is looked at.
  if (event.hidden_type === "public_member_only" && !isMember) return "members_only";
  if (groups.length === 0) return "unavailable";
  if (event.event_type === "single" || all("codes")) return "single";
  return (event.meta.reserve_flow ?? reserve_flow) === "quantity_first" ? "quantity_first" : "date_first";
};
