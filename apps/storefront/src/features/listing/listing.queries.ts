import { queryOptions } from "@tanstack/react-query";
import type { Reply } from "@foyer/contract/endpoint.ts";
import { listEvents } from "@foyer/contract/shop/listing.ts";
import { call } from "../../api/call.ts";
import { eventFilters, type ListingFilters } from "./listingFilters.ts";

/** `isUpsell`: offers for a cart instead of the general listing; `isAtVisit`: all of them at the time of its visit. */
export type ListingReply = Reply<typeof listEvents> & { readonly isUpsell?: true; readonly isAtVisit?: true };

/** The request parameters of a listing. */
export const listingParameters = (filters: ListingFilters, categories?: readonly string[]) => ({
  ...eventFilters(filters),
  ...(filters.category === undefined && categories ? { category: categories.join(",") } : {}),
  _withmemberevents: "true",
  hidden_type: "public_browsable,public_member_only",
  _embed: "meta,venue",
});

/** The events on sale that match the filters. `asMember` includes what is only for members, and bypasses every cache. */
export const listingQuery = (filters: ListingFilters, categories?: readonly string[], asMember = false) =>
  queryOptions({
    queryKey: ["listing", filters, categories ?? null, ...(asMember ? ["member"] : [])] as readonly unknown[],
    queryFn: ({ signal }): Promise<ListingReply> =>
      call(listEvents, listingParameters(filters, categories), { signal, fresh: asMember }),
  });
