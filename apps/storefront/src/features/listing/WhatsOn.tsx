import { useQuery } from "@tanstack/react-query";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { EventPoster } from "./EventPoster.tsx";
import { listingQuery } from "./listing.queries.ts";
import { listingStrings } from "./listing.strings.ts";
import css from "./WhatsOn.module.css";

const shownEvents = 3;

/** Three events that anybody can buy tickets for; renders nothing if there are none. */
export function WhatsOn() {
  const t = useText(listingStrings);
  const isHydrated = useHydrated();
  const { data } = useQuery({ ...listingQuery({}), enabled: isHydrated });
  const zones = new Map(data?.venue?._data.map(({ id, timezone }) => [id, timezone]));
  const events = (data?.event_template._data ?? [])
    .filter(({ sold_out, hidden_type }) => !sold_out && hidden_type === "public_browsable")
    .slice(0, shownEvents);
  if (events.length === 0) return null;
  return (
    <section className={css.events} aria-labelledby="whats-on">
      <h2 id="whats-on">{t("listing.some")}</h2>
      <ul role="list" className={css.posters}>
        {events.map((event) => (
          <li key={event.id}>
            <EventPoster
              event={event}
              timezone={event.venue_id ? zones.get(event.venue_id) : undefined}
              isEarly={false}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
