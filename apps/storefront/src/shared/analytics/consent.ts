import { useMemo, useSyncExternalStore } from "react";
import { useSeller } from "../seller/seller.tsx";

/** The visitor's consent to analytics; null until they have answered. */
export type Consent = "granted" | "denied" | null;

export const consentKey = (slug: string): string => `foyer.${slug}.measuring`;
const listeners = new Set<() => void>();
/** Without storage the answer is kept for this page. */
const sessionConsents = new Map<string, Consent>();

export const readConsent = (slug: string): Consent => {
  try {
    const stored = window.localStorage.getItem(consentKey(slug));
    return stored === "granted" || stored === "denied" ? stored : (sessionConsents.get(slug) ?? null);
  } catch {
    return sessionConsents.get(slug) ?? null;
  }
};

export const setConsent = (slug: string, answer: Consent): void => {
  sessionConsents.set(slug, answer);
  try {
    if (answer === null) window.localStorage.removeItem(consentKey(slug));
    else window.localStorage.setItem(consentKey(slug), answer);
  } catch {
    // The storage is full or blocked.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
};

/** Undefined on the server and during hydration. */
export const useConsent = (): Consent | undefined => {
  const { slug } = useSeller();
  const read = useMemo(() => () => readConsent(slug), [slug]);
  return useSyncExternalStore(subscribe, read, () => undefined);
};
