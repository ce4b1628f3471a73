import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { WebSettings } from "@foyer/contract/shop/seller.ts";
import { reservableGroups } from "@foyer/rules/reserve/reservableGroups.ts";
import { eventForm, type EventFormInput, type EventForm } from "@foyer/rules/catalog/eventForm.ts";
import { isReservable } from "@foyer/rules/catalog/handlers.ts";

export type EventFormContext = Pick<EventFormInput, "isMember" | "hadMembership" | "hasAnchor"> & {
  readonly web: Pick<WebSettings, "reserve_flow">;
  /** The ticket groups to which the link is limited. */
  readonly tg: readonly string[];
};

/** The form that an event page shows; undefined without an event. */
export const selectEventForm = (
  event: EventReply,
  { web, tg, ...visitor }: EventFormContext,
): EventForm | undefined => {
  const template = event.event_template._data[0];
  const groups = event.ticket_group?._data ?? [];
  return (
    template &&
    eventForm({
      event: template,
      groups: groups.filter((group) => !isReservable(group) || reservableGroups([group], tg).length > 0),
      moreForMembers: event.more_for_members,
      reserve_flow: web.reserve_flow,
      ...visitor,
    })
  );
};
