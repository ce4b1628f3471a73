import type { Day } from "@foyer/contract/basics.ts";
import type { Catalogue } from "../format/catalogue.ts";
import type { Path, Problem } from "../format/problems.ts";

/** What the checks of a catalogue need. `addProblem` reports a problem at a path of the file. */
export type ValidationContext = {
  readonly catalogue: Catalogue;
  readonly now: Temporal.Instant;
  readonly todayIn: (zone: string) => Day;
  readonly addProblem: (path: Path, message: string) => void;
  /** Reports something that can be imported but is probably a mistake. */
  readonly addWarning: (path: Path, message: string, more?: Pick<Problem, "needsChoice" | "isWrongInDrafts">) => void;
};

/** Reports entries of a list that have the same key. */
export const checkUniqueKeys = (
  list: readonly { readonly key: string }[],
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void => {
  const seen = new Set<string>();
  list.forEach(({ key }, index) => {
    if (seen.has(key)) addProblem([...path, index, "key"], `'${key}' is defined twice`);
    seen.add(key);
  });
};

/** Reports a field that refers to an unknown image. */
export const checkImageKey = (
  catalogue: Catalogue,
  key: string | undefined,
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void => {
  if (key !== undefined && !Object.hasOwn(catalogue.images ?? {}, key)) addProblem(path, `there is no image '${key}'`);
};

/** Reports parts of the day that are not times from '0930' to '2400'. */
export const checkPickerTabs = (
  tabs: readonly { start: string; end: string }[] | undefined,
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void =>
  tabs?.forEach((tab, index) => {
    for (const field of ["start", "end"] as const)
      if (!/^(?:(?:[01]\d|2[0-3])[0-5]\d|2400)$/.test(tab[field]))
        addProblem([...path, index, field], 'is a time as four digits, like "0930" or "2400"');
    if (tab.end <= tab.start) addProblem([...path, index, "end"], "is not after start");
  });
