import { Listing } from "../features/listing/Listing.tsx";
import { listingQuery } from "../features/listing/listing.queries.ts";
import { filtersOf } from "../features/listing/listingFilters.ts";
import { useSeller } from "../shared/seller.tsx";
import { NothingHere, type Place, type ScreenProps } from "./screen.ts";

const collectionOf = ({ web }: Place["boot"]["seller"], id: string | undefined) =>
  web.collections?.find((one) => one.id === id);

/** A seller's collection: the events of a few categories under a title of their own. */
export function Screen({ params }: ScreenProps) {
  const collection = collectionOf(useSeller(), params.id);
  return collection && <Listing collection={collection} />;
}

export const prepare = async ({ boot, client, params, search }: Place): Promise<void> => {
  const collection = collectionOf(boot.seller, params.id);
  if (!collection) throw new NothingHere();
  await client.ensureQueryData(listingQuery(filtersOf(search), collection.categories));
};

export const head = ({ boot, params }: Place) => ({
  title: collectionOf(boot.seller, params.id)?.title ?? boot.seller.name,
});
