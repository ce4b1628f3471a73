import type { BootData } from "@foyer/contract/boot.ts";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { triggerHydration } from "../../shared/hydration/deferredHydration.ts";
import { storageKey } from "@foyer/contract/storageKey.ts";

const interactionEvents = ["pointerover", "pointerdown", "touchstart", "focusin", "keydown"];
/** Registered before React, which stops events in parts that are not hydrated. */
const listenerOptions = { capture: true, passive: true } as const;

/** There is saved state or a login, so the server-rendered page for anonymous visitors is not enough. */
const isKnownVisitor = (slug: string): boolean => {
  try {
    if (document.cookie.includes(`${loggedInCookie(slug)}=`)) return true;
    return window.localStorage.getItem(storageKey(slug)) !== null;
  } catch {
    return false;
  }
};

/**
 * Hydrates the rest of a page with deferred hydration: at the first interaction, or at once if there is more to show than
 * the server knew about.
 */
export const hydrateOnInteraction = ({ seller, shown }: BootData): void => {
  if (!shown.deferHydration) return;
  if (isKnownVisitor(seller.slug)) return triggerHydration("needed");
  // The query has to pass the guards.
  if (window.location.search !== "" || window.foyerEarlyClicks?.length) triggerHydration("interacted");

  const onInteraction = (): void => triggerHydration("interacted");
  for (const type of interactionEvents)
    window.addEventListener(type, onInteraction, { ...listenerOptions, once: true });
  // Another tab may have filled a cart, or the visitor returns to a page that has changed.
  const onVisible = (): void => {
    if (document.visibilityState === "visible" || isKnownVisitor(seller.slug)) triggerHydration("needed");
  };
  window.addEventListener("storage", ({ key }) => key === storageKey(seller.slug) && triggerHydration("needed"));
  document.addEventListener("visibilitychange", onVisible);
};
