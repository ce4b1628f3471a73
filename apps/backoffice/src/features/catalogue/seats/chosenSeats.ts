import { useMemo, useState } from "react";

/** The chosen seats, by their keys. */
export type ChosenSeats = {
  readonly keys: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  /** Adds seats to the selection or removes them from it. */
  readonly set: (keys: Iterable<string>, isChosen: boolean) => void;
  readonly clear: () => void;
};

/** `known`: the seats that can be chosen. Seats that are no longer there are dropped from the selection. */
export const useChosenSeats = (known: ReadonlySet<string>): ChosenSeats => {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const keys = useMemo(() => new Set([...picked].filter((key) => known.has(key))), [picked, known]);
  return {
    keys,
    toggle: (key) => known.has(key) && setPicked(new Set(keys.has(key) ? without(keys, [key]) : [...keys, key])),
    set: (changed, isChosen) => setPicked(new Set(isChosen ? [...keys, ...changed] : without(keys, changed))),
    clear: () => setPicked(new Set()),
  };
};

const without = (keys: ReadonlySet<string>, taken: Iterable<string>): readonly string[] => {
  const gone = new Set(taken);
  return [...keys].filter((key) => !gone.has(key));
};
