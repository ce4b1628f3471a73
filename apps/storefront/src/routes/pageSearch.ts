import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { filtersOf } from "../features/listing/listingFilters.ts";

/** Longer values have no meaning on any screen. */
const maxValueLength = 400;
/** Represents every value that cannot be parsed: all of them show the same page. */
const unreadable = "?";

type Search = Readonly<Record<string, string | undefined>>;

const listingSearch = (search: URLSearchParams): Search => ({ ...filtersOf(search) });

const reserveSearch = (search: URLSearchParams): Search => {
  const { session, date, reserve, quantity, tg, select, price, problems } = parseReserveQuery(search.toString());
  const given = (name: string): string | undefined => search.get(name)?.trim() || undefined;
  // Both together are an error, whatever their values.
  const isBoth = problems.includes("session_and_date");
  const day = given("date");
  const lines = quantity.map(({ type, count }) => `${type}:${count}`);
  if (problems.includes("types_not_found")) lines.push(unreadable);
  return {
    session: session ? (session.kind === "id" ? session.id : session.kind) : given("session") && unreadable,
    date: date ?? (isDayWord(day) && !isBoth ? day : day && unreadable),
    reserve: reserve === "false" ? undefined : reserve,
    quantity: lines.join(",") || undefined,
    tg: tg.join(",") || undefined,
    select,
    price,
  };
};

const isDayWord = (text: string | undefined): boolean => text === "today" || text === "tomorrow";

/** The server only says whether orders are named: only the browser knows whose they are. */
const completeSearch = (search: URLSearchParams): Search => ({
  orderIds: search.get("orderIds")?.trim() ? unreadable : undefined,
});

const searches: Readonly<Record<string, (search: URLSearchParams) => Search>> = {
  events: listingSearch,
  "events-collection": listingSearch,
  event: reserveSearch,
  "event-action": reserveSearch,
  "checkout-complete": completeSearch,
};

/**
 * The part of a query that changes a route's rendered page, sorted, and normalised for all queries with the same meaning.
 * It is the cache key of pages, so an invented parameter or value does not create a separate page.
 */
export const pageSearch = (route: string, search: URLSearchParams): string => {
  const short = new URLSearchParams([...search].map(([name, value]) => [name, value.slice(0, maxValueLength)]));
  const read = new URLSearchParams(
    Object.entries(searches[route]?.(short) ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  read.sort();
  return read.toString();
};
