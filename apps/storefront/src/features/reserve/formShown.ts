import type { EventReply } from "@foyer/contract/catalog.ts";
import type { WebSettings } from "@foyer/contract/seller.ts";
import { shownGroups } from "@foyer/rules/soldGroups.ts";
import { eventForm, type EventFacts, type EventForm } from "@foyer/rules/eventForm.ts";

export type FormFor = Pick<EventFacts, "isMember" | "hadMembership" | "hasAnchor"> & {
  readonly web: Pick<WebSettings, "reserve_flow">;
  /** Groups that the link is limited to. */
  readonly tg: readonly string[];
};

/** Which form an event's page shows; undefined without an event. */
export const formShown = (event: EventReply, { web, tg, ...visitor }: FormFor): EventForm | undefined => {
  const template = event.event_template._data[0];
  const groups = event.ticket_group?._data ?? [];
  return (
    template &&
    eventForm({
      event: template,
      groups: groups.filter((group) =>
        group.handler !== "tickets" && group.handler !== "passes" ? true : shownGroups([group], tg).length > 0,
      ),
      moreForMembers: event.more_for_members,
      reserve_flow: web.reserve_flow,
      ...visitor,
    })
  );
};
