import { metaNames } from "../features/listing/listingFilters.ts";

const listingParameters = ["category", "date", "time", "time.start", "time.end", ...metaNames];
const reserveParameters = ["tg", "select", "price", "session", "date", "reserve", "quantity"];

/** Query parameters that change the rendered page, by route; only these are part of the page cache's key. */
export const queryParameters: Readonly<Record<string, readonly string[]>> = {
  events: listingParameters,
  "events-collection": listingParameters,
  event: reserveParameters,
  "event-action": reserveParameters,
};
