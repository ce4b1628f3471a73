import type { Boot } from "@foyer/contract/boot.ts";
import { loadHouse } from "./navigation.ts";

/** A pointer over a link, a finger on it or the focus in it: its screen is fetched before it is asked for. */
export const fetchAhead = (boot: Boot): (() => void) => {
  const asked = new Set<string>();
  const onHint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target === "_blank") return;
    const { base } = boot;
    const address = link.pathname + link.search;
    if ((link.pathname !== base && !link.pathname.startsWith(`${base}/`)) || asked.has(address)) return;
    asked.add(address);
    loadHouse(boot)
      .then(({ fetchScreen, house }) => fetchScreen(house, address))
      .catch(() => asked.delete(address));
  };
  const hints = ["pointerover", "touchstart", "focusin"];
  for (const hint of hints) document.addEventListener(hint, onHint, { passive: true });
  return () => hints.forEach((hint) => document.removeEventListener(hint, onHint));
};
