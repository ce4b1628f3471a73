/** What a listing is narrowed to; all of it stands in the address. */
export type ListingFilters = {
  readonly category?: string;
  readonly date?: string;
  readonly time?: string;
  readonly "time.start"?: string;
  readonly "time.end"?: string;
};

/** 'HH:mm' or 'HHmm' (requirements OPEN-06); undefined for anything else. */
export const timeOfDay = (text: string | null): string | undefined => {
  const match = /^([01]\d|2[0-3]):?([0-5]\d)$/.exec(text ?? "") ?? /^(24):?(00)$/.exec(text ?? "");
  return match ? `${match[1]}:${match[2]}` : undefined;
};

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** 'today', 'tomorrow' or a day (requirements OPEN-07). */
export const wantedDay = (text: string | null): string | undefined =>
  text === "today" || text === "tomorrow" || day.test(text ?? "") ? (text ?? undefined) : undefined;

/** The filters of an address. What makes no sense is passed over. */
export const filtersOf = (search: URLSearchParams): ListingFilters => {
  const category = search.get("category")?.trim().slice(0, 400);
  const found: Record<string, string | undefined> = {
    category: category || undefined,
    date: wantedDay(search.get("date")),
    time: timeOfDay(search.get("time")),
    "time.start": timeOfDay(search.get("time.start")),
    "time.end": timeOfDay(search.get("time.end")),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
};

/** The query of an address after filters change; an undefined one is taken off. */
export const searchWith = (
  filters: ListingFilters,
  change: { readonly [K in keyof ListingFilters]?: string | undefined },
): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...change }))
    if (value !== undefined) search.set(name, value);
  return search.toString();
};

/** A key of an event's own data that an address narrows by: 'meta.reserve_flow=date_first'. */
export const metaFilters = (search: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...search]
      .filter(([name]) => name.startsWith("meta."))
      .map(([name, value]) => [name.slice("meta.".length), value]),
  );

/** Events whose own data says what is asked for. */
export const withMeta = <E extends { readonly meta: object }>(
  events: readonly E[],
  wanted: Readonly<Record<string, string>>,
): readonly E[] =>
  events.filter(({ meta }) =>
    Object.entries(wanted).every(
      ([name, value]) => Object.hasOwn(meta, name) && String((meta as Record<string, unknown>)[name]) === value,
    ),
  );
