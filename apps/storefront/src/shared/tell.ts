import type * as measured from "@foyer/rules/measured.ts";
import { loadChunk } from "./loadChunk.ts";
import type { Measured } from "./measure.ts";

type Words = typeof measured;

let house: Measured = { slug: "", container_id: undefined };
/** Said once when the page starts. */
export const tellFor = (measured: Measured): void => {
  house = measured;
};

const load = () => loadChunk(() => import("./measure.ts"));

/** Tells the seller's data layer what happened. Costs nothing where they measure nothing. */
export const tell = (make: (words: Words) => readonly measured.Measurement[]): void => {
  if (house.container_id === undefined) return;
  const told = house;
  // What cannot be told is not told; nobody waits for it.
  load().then(
    ({ measure, words }) => measure(told, () => make(words)),
    () => undefined,
  );
};

/** Brings the seller's container where the visitor agreed. */
export const tellTheContainer = (): void => {
  if (house.container_id === undefined) return;
  load().then(
    ({ loadContainer }) => loadContainer(house),
    () => undefined,
  );
};
