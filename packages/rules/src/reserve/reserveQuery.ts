import type { Day } from "@foyer/contract/basics.ts";
import type { TicketType } from "@foyer/contract/shop/catalog.ts";
import type { Quantities } from "./ticketChoices.ts";
import { isCalendarDay } from "../dates/isCalendarDay.ts";
import { addDays } from "../dates/localTime.ts";
import { queryFlag } from "./queryFlag.ts";

/** What a link does: only preselect, or also reserve, with problems hidden, shown or fatal. */
export type ReserveMode = "false" | "true" | "warn" | "strict";

export type LinkedSession =
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "today" }
  | { readonly kind: "next" };

/** Problems of a link. `reserve=warn` shows them; otherwise the faulty part is ignored, and a date is reported. */
export type LinkProblem =
  | "session_and_date"
  | "session_not_found"
  | "unavailable_on_date"
  | "types_not_found"
  /** It names more tickets than can be bought. */
  | "too_many_tickets";

export type ReserveQuery = {
  readonly session: LinkedSession | undefined;
  readonly date: Day | undefined;
  readonly reserve: ReserveMode;
  /** Types by id or name, with their quantities. */
  readonly quantity: readonly { readonly type: string; readonly count: number }[];
  /** Ids of the ticket groups that the link is limited to, sorted, because their order has no meaning. */
  readonly tg: readonly string[];
  readonly select: string | undefined;
  readonly price: string | undefined;
  readonly problems: readonly LinkProblem[];
};

const isId = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
const isAmount = (text: string): boolean => /^\d{1,12}(?:\.\d{1,3})?$/.test(text);

/**
 * Parses the query of a reserve page: '?date=2026-11-21&quantity=Adult:2'. `today` is the day at the venue, for 'today' and
 * 'tomorrow'; without it these words are invalid dates.
 */
export const parseReserveQuery = (search: string, today?: Day): ReserveQuery => {
  const query = new URLSearchParams(search);
  const of = (name: string) => query.get(name)?.trim() || undefined;
  const [session, date] = [of("session"), of("date")];
  const both = session !== undefined && date !== undefined;
  const quantity = parseQuantities(of("quantity"));
  const linked = both ? undefined : parseSession(session);
  const day = both ? undefined : parseDay(date, today);
  const price = of("price");

  const problems: LinkProblem[] = [];
  if (both) problems.push("session_and_date");
  if (!both && session !== undefined && !linked) problems.push("session_not_found");
  if (!both && date !== undefined && !day) problems.push("unavailable_on_date");
  if (quantity.some((line) => !line)) problems.push("types_not_found");

  return {
    session: linked,
    date: day,
    reserve: parseMode(of("reserve")),
    quantity: quantity.filter((line) => line !== undefined),
    tg: [...new Set((of("tg") ?? "").split(",").map((id) => id.trim()))].filter(isId).toSorted(),
    select: of("select"),
    price: price !== undefined && isAmount(price) ? price : undefined,
    problems,
  };
};

const parseSession = (text: string | undefined): LinkedSession | undefined => {
  if (text === "today" || text === "next") return { kind: text };
  return text !== undefined && isId(text) ? { kind: "id", id: text } : undefined;
};

const parseDay = (text: string | undefined, today: Day | undefined): Day | undefined => {
  if (today !== undefined && text === "today") return today;
  if (today !== undefined && text === "tomorrow") return addDays(today, 1);
  return text !== undefined && isCalendarDay(text) ? text : undefined;
};

const parseMode = (text: string | undefined): ReserveMode => {
  const word = text?.toLowerCase() ?? "";
  if (word === "warn" || word === "strict") return word;
  return queryFlag(text) === true ? "true" : "false";
};

/** Parses 'Adult:2,Child:1'. A name may contain a colon: the last one counts. */
const parseQuantities = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const match = /^(.+):\s*(\d{1,4})$/.exec(part.trim());
      return match?.[1] ? { type: match[1].trim(), count: Number(match[2]) } : undefined;
    });

/** Does the link name this? By id, or by name in any case. */
export const matchesType = (type: Pick<TicketType, "id" | "name">, wanted: string): boolean =>
  type.id === wanted || type.name.toLowerCase() === wanted.toLowerCase();

export type LinkedTickets = {
  readonly quantities: Quantities;
  readonly prices: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
};

/** The types that a link names, by id or name. `select` and `price` are for a single type. */
export const linkedTickets = (
  { quantity, select, price }: Pick<ReserveQuery, "quantity" | "select" | "price">,
  types: readonly Pick<TicketType, "id" | "name">[],
): LinkedTickets => {
  const wanted = select === undefined ? quantity : [...quantity, { type: select, count: 1 }];
  const quantities: Record<string, number> = {};
  const missing: string[] = [];
  for (const { type, count } of wanted) {
    const found = types.find((one) => matchesType(one, type));
    if (!found) missing.push(type);
    else if (count > 0) quantities[found.id] = Math.max(quantities[found.id] ?? 0, count);
  }
  const selected = select === undefined ? undefined : types.find((one) => matchesType(one, select));
  return { quantities, prices: selected && price !== undefined ? { [selected.id]: price } : {}, missing };
};

/** The problems of the tickets in a link. `quantities` are those that can be bought; undefined once the visitor has chosen. */
export const ticketProblems = (link: LinkedTickets, quantities: Quantities | undefined): readonly LinkProblem[] => [
  ...(link.missing.length > 0 ? (["types_not_found"] as const) : []),
  ...(quantities && Object.entries(link.quantities).some(([type, count]) => quantities[type] !== count)
    ? (["too_many_tickets"] as const)
    : []),
];

/** The page's query with this choice. A session implies its day; both together would be an error. */
export const searchWithChoice = (
  search: string,
  choice: { readonly day?: Day | undefined; readonly session?: string | undefined },
): string => {
  const query = new URLSearchParams(search);
  query.delete("date");
  query.delete("session");
  if (choice.session !== undefined) query.set("session", choice.session);
  else if (choice.day !== undefined) query.set("date", choice.day);
  return query.toString();
};
