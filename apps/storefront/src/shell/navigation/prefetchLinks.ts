import type { BootData } from "@foyer/contract/boot.ts";
import { loadNavigation } from "./navigation.ts";

/**
 * Loads a link's screen in advance when the pointer or focus is on it. Offline, a link whose navigation has not been loaded
 * does nothing, because the browser would leave the page with all that was typed; the notice says so.
 */
export const prefetchLinks = (boot: BootData): (() => void) => {
  const requested = new Set<string>();
  let canNavigate = false;
  const addressOf = ({ target }: Event): string | undefined => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target === "_blank") return;
    const { base } = boot;
    if (link.pathname === base || link.pathname.startsWith(`${base}/`)) return link.pathname + link.search;
  };
  const onHint = (event: Event) => {
    const address = addressOf(event);
    if (address === undefined || requested.has(address)) return;
    requested.add(address);
    loadNavigation(boot)
      .then(({ prefetchScreen, context }) => {
        canNavigate = true;
        return prefetchScreen(context, address);
      })
      .catch(() => requested.delete(address));
  };
  const onClick = (event: Event) => {
    if (canNavigate || event.defaultPrevented || addressOf(event) === undefined) return;
    if (!navigator.onLine) return event.preventDefault();
    // The line that says so, until the navigation takes over.
    document.documentElement.dataset["navigating"] = "";
    const removeLine = () => delete document.documentElement.dataset["navigating"];
    void loadNavigation(boot).then(removeLine, removeLine);
  };
  const hints = ["pointerover", "touchstart", "focusin"];
  for (const hint of hints) document.addEventListener(hint, onHint, { passive: true });
  document.addEventListener("click", onClick, { capture: true });
  return () => {
    for (const hint of hints) document.removeEventListener(hint, onHint);
    document.removeEventListener("click", onClick, { capture: true });
  };
};
