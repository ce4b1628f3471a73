import type { Boot } from "@foyer/contract/boot.ts";
import { wake } from "../shared/awake.ts";
import { savedKey } from "../shared/saved.keys.ts";

const touches = ["pointerover", "pointerdown", "touchstart", "focusin", "keydown"];
/** Before React: it takes from the page what happens in parts that are not alive. */
const early = { capture: true, passive: true } as const;

const hasSaved = (slug: string): boolean => {
  try {
    return window.localStorage.getItem(savedKey(slug)) !== null;
  } catch {
    return false;
  }
};

/** Wakes a page that came asleep: with the first touch, and at once where there is more to show than the server knew. */
export const watchSleep = ({ seller, shown }: Boot): void => {
  if (!shown.asleep) return;
  if (hasSaved(seller.slug)) return wake("needed");
  // Guards have a say in what stands in an address; whoever measures asks first.
  if (window.location.search !== "" || seller.web.analytics || window.foyerEarly?.length) wake("touched");

  const onTouch = (): void => wake("touched");
  for (const touch of touches) window.addEventListener(touch, onTouch, { ...early, once: true });
  // Another tab has put something into a cart; or the visitor comes back to what may have changed.
  const onNews = (): void => {
    if (document.visibilityState === "visible" || hasSaved(seller.slug)) wake("needed");
  };
  window.addEventListener("storage", ({ key }) => key === savedKey(seller.slug) && wake("needed"));
  document.addEventListener("visibilitychange", onNews);
};
