import type { QueryClient } from "@tanstack/react-query";
import type { Boot } from "@foyer/contract/boot.ts";
import { loadChunk } from "../shared/loadChunk.ts";

export type House = { readonly boot: Boot; readonly client: QueryClient };
export type Options = { readonly replace?: boolean; readonly state?: unknown };
export type Navigate = (to: string, options?: Options) => void;

/** How one gets from screen to screen: nothing of it is needed on the first. */
export const loadGoing = () => loadChunk(() => import("./going.ts"));

/** Home is '/harbor', not '/harbor/'. */
export const hrefOf = (href: string): string => href.replace(/(.)\/(?=[?#]|$)/, "$1");

/** Stands around every navigation, see `going.ts`. Without it the browser goes by itself. */
export const navigation =
  (house: House) =>
  (navigate: Navigate, to: string, options?: Options): void => {
    const { base } = house.boot;
    const within = to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`);
    if (!within) return navigate(to, options);
    void loadGoing().then(
      ({ go }) => go(house, navigate, to, options),
      () => window.location.assign(to),
    );
  };

/** A pointer over a link, a finger on it or the focus in it: its screen is fetched before it is asked for. */
export const fetchAhead = (house: House): (() => void) => {
  const asked = new Set<string>();
  const onHint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target === "_blank") return;
    const { base } = house.boot;
    const address = link.pathname + link.search;
    if ((link.pathname !== base && !link.pathname.startsWith(`${base}/`)) || asked.has(address)) return;
    asked.add(address);
    loadGoing()
      .then(({ fetchScreen }) => fetchScreen(house, address))
      .catch(() => asked.delete(address));
  };
  const hints = ["pointerover", "touchstart", "focusin"];
  for (const hint of hints) document.addEventListener(hint, onHint, { passive: true });
  return () => hints.forEach((hint) => document.removeEventListener(hint, onHint));
};
