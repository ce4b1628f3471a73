import { metaNames } from "../features/listing/listingFilters.ts";

const filters = ["category", "date", "time", "time.start", "time.end", ...metaNames];
const reserveQueries = ["tg", "select", "price", "session", "date", "reserve", "quantity"];

/** Query parameters that change what the server renders, by the name of the route; no other is part of a kept page's key. */
export const readsOf: Readonly<Record<string, readonly string[]>> = {
  events: filters,
  "events-collection": filters,
  event: reserveQueries,
  "event-action": reserveQueries,
};
