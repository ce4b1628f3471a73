import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { AggregateOffer, Event, ExhibitionEvent, WithContext } from "schema-dts";
import { stripTags } from "./escape.ts";
import { absoluteImageUrl } from "./head.ts";

const exhibition = /exhibition|exhibit|museum|gallery/i;

type JsonLdInput = {
  readonly event: EventReply;
  readonly sessions: readonly EventSession[];
  readonly seller: Seller;
  readonly origin: string;
  readonly canonical: string;
};

/** An event as structured data for search engines. Undefined for an event without upcoming sessions. */
export const eventJsonLd = ({
  event,
  sessions,
  seller,
  origin,
  canonical,
}: JsonLdInput): WithContext<Event | ExhibitionEvent> | undefined => {
  const template = event.event_template._data[0];
  const open = sessions.filter((session) => !session.cancelled);
  const [first, last] = [open[0], open.at(-1)];
  if (!template || !first || !last) return undefined;
  const venue = event.venue?._data.find(({ id }) => id === template.venue_id);
  const picture = template.meta.image_cover ?? template.meta.image_profile;
  const location = {
    "@type": "Place" as const,
    name: venue?.name ?? seller.name,
    address: venue?.address ?? venue?.name ?? seller.name,
  };
  const description = stripTags(template.summary ?? template.description ?? template.subtitle ?? "");
  const offers = offersOf(open, seller, canonical);
  return {
    "@context": "https://schema.org",
    "@type": exhibition.test(template.category ?? "") ? "ExhibitionEvent" : "Event",
    name: template.name,
    url: canonical,
    startDate: first.start_datetime,
    endDate: last.end_datetime,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location,
    organizer: { "@type": "Organization", name: seller.name, url: `${origin}/${seller.slug}` },
    ...(description ? { description } : {}),
    ...(picture ? { image: [absoluteImageUrl(origin, seller.slug, picture)] } : {}),
    ...(offers && { offers }),
    subEvent: open.slice(0, 10).map((session) => ({
      "@type": "Event" as const,
      name: template.name,
      startDate: session.start_datetime,
      endDate: session.end_datetime,
      location,
      eventStatus: "https://schema.org/EventScheduled" as const,
    })),
  };
};

const offersOf = (open: readonly EventSession[], seller: Seller, url: string): AggregateOffer | undefined => {
  const prices = open
    .flatMap(({ min_price }) => (min_price === null ? [] : [min_price]))
    .sort((a, b) => Number(a) - Number(b));
  if (prices[0] === undefined) return undefined;
  const isAvailable = open.some(({ sold_out }) => !sold_out);
  return {
    "@type": "AggregateOffer",
    lowPrice: prices[0],
    highPrice: prices.at(-1) ?? prices[0],
    priceCurrency: seller.default_currency_code,
    availability: isAvailable ? "https://schema.org/InStock" : "https://schema.org/SoldOut",
    url,
    offerCount: open.length,
  };
};
