import type { QueryClient } from "@tanstack/react-query";
import type { BootData } from "@foyer/contract/boot.ts";
import { addDays, todayAt } from "@foyer/rules/dates/localTime.ts";
import { listingQuery } from "./listing.queries.ts";
import { filtersOf } from "./listingFilters.ts";

/** Placeholders for every category and day without events. */
const unknown = { category: "?", day: "9999-12-31" } as const;
/** Calendars end one year from now. */
const calendarDays = 366;

/** The query of a listing, with one placeholder for all categories and days on which nothing can be on sale. */
export const knownListingSearch = async ({
  boot,
  client,
  search,
}: {
  readonly boot: Pick<BootData, "now" | "seller">;
  readonly client: QueryClient;
  readonly search: URLSearchParams;
}): Promise<URLSearchParams> => {
  const { category, date } = filtersOf(search);
  const known = new URLSearchParams(search);
  if (category !== undefined) {
    const { category: categories } = await client.ensureQueryData(listingQuery({}));
    if (!categories._data.some(({ name }) => name === category)) known.set("category", unknown.category);
  }
  const today = todayAt(Temporal.Instant.from(boot.now), boot.seller.timezone);
  // A venue's day may be one ahead of its seller's, or one behind.
  const isOutside = date !== undefined && (date < addDays(today, -1) || date > addDays(today, calendarDays + 1));
  if (isOutside && date !== "today" && date !== "tomorrow") known.set("date", unknown.day);
  return known;
};
