import type * as measured from "@foyer/rules/checkout/analyticsEvents.ts";
import { loadChunk } from "../loading/loadChunk.ts";
import type { AnalyticsTarget } from "./dataLayer.ts";

type EventBuilders = typeof measured;

let target: AnalyticsTarget = { slug: "", container_id: undefined };
/** Said once when the page starts. */
export const setAnalyticsTarget = (measured: AnalyticsTarget): void => {
  target = measured;
};

const loadDataLayer = () => loadChunk(() => import("./dataLayer.ts"));

/** Tells the seller's data layer what happened. Costs nothing where they measure nothing. */
export const track = (buildEvents: (words: EventBuilders) => readonly measured.AnalyticsEvent[]): void => {
  if (target.container_id === undefined) return;
  const current = target;
  // What cannot be told is not told; nobody waits for it.
  loadDataLayer().then(
    ({ pushToDataLayer, words }) => pushToDataLayer(current, () => buildEvents(words)),
    () => undefined,
  );
};

/** Brings the seller's container where the visitor agreed. */
export const loadAnalyticsContainer = (): void => {
  if (target.container_id === undefined) return;
  loadDataLayer().then(
    ({ loadContainer }) => loadContainer(target),
    () => undefined,
  );
};
