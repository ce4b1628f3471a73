import type { Day } from "@foyer/contract/basics.ts";
import type { Catalogue } from "./format.ts";
import type { Path } from "./problems.ts";

/** What a catalogue says about itself, told what its words mean. */
export type Book = {
  readonly catalogue: Catalogue;
  readonly now: Temporal.Instant;
  readonly todayIn: (zone: string) => Day;
  readonly say: (path: Path, message: string) => void;
};

/** Two of one list with one key. */
export const sayTwins = (list: readonly { readonly key: string }[], path: Path, say: Book["say"]): void => {
  const seen = new Set<string>();
  list.forEach(({ key }, index) => {
    if (seen.has(key)) say([...path, index, "key"], `'${key}' is there twice`);
    seen.add(key);
  });
};

/** A field that names an image by its key. */
export const sayUnknownImage = (catalogue: Catalogue, key: string | undefined, path: Path, say: Book["say"]): void => {
  if (key !== undefined && !Object.hasOwn(catalogue.images ?? {}, key)) say(path, `names no image: '${key}'`);
};

/** Parts of the day are written '0930' to '2400'. */
export const sayTabs = (
  tabs: readonly { start: string; end: string }[] | undefined,
  path: Path,
  say: Book["say"],
): void =>
  tabs?.forEach((tab, index) => {
    for (const field of ["start", "end"] as const)
      if (!/^(?:(?:[01]\d|2[0-3])[0-5]\d|2400)$/.test(tab[field]))
        say([...path, index, field], 'is a time as four digits, like "0930" or "2400"');
    if (tab.end <= tab.start) say([...path, index, "end"], "is not after start");
  });
