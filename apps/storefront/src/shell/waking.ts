import type { Boot } from "@foyer/contract/boot.ts";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { wake } from "../shared/awake.ts";
import { savedKey } from "../shared/saved.keys.ts";

const touches = ["pointerover", "pointerdown", "touchstart", "focusin", "keydown"];
/** Before React: it takes from the page what happens in parts that are not alive. */
const early = { capture: true, passive: true } as const;

/** Something is remembered of the visitor, or they are logged in: the server's page was for somebody else. */
const isKnown = (slug: string): boolean => {
  try {
    if (document.cookie.includes(`${loggedInCookie(slug)}=`)) return true;
    return window.localStorage.getItem(savedKey(slug)) !== null;
  } catch {
    return false;
  }
};

/** Wakes a page that came asleep: with the first touch, and at once where there is more to show than the server knew. */
export const watchSleep = ({ seller, shown }: Boot): void => {
  if (!shown.asleep) return;
  if (isKnown(seller.slug)) return wake("needed");
  // Guards have a say in what stands in an address.
  if (window.location.search !== "" || window.foyerEarly?.length) wake("touched");

  const onTouch = (): void => wake("touched");
  for (const touch of touches) window.addEventListener(touch, onTouch, { ...early, once: true });
  // Another tab has put something into a cart; or the visitor comes back to what may have changed.
  const onNews = (): void => {
    if (document.visibilityState === "visible" || isKnown(seller.slug)) wake("needed");
  };
  window.addEventListener("storage", ({ key }) => key === savedKey(seller.slug) && wake("needed"));
  document.addEventListener("visibilitychange", onNews);
};
