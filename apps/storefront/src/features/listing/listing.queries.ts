import { queryOptions } from "@tanstack/react-query";
import type { Reply } from "@foyer/contract/endpoint.ts";
import { listEvents } from "@foyer/contract/shop/listing.ts";
import { call } from "../../api/call.ts";
import type { ListingFilters } from "./listingFilters.ts";

/** `offered` tells what is offered to a cart from what stands in the listing for everybody. */
export type ListingReply = Reply<typeof listEvents> & { readonly isUpsell?: true };

/** How a listing is asked for. */
export const listingParameters = (filters: ListingFilters, categories?: readonly string[]) => ({
  ...filters,
  ...(filters.category === undefined && categories ? { category: categories.join(",") } : {}),
  _withmemberevents: "true",
  hidden_type: "public_browsable,public_member_only",
  _embed: "meta,venue",
});

/** The events on sale that the filters leave. `asMember`: with what is for members alone, which no cache knows. */
export const listingQuery = (filters: ListingFilters, categories?: readonly string[], asMember = false) =>
  queryOptions({
    queryKey: ["listing", filters, categories ?? null, ...(asMember ? ["member"] : [])] as readonly unknown[],
    queryFn: ({ signal }): Promise<ListingReply> =>
      call(listEvents, listingParameters(filters, categories), { signal, fresh: asMember }),
  });
