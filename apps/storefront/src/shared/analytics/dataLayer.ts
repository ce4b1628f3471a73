import type { AnalyticsEvent } from "@foyer/rules/checkout/analyticsEvents.ts";
import * as words from "@foyer/rules/checkout/analyticsEvents.ts";
import { readConsent } from "./consent.ts";

export { words };

type DataLayerEntry =
  | AnalyticsEvent
  | { readonly ecommerce: null }
  | { readonly event: "gtm.js"; readonly "gtm.start": number };
declare global {
  interface Window {
    dataLayer?: DataLayerEntry[];
  }
}

export type AnalyticsTarget = { readonly slug: string; readonly container_id: string | undefined };

const pendingKey = (slug: string): string => `foyer.${slug}.measured`;
/** Of a page that loads no container the last few wait for one that does. */
const maxPending = 20;

const readPending = (slug: string): AnalyticsEvent[] => {
  try {
    return JSON.parse(window.sessionStorage.getItem(pendingKey(slug)) ?? "[]") as AnalyticsEvent[];
  } catch {
    return [];
  }
};
const savePending = (slug: string, events: readonly AnalyticsEvent[]): void => {
  try {
    window.sessionStorage.setItem(pendingKey(slug), JSON.stringify(events.slice(-maxPending)));
  } catch {
    // They are not measured then.
  }
};

let isContainerLoaded = false;

const push = (events: readonly AnalyticsEvent[]): void => {
  const layer = (window.dataLayer ??= []);
  // Each event begins from nothing, or a reader would find the last one's items in it.
  for (const event of events) layer.push({ ecommerce: null }, event);
};

/**
 * Tells what happened to the seller's data layer: only where they named a container, and only if the visitor lets them.
 * `make` is not called otherwise.
 */
export const pushToDataLayer = (
  { slug, container_id }: AnalyticsTarget,
  buildEvents: () => readonly AnalyticsEvent[],
): void => {
  if (container_id === undefined || readConsent(slug) !== "granted") return;
  const events = buildEvents();
  push(events);
  if (!isContainerLoaded) savePending(slug, [...readPending(slug), ...events]);
};

/** For tests: as on a page that was just opened. */
export const resetContainer = (): void => {
  isContainerLoaded = false;
};

/** Fetches the seller's container, once: on pages where nothing is paid, when the visitor agreed. */
export const loadContainer = ({ slug, container_id }: AnalyticsTarget): void => {
  if (container_id === undefined || isContainerLoaded || readConsent(slug) !== "granted") return;
  isContainerLoaded = true;
  // What was told since a container was last there, on this page or on one without it, is told to it now.
  const pending = readPending(slug);
  savePending(slug, []);
  window.dataLayer = [{ event: "gtm.js", "gtm.start": Date.now() }];
  push(pending);
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container_id)}`;
  document.head.append(script);
};
