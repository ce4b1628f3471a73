import type { AnalyticsEvent } from "@foyer/rules/checkout/analyticsEvents.ts";
import * as words from "@foyer/rules/checkout/analyticsEvents.ts";
import { readConsent } from "./consent.ts";

export { words };

/** The container calls back once it has sent an event. */
type SentCallback = { readonly eventCallback?: () => void; readonly eventTimeout?: number };

type DataLayerEntry =
  | (AnalyticsEvent & SentCallback)
  | { readonly ecommerce: null }
  | { readonly event: "gtm.js"; readonly "gtm.start": number };
declare global {
  interface Window {
    dataLayer?: DataLayerEntry[];
  }
}

export type AnalyticsTarget = { readonly slug: string; readonly container_id: string | undefined };

const pendingKey = (slug: string): string => `foyer.${slug}.measured`;
/** On pages that do not load the container, at most this many events wait for a page that does. */
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
    // The events are lost in this case.
  }
};

let isContainerLoaded = false;

/** How long a page that leads to another site waits for the container. */
const sentWithinMs = 1000;

/**
 * The events, of which the last one reports when it is sent. Resolves after a second in any case, because the container may
 * be blocked.
 */
const awaitSent = (events: readonly AnalyticsEvent[]) => {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, sentWithinMs);
  const announced = events.map((event, index) =>
    index === events.length - 1 ? { ...event, eventCallback: resolve, eventTimeout: sentWithinMs } : event,
  );
  return { sent, announced };
};

const push = (events: readonly (AnalyticsEvent & SentCallback)[]): void => {
  const layer = (window.dataLayer ??= []);
  // Resets `ecommerce`; otherwise an event would inherit the items of the previous one.
  for (const event of events) layer.push({ ecommerce: null }, event);
};

/**
 * Adds events to the seller's data layer, if there is a container and the visitor consents. Otherwise `buildEvents` is not
 * called. With `waits` it resolves once the container has sent them, if this page has loaded one.
 */
export const pushToDataLayer = async (
  { slug, container_id }: AnalyticsTarget,
  buildEvents: () => readonly AnalyticsEvent[],
  { waits = false }: { readonly waits?: boolean } = {},
): Promise<void> => {
  if (container_id === undefined || readConsent(slug) !== "granted") return;
  const events = buildEvents();
  if (isContainerLoaded && waits && events.length > 0) {
    const { sent, announced } = awaitSent(events);
    push(announced);
    return sent;
  }
  push(events);
  if (!isContainerLoaded) savePending(slug, [...readPending(slug), ...events]);
};

/** For tests only: as on a new page. */
export const resetContainer = (): void => {
  isContainerLoaded = false;
};

/** Loads the seller's container once, if the visitor consents. Not called on payment pages. */
export const loadContainer = ({ slug, container_id }: AnalyticsTarget): void => {
  if (container_id === undefined || isContainerLoaded || readConsent(slug) !== "granted") return;
  isContainerLoaded = true;
  // Sends the events that have occurred since a container was last loaded.
  const pending = readPending(slug);
  savePending(slug, []);
  window.dataLayer = [{ event: "gtm.js", "gtm.start": Date.now() }];
  push(pending);
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container_id)}`;
  document.head.append(script);
};
