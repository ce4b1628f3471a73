import type * as measured from "@foyer/rules/checkout/analyticsEvents.ts";
import { loadChunk } from "../loading/loadChunk.ts";
import type { AnalyticsTarget } from "./dataLayer.ts";

type EventBuilders = typeof measured;

let target: AnalyticsTarget = { slug: "", container_id: undefined };
/** Set once when the page starts. */
export const setAnalyticsTarget = (measured: AnalyticsTarget): void => {
  target = measured;
};

const loadDataLayer = () => loadChunk(() => import("./dataLayer.ts"));

type BuildEvents = (words: EventBuilders) => readonly measured.AnalyticsEvent[];

/** Adds events to the seller's data layer. Costs nothing if the seller has no analytics. */
export const track = (buildEvents: BuildEvents): void => void send(buildEvents, { waits: false });

/** The same, for a page that leads to another site: resolves once no event can be lost any more. */
export const trackBeforeLeaving = (buildEvents: BuildEvents): Promise<void> => send(buildEvents, { waits: true });

const send = async (buildEvents: BuildEvents, options: { readonly waits: boolean }): Promise<void> => {
  if (target.container_id === undefined) return;
  const current = target;
  // Errors are ignored: analytics must not delay or break anything.
  await loadDataLayer().then(
    ({ pushToDataLayer, words }) => pushToDataLayer(current, () => buildEvents(words), options),
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
