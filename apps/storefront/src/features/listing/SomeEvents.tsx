import { useQuery } from "@tanstack/react-query";
import { Picture } from "@foyer/ui/content/Picture.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { coverSize, fittedImageUrl } from "../../shared/format/imageUrl.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { EventPoster } from "./EventPoster.tsx";
import { listingQuery } from "./listing.queries.ts";
import { listingStrings } from "./listing.strings.ts";
import css from "./SomeEvents.module.css";

const shownEvents = 3;

/** A way on from a page with nothing on it: three events, below the seller's picture. */
export function SomeEvents() {
  const t = useText(listingStrings);
  const { slug, meta } = useSeller();
  const isHydrated = useHydrated();
  const { data } = useQuery({ ...listingQuery({}), enabled: isHydrated });
  const zones = new Map(data?.venue?._data.map(({ id, timezone }) => [id, timezone]));
  const events = (data?.event_template._data ?? [])
    .filter(({ sold_out, hidden_type }) => !sold_out && hidden_type === "public_browsable")
    .slice(0, shownEvents);
  return (
    <>
      {meta.share_image && (
        <div className={css.picture}>
          <Picture
            src={fittedImageUrl(slug, meta.share_image, 1500)}
            {...coverSize}
            alt=""
            focus={meta.share_image_focus}
            priority
          />
        </div>
      )}
      {events.length > 0 && (
        <Page>
          <section className={css.events} aria-labelledby="some-events">
            <h2 id="some-events">{t("listing.some")}</h2>
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
        </Page>
      )}
    </>
  );
}
