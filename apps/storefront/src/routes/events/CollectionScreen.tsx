import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { Listing } from "../../features/listing/Listing.tsx";
import { listingQuery } from "../../features/listing/listing.queries.ts";
import { knownListingSearch } from "../../features/listing/knownListingSearch.ts";
import { filtersOf } from "../../features/listing/listingFilters.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import { NotFoundError, type ScreenContext, type ScreenProps } from "../screen.ts";

type Seller = ScreenContext["boot"]["seller"];
const configuredCollection = ({ web }: Seller, id: string) => web.collections?.find((one) => one.id === id);

/** What a URL shows: a collection of the seller, or the category of that name. */
const collectionOf = (seller: Seller, id = "") => configuredCollection(seller, id) ?? { title: id, categories: [id] };

/** The events of a collection under its title. */
export function Screen({ params }: ScreenProps) {
  const seller = useSeller();
  const [, navigate] = useLocation();
  const collection = collectionOf(seller, params.id);
  const isConfigured = configuredCollection(seller, params.id ?? "") !== undefined;
  const { data } = useQuery({ ...listingQuery({}, collection.categories), enabled: !isConfigured });
  // The listing's own query has the same key, so the data are loaded for a configured collection as well.
  const isUnknown = !isConfigured && data !== undefined && !data.category._data.some(({ name }) => name === params.id);
  useEffect(() => {
    if (isUnknown) navigate("/404", { replace: true });
  }, [isUnknown, navigate]);
  return isUnknown ? null : <Listing collection={collection} />;
}

/** Throws NotFoundError if the URL names neither a collection nor a category. */
const checkExists = async ({ boot, client, params }: ScreenContext): Promise<void> => {
  if (configuredCollection(boot.seller, params.id ?? "")) return;
  const { category } = await client.ensureQueryData(listingQuery({}, collectionOf(boot.seller, params.id).categories));
  if (!category._data.some(({ name }) => name === params.id)) throw new NotFoundError();
};

export const prepare = async (context: ScreenContext): Promise<void> => {
  const { categories } = collectionOf(context.boot.seller, context.params.id);
  await Promise.all([
    context.client.ensureQueryData(listingQuery(filtersOf(context.search), categories)),
    checkExists(context),
  ]);
};

export const replaceUnknown = async (context: ScreenContext): Promise<URLSearchParams> => {
  await checkExists(context);
  return knownListingSearch(context);
};

export const head = ({ boot, params }: ScreenContext) => ({ title: collectionOf(boot.seller, params.id).title });
