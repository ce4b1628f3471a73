import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import { Refused } from "../api/call.ts";
import { CartWidget } from "../features/cart/CartWidget.tsx";
import { MobileCartButton } from "../features/cart/MobileCart.tsx";
import { Listing } from "../features/listing/Listing.tsx";
import { listingQuery } from "../features/listing/listing.queries.ts";
import { filtersOf } from "../features/listing/listingFilters.ts";
import { EventPage } from "../features/reserve/EventPage.tsx";
import { eventQuery, prepareEvent } from "../features/reserve/reserve.queries.ts";
import { coverImage } from "../shared/imageUrl.ts";
import { useSeller } from "../shared/seller.tsx";
import { NothingHere, type Place, type ScreenProps } from "./screen.ts";

type Collections = Place["boot"]["seller"]["web"]["collections"];
const collectionOf = (collections: Collections, id: string | undefined) => collections?.find((one) => one.id === id);

/** A seller's collection as a listing, else one event. */
export function Screen({ params }: ScreenProps) {
  const collection = collectionOf(useSeller().web.collections, params.id);
  return collection ? <Listing collection={collection} /> : <EventPage eventId={params.id ?? ""} action={params.action} cart={<CartWidget layout="aside" />} cartButton={<MobileCartButton />} />;
}

export const prepare = async ({ boot, client, params, search }: Place): Promise<void> => {
  const collection = collectionOf(boot.seller.web.collections, params.id);
  if (collection) return void (await client.ensureQueryData(listingQuery(filtersOf(search), collection.categories)));
  const { slug, timezone } = boot.seller;
  try {
    await prepareEvent(client, { slug, timezone, now: boot.now }, params.id ?? "", search.toString());
  } catch (error) {
    throw error instanceof Refused && (error.status === 404 || error.status === 400) ? new NothingHere() : error;
  }
};

export const head = ({ boot, client, params, search }: Place) => {
  const { slug, web } = boot.seller;
  const collection = collectionOf(web.collections, params.id);
  if (collection) return { title: collection.title };
  const { queryKey } = eventQuery({ slug, event_template_id: params.id ?? "", tg: readReserveQuery(search.toString()).tg });
  const event = client.getQueryData(queryKey)?.event_template._data[0];
  if (!event) return {};
  const { image_cover, image_profile } = event.meta;
  const description = event.summary ?? event.subtitle ?? event.description;
  const image = image_cover ?? image_profile;
  return {
    title: event.name,
    ...(description ? { description } : {}),
    ...(image ? { image } : {}),
    ...(image_cover && !event.meta.hide_event_details ? { hero: coverImage(slug, image_cover) } : {}),
  };
};
