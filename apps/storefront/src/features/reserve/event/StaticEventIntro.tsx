import { useQuery } from "@tanstack/react-query";
import { eventTitle } from "@foyer/rules/catalog/eventForm.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { EventIntro } from "./EventIntro.tsx";
import { eventQuery } from "../queries/reserve.queries.ts";

/** The event's intro on a page with deferred hydration: without a cart and with a plain link. */
export function StaticEventIntro({ eventId }: { readonly eventId: string }) {
  const { slug } = useSeller();
  const { data } = useQuery(eventQuery({ slug, event_template_id: eventId, tg: [] }));
  const template = data?.event_template._data[0];
  if (!data || !template) return null;
  const kind = eventTitle({ groups: data.ticket_group?._data ?? [], action: undefined, isAnchored: false });
  return <EventIntro event={data} template={template} kind={kind} />;
}
