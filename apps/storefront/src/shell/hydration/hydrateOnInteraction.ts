import type { BootData } from "@foyer/contract/boot.ts";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { triggerHydration } from "../../shared/hydration/deferredHydration.ts";
import { savedKey } from "../../shared/storage/saved.keys.ts";

const interactionEvents = ["pointerover", "pointerdown", "touchstart", "focusin", "keydown"];
/** Before React: it takes from the page what happens in parts that are not alive. */
const listenerOptions = { capture: true, passive: true } as const;

/** Something is remembered of the visitor, or they are logged in: the server's page was for somebody else. */
const isKnownVisitor = (slug: string): boolean => {
  try {
    if (document.cookie.includes(`${loggedInCookie(slug)}=`)) return true;
    return window.localStorage.getItem(savedKey(slug)) !== null;
  } catch {
    return false;
  }
};

/** Wakes a page that came asleep: with the first touch, and at once where there is more to show than the server knew. */
export const hydrateOnInteraction = ({ seller, shown }: BootData): void => {
  if (!shown.deferHydration) return;
  if (isKnownVisitor(seller.slug)) return triggerHydration("needed");
  // Guards have a say in what stands in an address.
  if (window.location.search !== "" || window.foyerEarly?.length) triggerHydration("interacted");

  const onInteraction = (): void => triggerHydration("interacted");
  for (const type of interactionEvents)
    window.addEventListener(type, onInteraction, { ...listenerOptions, once: true });
  // Another tab has put something into a cart; or the visitor comes back to what may have changed.
  const onVisible = (): void => {
    if (document.visibilityState === "visible" || isKnownVisitor(seller.slug)) triggerHydration("needed");
  };
  window.addEventListener("storage", ({ key }) => key === savedKey(seller.slug) && triggerHydration("needed"));
  document.addEventListener("visibilitychange", onVisible);
};
