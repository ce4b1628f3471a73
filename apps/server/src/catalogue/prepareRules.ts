import { foldCode } from "@foyer/rules/codes.ts";
import { resolveMoment } from "./dates.ts";
import { sayTwins, type Book } from "./book.ts";
import type { CheckoutRule, CodeGroup, Condition } from "./formatRules.ts";
import type { Path } from "./problems.ts";

/** What is named of a seller's tickets, still by key, types and groups with their event. */
export type PreparedScope = {
  readonly event: string | undefined;
  readonly groups: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
};
/** So many of them. */
export type PreparedCondition = PreparedScope & {
  readonly min: number;
  readonly max: number | undefined;
};
export type PreparedRule = Pick<CheckoutRule, "key" | "description" | "blocks" | "code_group"> & {
  readonly event: string | undefined;
  readonly conditions: readonly PreparedCondition[];
};
export type PreparedCode = {
  readonly code: string;
  readonly folded: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly max_uses: number;
};
export type PreparedCodeGroup = Pick<CodeGroup, "key" | "name" | "description"> & {
  readonly max_uses: number;
  readonly max_uses_each: number;
  /** Keys of all groups that it opens beside itself, and that those open. */
  readonly activates: readonly string[];
  readonly codes: readonly PreparedCode[];
};

/** The rules of the seller and of all events, in the order in which they are judged. */
export const prepareRules = (book: Book): PreparedRule[] => {
  const { rules = [], events = [] } = book.catalogue;
  return [
    ...rulesOf(book, rules, undefined, ["rules"]),
    ...events.flatMap((event, index) => rulesOf(book, event.rules ?? [], event.key, ["events", index, "rules"])),
  ];
};

const rulesOf = (book: Book, rules: readonly CheckoutRule[], event: string | undefined, path: Path): PreparedRule[] => {
  sayTwins(rules, path, book.say);
  return rules.map(({ key, description, blocks, code_group, when, also = [] }, index) => {
    if (code_group !== undefined && !book.catalogue.codes?.some((group) => group.key === code_group))
      book.say([...path, index, "code_group"], `names no group of codes: '${code_group}'`);
    // A rule is about something: that there is none of it is for `also` to say.
    if (when.min === 0) book.say([...path, index, "when", "min"], "is at least 1");
    return {
      key,
      description,
      blocks,
      code_group,
      event,
      conditions: [
        prepareCondition(book, { min: 1, ...when }, event, [...path, index, "when"]),
        ...also.map((one, place) => prepareCondition(book, one, event, [...path, index, "also", place])),
      ],
    };
  });
};

const prepareCondition = (
  book: Book,
  condition: Condition,
  ofEvent: string | undefined,
  path: Path,
): PreparedCondition => {
  const { event = ofEvent, groups, types, max, min = max === undefined ? 1 : 0 } = condition;
  if (max !== undefined && max < min) book.say([...path, "max"], `is less than min (${min})`);
  return { ...prepareScope(book, { event, groups, types }, path), min, max };
};

type Named = { readonly [field in keyof PreparedScope]?: PreparedScope[field] };

/** Tickets that are named by an event and its groups and types; says what names nothing. */
export const prepareScope = ({ catalogue, say }: Book, { event, groups, types }: Named, path: Path): PreparedScope => {
  const found = catalogue.events?.find(({ key }) => key === event);
  if (event !== undefined && !found) say([...path, "event"], `names no event: '${event}'`);
  if (event === undefined && (groups ?? types)) say([...path, "event"], "is missing: groups and types are an event's");
  const known = new Set(
    found?.groups?.flatMap((group) => [group.key, ...group.types.map((type) => `${group.key}/${type.key}`)]),
  );
  for (const [field, names] of [
    ["groups", groups],
    ["types", types],
  ] as const)
    names?.forEach((name, index) => {
      if (found && !known.has(name))
        say([...path, field, index], `names no ${field === "groups" ? "group" : "type"} of this event: '${name}'`);
    });
  return { event, groups, types };
};

/** Groups of codes; the moments of their codes are of the seller's own clocks. */
export const prepareCodes = (book: Book): PreparedCodeGroup[] => {
  const { catalogue, say } = book;
  const { codes: groups = [], seller } = catalogue;
  sayTwins(groups, ["codes"], say);
  const today = book.todayIn(seller.timezone);
  const met = new Set<string>();
  const opens = new Map(groups.map(({ key, activates = [] }) => [key, activates]));
  groups.forEach(({ activates = [] }, index) =>
    activates.forEach((key, place) => {
      if (!opens.has(key)) say(["codes", index, "activates", place], `names no group of codes: '${key}'`);
    }),
  );
  return groups.map(({ codes, key, name, description, max_uses: mostOfAll = -1, max_uses_each = -1 }, index) => ({
    key,
    name,
    ...(description !== undefined && { description }),
    max_uses: mostOfAll,
    max_uses_each,
    activates: openedBy(key, opens),
    codes: codes.map(({ code, max_uses = -1, ...times }, place) => {
      const path: Path = ["codes", index, "codes", place];
      const folded = foldCode(code);
      if (folded === "") say([...path, "code"], "is empty");
      if (met.has(folded)) say([...path, "code"], `'${code}' is there twice`);
      met.add(folded);
      const moment = (field: "valid_from" | "valid_to"): string | null => {
        const text = times[field];
        if (text === undefined) return null;
        const found = resolveMoment(text, today, seller.timezone);
        if (!found) say([...path, field], "is no day of the calendar");
        return found ?? null;
      };
      const [valid_from, valid_to] = [moment("valid_from"), moment("valid_to")];
      if (valid_from && valid_to && valid_to <= valid_from) say([...path, "valid_to"], "is not after valid_from");
      return { code: code.trim(), folded, valid_from, valid_to, max_uses };
    }),
  }));
};

/** All groups that are reached from one, without itself, in the order in which they are met. */
const openedBy = (key: string, opens: ReadonlyMap<string, readonly string[]>): string[] => {
  const met = new Set([key]);
  for (const one of met) for (const next of opens.get(one) ?? []) if (opens.has(next)) met.add(next);
  met.delete(key);
  return [...met];
};
