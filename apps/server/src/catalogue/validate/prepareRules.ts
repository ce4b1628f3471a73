import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { prepareMoment } from "./prepareMoment.ts";
import { checkUniqueKeys, type ValidationContext } from "./validationContext.ts";
import type { CatalogueCheckoutRule, CodeGroup, Condition } from "../format/rules.ts";
import type { Path } from "../format/problems.ts";

/** The tickets that a rule or discount applies to, by key. */
export type PreparedScope = {
  readonly event: string | undefined;
  readonly groups: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
};
/** A minimum and maximum number of those tickets. */
export type PreparedCondition = PreparedScope & {
  readonly min: number;
  readonly max: number | undefined;
};
export type PreparedRule = Pick<CatalogueCheckoutRule, "key" | "description" | "blocks" | "code_group"> & {
  readonly event: string | undefined;
  readonly conditions: readonly PreparedCondition[];
};
export type PreparedCode = {
  readonly code: string;
  readonly normalized: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly max_uses: number;
};
export type PreparedCodeGroup = Pick<CodeGroup, "key" | "name" | "description"> & {
  readonly max_uses: number;
  readonly max_uses_each: number;
  /** Keys of all other groups that it activates, directly or indirectly. */
  readonly activates: readonly string[];
  readonly codes: readonly PreparedCode[];
};

/** The rules of the seller and of all events, in order of evaluation. */
export const prepareRules = (context: ValidationContext): PreparedRule[] => {
  const { rules = [], events = [] } = context.catalogue;
  return [
    ...prepareRuleList(context, rules, undefined, ["rules"]),
    ...events.flatMap((event, index) =>
      prepareRuleList(context, event.rules ?? [], event.key, ["events", index, "rules"]),
    ),
  ];
};

const prepareRuleList = (
  context: ValidationContext,
  rules: readonly CatalogueCheckoutRule[],
  event: string | undefined,
  path: Path,
): PreparedRule[] => {
  checkUniqueKeys(rules, path, context.addProblem);
  return rules.map(({ key, description, blocks, code_group, when, also = [] }, index) => {
    if (code_group !== undefined && !context.catalogue.codes?.some((group) => group.key === code_group))
      context.addProblem([...path, index, "code_group"], `there is no group of codes '${code_group}'`);
    // A rule needs tickets that it applies to; `also` can require the absence of others.
    if (when.min === 0) context.addProblem([...path, index, "when", "min"], "must be at least 1");
    return {
      key,
      description,
      blocks,
      code_group,
      event,
      conditions: [
        prepareCondition(context, { min: 1, ...when }, event, [...path, index, "when"]),
        ...also.map((condition, conditionIndex) =>
          prepareCondition(context, condition, event, [...path, index, "also", conditionIndex]),
        ),
      ],
    };
  });
};

const prepareCondition = (
  context: ValidationContext,
  condition: Condition,
  defaultEvent: string | undefined,
  path: Path,
): PreparedCondition => {
  const { event = defaultEvent, groups, types, max, min = max === undefined ? 1 : 0 } = condition;
  if (max !== undefined && max < min) context.addProblem([...path, "max"], `is less than min (${min})`);
  return { ...prepareScope(context, { event, groups, types }, path), min, max };
};

type ScopeInput = { readonly [field in keyof PreparedScope]?: PreparedScope[field] };

/** Checks that a scope refers to an existing event and to groups and types of it. */
export const prepareScope = (
  { catalogue, addProblem }: ValidationContext,
  { event, groups, types }: ScopeInput,
  path: Path,
): PreparedScope => {
  const found = catalogue.events?.find(({ key }) => key === event);
  if (event !== undefined && !found) addProblem([...path, "event"], `there is no event '${event}'`);
  if (event === undefined && (groups ?? types))
    addProblem([...path, "event"], "is missing: groups and types belong to an event");
  const known = new Set(
    found?.groups?.flatMap((group) => [group.key, ...group.types.map((type) => `${group.key}/${type.key}`)]),
  );
  for (const [field, names] of [
    ["groups", groups],
    ["types", types],
  ] as const)
    names?.forEach((name, index) => {
      if (found && !known.has(name))
        addProblem([...path, field, index], `this event has no ${field === "groups" ? "group" : "type"} '${name}'`);
    });
  return { event, groups, types };
};

/** The code groups. The times of their codes are in the seller's time zone. */
export const prepareCodes = (context: ValidationContext): PreparedCodeGroup[] => {
  const { catalogue, addProblem } = context;
  const { codes: groups = [], seller } = catalogue;
  checkUniqueKeys(groups, ["codes"], addProblem);
  const today = context.todayIn(seller.timezone);
  const seen = new Set<string>();
  const activatedBy = new Map(groups.map(({ key, activates = [] }) => [key, activates]));
  groups.forEach(({ activates = [] }, index) =>
    activates.forEach((key, codeIndex) => {
      if (!activatedBy.has(key))
        addProblem(["codes", index, "activates", codeIndex], `there is no group of codes '${key}'`);
    }),
  );
  return groups.map(({ codes, key, name, description, max_uses: maxUses = -1, max_uses_each = -1 }, index) => ({
    key,
    name,
    ...(description !== undefined && { description }),
    max_uses: maxUses,
    max_uses_each,
    activates: reachableGroups(key, activatedBy),
    codes: codes.map(({ code, max_uses = -1, ...times }, codeIndex) => {
      const path: Path = ["codes", index, "codes", codeIndex];
      const normalized = normalizeCode(code);
      if (normalized === "") addProblem([...path, "code"], "is empty");
      if (seen.has(normalized)) addProblem([...path, "code"], `'${code}' is defined twice`);
      seen.add(normalized);
      const moment = (field: "valid_from" | "valid_to"): string | null =>
        prepareMoment(context, times[field], { today, zone: seller.timezone, path: [...path, field] });
      const [valid_from, valid_to] = [moment("valid_from"), moment("valid_to")];
      if (valid_from && valid_to && valid_to <= valid_from)
        addProblem([...path, "valid_to"], "is not after valid_from");
      return { code: code.trim(), normalized, valid_from, valid_to, max_uses };
    }),
  }));
};

/** All other groups that a group activates directly or indirectly, in order of discovery. */
const reachableGroups = (key: string, activatedBy: ReadonlyMap<string, readonly string[]>): string[] => {
  const reached = new Set([key]);
  for (const group of reached)
    for (const next of activatedBy.get(group) ?? []) if (activatedBy.has(next)) reached.add(next);
  reached.delete(key);
  return [...reached];
};
