import { isCalendarDay } from "@foyer/rules/dates/isCalendarDay.ts";
import { queryFlag } from "@foyer/rules/reserve/queryFlag.ts";

const flagPattern = /^(?:1|0|on|off|enabled|disabled|true|false|t|f|yes|no|y|n)$/i;
const requirementPattern = /^(?:required|optional)$/;
const numberPattern = /^(?:0|[1-9]\d{0,5})$/;

/** Properties of an event that a URL can filter by, with their values. */
const metaFilters = {
  "meta.requires_anchor": flagPattern,
  "meta.tickets_must_match_anchor_tickets": flagPattern,
  "meta.hide_event_details": flagPattern,
  "meta.image_profile_no_cropping": flagPattern,
  "meta.admit_names": requirementPattern,
  "meta.admit_emails": requirementPattern,
  "meta.reserve_flow": /^(?:date_first|quantity_first)$/,
  "meta.max_tickets_per_order": numberPattern,
  "meta.pad_pre_start": numberPattern,
  "meta.pad_post_end": numberPattern,
} as const satisfies Readonly<Record<string, RegExp>>;
type MetaFilter = keyof typeof metaFilters;
export const metaNames = Object.keys(metaFilters) as readonly MetaFilter[];

/** The filters of a listing, all of which are in the URL. */
export type ListingFilters = { readonly [K in MetaFilter]?: string } & {
  /** Shows the complete listing, whatever is in the cart. */
  readonly all?: "true";
  readonly category?: string;
  readonly date?: string;
  readonly time?: string;
  readonly "time.start"?: string;
  readonly "time.end"?: string;
};

/** 'HH:mm' or 'HHmm'; undefined for anything else. */
export const parseTimeOfDay = (text: string | null): string | undefined => {
  const match = /^([01]\d|2[0-3]):?([0-5]\d)$/.exec(text ?? "") ?? /^(24):?(00)$/.exec(text ?? "");
  return match ? `${match[1]}:${match[2]}` : undefined;
};

/** 'today', 'tomorrow' or a day. */
export const parseDateFilter = (text: string | null): string | undefined =>
  text !== null && (text === "today" || text === "tomorrow" || isCalendarDay(text)) ? text : undefined;

const parseMeta = (name: MetaFilter, value: string | null): string | undefined =>
  value !== null && metaFilters[name].test(value) ? value : undefined;

/** The filters that exclude events. */
export const eventFilters = (filters: ListingFilters): Omit<ListingFilters, "all"> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== "all"));

export const isFiltered = (filters: ListingFilters): boolean => Object.keys(eventFilters(filters)).length > 0;

/** Only certain days or hours are shown. */
export const hasTimeFilter = ({ date, time, ...filters }: ListingFilters): boolean =>
  (date ?? time ?? filters["time.start"] ?? filters["time.end"]) !== undefined;

/** The filters except those by properties of an event. */
export const withoutMeta = (filters: ListingFilters): ListingFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !name.startsWith("meta.")));

/** The filters in a URL. Invalid ones are ignored. */
export const filtersOf = (search: URLSearchParams): ListingFilters => {
  const category = search.get("category")?.trim().slice(0, 400);
  const found: Record<string, string | undefined> = {
    all: queryFlag(search.get("all")) ? "true" : undefined,
    category: category || undefined,
    date: parseDateFilter(search.get("date")),
    time: parseTimeOfDay(search.get("time")),
    "time.start": parseTimeOfDay(search.get("time.start")),
    "time.end": parseTimeOfDay(search.get("time.end")),
    ...Object.fromEntries(metaNames.map((name) => [name, parseMeta(name, search.get(name))])),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
};

/** The URL of a listing with changed filters; an undefined one is removed. */
export const addressWith = (
  path: string,
  filters: ListingFilters,
  change: { readonly [K in keyof ListingFilters]?: string | undefined } = {},
): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...change }))
    if (value !== undefined) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
};
