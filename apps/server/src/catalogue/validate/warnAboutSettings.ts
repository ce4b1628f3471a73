import { exactCountLimit } from "@foyer/rules/catalog/capacity.ts";
import { parseVisitTime, visitTimes } from "@foyer/rules/hold/visitTime.ts";
import type { DayPart } from "@foyer/rules/reserve/sessionPicker.ts";
import type { Catalogue } from "../format/catalogue.ts";
import type { Path } from "../format/problems.ts";
import type { ValidationContext } from "./validationContext.ts";

type AddWarning = ValidationContext["addWarning"];

/** Warns about settings of the storefront that have no effect, or another one than they say. */
export const warnAboutSettings = ({ seller, events = [] }: Catalogue, addWarning: AddWarning): void => {
  const { web, configuration } = seller;
  warnAboutDayParts(web?.session_picker_tabs, ["seller", "web", "session_picker_tabs"], addWarning);
  for (const [index, { config }] of events.entries())
    warnAboutDayParts(config?.session_picker_tabs, ["events", index, "config", "session_picker_tabs"], addWarning);
  if ((web?.show_remaining_session_capacity_threshold ?? 0) > exactCountLimit)
    addWarning(
      ["seller", "web", "show_remaining_session_capacity_threshold"],
      `acts like ${exactCountLimit}: larger numbers of tickets left are never shown`,
    );
  const { visit_time } = configuration?.upsells ?? {};
  if (visit_time !== undefined && parseVisitTime(visit_time) === undefined)
    addWarning(
      ["seller", "configuration", "upsells", "visit_time"],
      `Unsupported value for upsells.visit_time config: without one of ${visitTimes.join(", ")} nothing is limited`,
    );
};

const warnAboutDayParts = (parts: readonly DayPart[] | undefined, path: Path, addWarning: AddWarning): void => {
  if (!parts) return;
  if (parts.length === 1) addWarning(path, "divides nothing: a day needs two or three parts");
  const twice = parts.find(({ label }, index) => parts.findIndex((other) => other.label === label) < index);
  if (twice) addWarning(path, `two parts are called '${twice.label}' and cannot be told apart`);
  const overlapping = parts.find(({ start, end }, index) =>
    parts.slice(0, index).some((before) => start < before.end && before.start < end),
  );
  if (overlapping)
    addWarning(path, `'${overlapping.label}' overlaps another part, which shows the sessions that both contain`);
};
