import type { Measurement } from "@foyer/rules/measured.ts";
import * as words from "@foyer/rules/measured.ts";
import { consentOf } from "./consent.ts";

export { words };

type Told = Measurement | { readonly ecommerce: null } | { readonly event: "gtm.js"; readonly "gtm.start": number };
declare global {
  interface Window {
    dataLayer?: Told[];
  }
}

export type Measured = { readonly slug: string; readonly container_id: string | undefined };

const waitingKey = (slug: string): string => `foyer.${slug}.measured`;
/** Of a page that loads no container the last few wait for one that does. */
const mostWaiting = 20;

const waiting = (slug: string): Measurement[] => {
  try {
    return JSON.parse(window.sessionStorage.getItem(waitingKey(slug)) ?? "[]") as Measurement[];
  } catch {
    return [];
  }
};
const keepWaiting = (slug: string, events: readonly Measurement[]): void => {
  try {
    window.sessionStorage.setItem(waitingKey(slug), JSON.stringify(events.slice(-mostWaiting)));
  } catch {
    // They are not measured then.
  }
};

let isContainerHere = false;

const push = (events: readonly Measurement[]): void => {
  const layer = (window.dataLayer ??= []);
  // Each event begins from nothing, or a reader would find the last one's items in it.
  for (const event of events) layer.push({ ecommerce: null }, event);
};

/**
 * Tells what happened to the seller's data layer: only where they named a container, and only if the visitor lets them.
 * `make` is not called otherwise.
 */
export const measure = ({ slug, container_id }: Measured, make: () => readonly Measurement[]): void => {
  if (container_id === undefined || consentOf(slug) !== "granted") return;
  const events = make();
  push(events);
  if (!isContainerHere) keepWaiting(slug, [...waiting(slug), ...events]);
};

/** For tests: as on a page that was just opened. */
export const forgetContainer = (): void => {
  isContainerHere = false;
};

/** Fetches the seller's container, once: on pages where nothing is paid, when the visitor agreed. */
export const loadContainer = ({ slug, container_id }: Measured): void => {
  if (container_id === undefined || isContainerHere || consentOf(slug) !== "granted") return;
  isContainerHere = true;
  // What was told since a container was last there, on this page or on one without it, is told to it now.
  const before = waiting(slug);
  keepWaiting(slug, []);
  window.dataLayer = [{ event: "gtm.js", "gtm.start": Date.now() }];
  push(before);
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(container_id)}`;
  document.head.append(script);
};
