import { Listing } from "../../features/listing/Listing.tsx";
import { listingQuery } from "../../features/listing/listing.queries.ts";
import { listingStrings } from "../../features/listing/listing.strings.ts";
import { knownListingSearch } from "../../features/listing/knownListingSearch.ts";
import { filtersOf } from "../../features/listing/listingFilters.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <Listing />;
}

export const prepare = async ({ client, search }: ScreenContext): Promise<void> => {
  await client.ensureQueryData(listingQuery(filtersOf(search)));
};

export const replaceUnknown = knownListingSearch;

export const head = ({ boot: { seller } }: ScreenContext) => ({
  title: seller.web.listing_title ?? seller.strings["listing.title"] ?? listingStrings["listing.title"],
  ...(seller.meta.tagline ? { description: seller.meta.tagline } : {}),
});
