import { useQuery } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import { eventTitle } from "@foyer/rules/catalog/eventForm.ts";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { useInitialData } from "../../../shared/queries/initialData.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { EventIntro } from "./EventIntro.tsx";
import { templateKey } from "../queries/eventKeys.ts";
import { eventQuery } from "../queries/reserve.queries.ts";

/** The event's intro on a page with deferred hydration: without a cart and with a plain link. */
export function StaticEventIntro({ eventId }: { readonly eventId: string }) {
  const { slug } = useSeller();
  const link = { slug, event_template_id: eventId, tg: [] };
  const { data } = useQuery(eventQuery(link));
  // A member's own answer can arrive before this part is hydrated, but it has to render the same as the server.
  const rendered = useInitialData<EventReply>(templateKey(link));
  const event = useHydrated() ? data : (rendered ?? data);
  const template = event?.event_template._data[0];
  if (!event || !template) return null;
  const kind = eventTitle({ groups: event.ticket_group?._data ?? [], action: undefined, isAnchored: false });
  return <EventIntro event={event} template={template} kind={kind} />;
}
