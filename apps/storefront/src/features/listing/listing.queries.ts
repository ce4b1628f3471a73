import { queryOptions } from "@tanstack/react-query";
import { listEvents } from "@foyer/contract/listing.ts";
import { call } from "../../api/call.ts";
import type { ListingFilters } from "./listingFilters.ts";

/** The events on sale that the filters leave. */
export const listingQuery = (filters: ListingFilters, categories?: readonly string[]) =>
  queryOptions({
    queryKey: ["listing", filters, categories ?? null],
    queryFn: ({ signal }) =>
      call(
        listEvents,
        {
          ...filters,
          ...(filters.category === undefined && categories ? { category: categories.join(",") } : {}),
          _withmemberevents: "true",
          hidden_type: "public_browsable,public_member_only",
          _embed: "meta,venue",
        },
        { signal },
      ),
  });
