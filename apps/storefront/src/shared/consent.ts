import { useMemo, useSyncExternalStore } from "react";
import { useSeller } from "./seller.tsx";

/** Whether a visitor lets their visit be measured; null until they said. */
export type Consent = "granted" | "denied" | null;

export const consentKey = (slug: string): string => `foyer.${slug}.measuring`;
const told = new Set<() => void>();
/** Where nothing can be stored the answer is good for this page. */
const answers = new Map<string, Consent>();

export const consentOf = (slug: string): Consent => {
  try {
    const kept = window.localStorage.getItem(consentKey(slug));
    return kept === "granted" || kept === "denied" ? kept : (answers.get(slug) ?? null);
  } catch {
    return answers.get(slug) ?? null;
  }
};

export const answerConsent = (slug: string, answer: Consent): void => {
  answers.set(slug, answer);
  try {
    if (answer === null) window.localStorage.removeItem(consentKey(slug));
    else window.localStorage.setItem(consentKey(slug), answer);
  } catch {
    // Full or forbidden.
  }
  for (const tell of told) tell();
};

const subscribe = (tell: () => void): (() => void) => {
  told.add(tell);
  window.addEventListener("storage", tell);
  return () => {
    told.delete(tell);
    window.removeEventListener("storage", tell);
  };
};

/** Undefined while nobody can know: on the server, and until the page is alive. */
export const useConsent = (): Consent | undefined => {
  const { slug } = useSeller();
  const read = useMemo(() => () => consentOf(slug), [slug]);
  return useSyncExternalStore(subscribe, read, () => undefined);
};
