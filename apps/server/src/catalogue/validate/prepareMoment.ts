import type { Day } from "@foyer/contract/basics.ts";
import { localTimeOf } from "@foyer/rules/dates/localTime.ts";
import { resolveMoment, resolveRelativeDay } from "@foyer/rules/schedule/relativeDates.ts";
import { timeAmbiguity } from "@foyer/rules/schedule/startAmbiguity.ts";
import type { Path } from "../format/problems.ts";
import type { ValidationContext } from "./validationContext.ts";

type Clock = { readonly today: Day; readonly zone: string; readonly path: Path };

/** A moment as written, such as '2027-03-01 09:00'. Warns if the clocks skip it or show it twice. */
export const prepareMoment = (
  { addProblem, addWarning }: Pick<ValidationContext, "addProblem" | "addWarning">,
  text: string | undefined,
  { today, zone, path }: Clock,
): string | null => {
  if (text === undefined) return null;
  const found = resolveMoment(text, today, zone);
  const [day, time] = [resolveRelativeDay(text.slice(0, -6), today), text.slice(-5)];
  if (found === undefined || day === undefined) {
    addProblem(path, "is not a day in the calendar");
    return null;
  }
  const doubt = timeAmbiguity(day, time, zone);
  if (doubt === "skipped")
    addWarning(path, `is ${time} on ${day}: the clocks skip that time, so it becomes ${localTimeOf(found, zone)}`);
  if (doubt === "repeated")
    addWarning(path, `is ${time} on ${day}: the clocks show that time twice, so the first is meant`);
  return found;
};
