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

/** Adds events to the seller's data layer. Free of cost where the seller has no analytics. */
export const track = (buildEvents: (words: EventBuilders) => readonly measured.AnalyticsEvent[]): void => {
  if (target.container_id === undefined) return;
  const current = target;
  // Errors are ignored: analytics must not delay or break anything.
  loadDataLayer().then(
    ({ pushToDataLayer, words }) => pushToDataLayer(current, () => buildEvents(words)),
    () => undefined,
  );
};

/** Loads the seller's container if the visitor consents. */
export const loadAnalyticsContainer = (): void => {
  if (target.container_id === undefined) return;
  loadDataLayer().then(
    ({ loadContainer }) => loadContainer(target),
    () => undefined,
  );
};
