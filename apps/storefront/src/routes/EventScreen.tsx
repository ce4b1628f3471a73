import { listEventTemplates } from "@foyer/contract/catalog.ts";
import { call, Refused } from "../api/call.ts";
import { Listing } from "../features/listing/Listing.tsx";
import { listingQuery } from "../features/listing/listing.queries.ts";
import { filtersOf } from "../features/listing/listingFilters.ts";
import { coverImage } from "../shared/imageUrl.ts";
import { useSeller, useText } from "../shared/seller.tsx";
import { WayOn } from "../shell/WayOn.tsx";
import { laterStrings } from "./later.strings.ts";
import { NothingHere, type Place, type ScreenProps } from "./screen.ts";

type Collections = Place["boot"]["seller"]["web"]["collections"];
const collectionOf = (collections: Collections, id: string | undefined) => collections?.find((one) => one.id === id);

const factsQuery = (id: string) => ({ queryKey: ["event-facts", id], queryFn: () => call(listEventTemplates, { "id._in": id, _embed: "meta" }) });

/** A seller's collection as a listing, else one event. */
export function Screen({ params }: ScreenProps) {
  const collection = collectionOf(useSeller().web.collections, params.id);
  const t = useText(laterStrings);
  return collection ? <Listing collection={collection} /> : <WayOn title={t("later.title")}>{t("later.checkout")}</WayOn>;
}

export const prepare = async ({ boot, client, params, search }: Place): Promise<void> => {
  const collection = collectionOf(boot.seller.web.collections, params.id);
  if (collection) return void (await client.ensureQueryData(listingQuery(filtersOf(search), collection.categories)));
  try {
    const { event_template } = await client.ensureQueryData(factsQuery(params.id ?? ""));
    if (event_template._data.length === 0) throw new NothingHere();
  } catch (error) {
    throw error instanceof Refused && (error.status === 404 || error.status === 400) ? new NothingHere() : error;
  }
};

export const head = ({ boot, client, params }: Place) => {
  const { slug, web } = boot.seller;
  const collection = collectionOf(web.collections, params.id);
  if (collection) return { title: collection.title };
  const event = client.getQueryData<Awaited<ReturnType<typeof call<typeof listEventTemplates>>>>(factsQuery(params.id ?? "").queryKey)?.event_template._data[0];
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
