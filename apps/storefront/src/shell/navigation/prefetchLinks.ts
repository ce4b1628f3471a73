import type { BootData } from "@foyer/contract/boot.ts";
import { loadNavigation } from "./navigation.ts";

/** Loads a link's screen in advance when the pointer or focus is on it. */
export const prefetchLinks = (boot: BootData): (() => void) => {
  const requested = new Set<string>();
  const onHint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target === "_blank") return;
    const { base } = boot;
    const address = link.pathname + link.search;
    if ((link.pathname !== base && !link.pathname.startsWith(`${base}/`)) || requested.has(address)) return;
    requested.add(address);
    loadNavigation(boot)
      .then(({ prefetchScreen, context }) => prefetchScreen(context, address))
      .catch(() => requested.delete(address));
  };
  const hints = ["pointerover", "touchstart", "focusin"];
  for (const hint of hints) document.addEventListener(hint, onHint, { passive: true });
  return () => hints.forEach((hint) => document.removeEventListener(hint, onHint));
};
