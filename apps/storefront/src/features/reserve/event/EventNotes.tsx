import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { needsSession, salesForm } from "@foyer/rules/catalog/handlers.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { useIsStatic } from "../../../shared/hydration/staticPart.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { eventQuery } from "../queries/reserve.queries.ts";
import { eventTimeZone } from "./eventTimeZone.ts";
import { useReserveText } from "../text/useReserveText.ts";
import css from "./EventNotes.module.css";

/** Below the form: the venue of the event, and the time zone of its times. */
export function EventNotes({ eventId }: { readonly eventId: string }) {
  const t = useReserveText();
  const when = useDateFormats();
  const isStatic = useIsStatic();
  const { slug, timezone } = useSeller();
  const { tg } = parseReserveQuery(useSearch());
  const { data } = useQuery(eventQuery({ slug, event_template_id: eventId, tg }));
  const groups = data?.ticket_group?._data ?? [];
  // Donations and gift cards have no venue.
  const isSomewhere = groups.length === 0 || groups.some((group) => salesForm(group) !== "one_ticket");
  const venue = isSomewhere ? data?.venue?._data[0] : undefined;
  const hasTimes = groups.some(needsSession);
  if (!data || data.event_template._data[0]?.meta.hide_event_details || !(venue ?? hasTimes)) return null;
  return (
    <p className={css.notes} data-static={isStatic}>
      {venue && <span className={css.name}>{venue.name}</span>}{" "}
      {hasTimes && (
        <span suppressHydrationWarning>{t("event.times", { zone: when.zoneName(eventTimeZone(data, timezone)) })}</span>
      )}
    </p>
  );
}
