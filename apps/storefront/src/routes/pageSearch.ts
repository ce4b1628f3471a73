import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { filtersOf } from "../features/listing/listingFilters.ts";

/** Longer values mean nothing to any screen. */
const maxValueLength = 400;
/** Stands for every value that cannot be read: all of them show the same page. */
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

/** The server says only whether orders are named: whose they are is known in the browser. */
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
 * The part of a query that changes a route's rendered page, sorted, in one form for all queries that mean the same. Pages
 * are cached by it, so an invented parameter or value makes no page of its own.
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
