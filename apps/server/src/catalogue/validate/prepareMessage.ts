import type { Day } from "@foyer/contract/basics.ts";
import { resolveRelativeDay, weekdayNumbers } from "@foyer/rules/schedule/relativeDates.ts";
import type { CatalogueMessageRule } from "../format/schedule.ts";
import type { ValidationContext } from "./validationContext.ts";
import type { PreparedGroup } from "./prepareGroup.ts";
import type { Path } from "../format/problems.ts";

export type PreparedMessage = {
  readonly key: string;
  readonly actions: CatalogueMessageRule["say"];
  readonly dateOrSession: Record<string, unknown> | undefined;
  readonly quantity: Record<string, unknown> | undefined;
  readonly groups: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
};

type MessageLocation = {
  readonly groups: readonly PreparedGroup[];
  readonly today: Day;
  readonly path: Path;
  readonly addProblem: ValidationContext["addProblem"];
};

/** A message rule as the contract has it, but with groups and types by key. */
export const prepareMessage = (
  { key, when, say: actions }: CatalogueMessageRule,
  { groups, today, path, addProblem }: MessageLocation,
): PreparedMessage => {
  const day = (field: "from" | "until"): Day | undefined => {
    const text = when.days?.[field];
    const found = text === undefined ? undefined : resolveRelativeDay(text, today);
    if (text !== undefined && !found) addProblem([...path, "when", "days", field], "is not a day in the calendar");
    return found;
  };
  const [start, end] = [day("from"), day("until")];
  if (start && end && end < start) addProblem([...path, "when", "days", "until"], "is before from");
  if (when.time?.from !== undefined && when.time.until !== undefined && when.time.until <= when.time.from)
    addProblem([...path, "when", "time", "until"], "is not after from");
  if (when.min !== undefined && when.max !== undefined && when.max < when.min)
    addProblem([...path, "when", "max"], "is less than min");
  const known = new Set(
    groups.flatMap((group) => [group.key, ...group.types.map((type) => `${group.key}/${type.key}`)]),
  );
  for (const field of ["groups", "types"] as const)
    when[field]?.forEach((name, index) => {
      if (!known.has(name))
        addProblem(
          [...path, "when", field, index],
          `this event has no ${field === "groups" ? "group" : "type"} '${name}'`,
        );
    });

  const dateOrSession = {
    ...((start ?? end) && { dateInterval: { ...(start && { start }), ...(end && { end }) } }),
    ...(when.on && { weekdays: [...weekdayNumbers(when.on)] }),
    ...(when.time && {
      time_of_day: {
        ...(when.time.from && { start: when.time.from }),
        ...(when.time.until && { end: minuteBefore(when.time.until) }),
      },
    }),
  };
  const quantity = {
    ...(when.min !== undefined && { min: when.min }),
    ...(when.max !== undefined && { max: when.max }),
  };
  const asksQuantity = Object.keys(quantity).length > 0 || when.groups !== undefined || when.types !== undefined;
  return {
    key,
    actions,
    dateOrSession: Object.keys(dateOrSession).length > 0 ? dateOrSession : undefined,
    quantity: asksQuantity ? quantity : undefined,
    groups: when.groups,
    types: when.types,
  };
};

/** The contract includes the end of a time of day; the catalogue's `until` excludes it. */
const minuteBefore = (time: string): string => {
  const minutes = Math.max(0, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) - 1);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
};
