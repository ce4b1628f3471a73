import { metaNames } from "../features/listing/listingFilters.ts";

const listingParameters = ["category", "date", "time", "time.start", "time.end", ...metaNames];
const reserveParameters = ["tg", "select", "price", "session", "date", "reserve", "quantity"];

/** Query parameters that change what the server renders, by the name of the route; no other is part of a kept page's key. */
export const queryParameters: Readonly<Record<string, readonly string[]>> = {
  events: listingParameters,
  "events-collection": listingParameters,
  event: reserveParameters,
  "event-action": reserveParameters,
};
