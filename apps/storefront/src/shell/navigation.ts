import type { QueryClient } from "@tanstack/react-query";
import type { Boot } from "@foyer/contract/boot.ts";
import { arrive, settle } from "../routes/arrive.ts";

type House = { readonly boot: Boot; readonly client: QueryClient };
type Options = { readonly replace?: boolean; readonly state?: unknown };
type Navigate = (to: string, options?: Options) => void;

/** Home is '/harbor', not '/harbor/'. */
export const hrefOf = (href: string): string => href.replace(/(.)\/(?=[?#]|$)/, "$1");

/** After this long the new address shows even if its data is still on the way. */
const patience = 700;

let turn = 0;

/**
 * Stands around every navigation: the next screen's script and data are fetched first, so the old view stays until
 * the new one is whole. The last of several quick navigations wins.
 */
export const navigation =
  (house: House) =>
  (navigate: Navigate, to: string, options?: Options): void => {
    const { base } = house.boot;
    const within = to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`);
    if (!within) return navigate(to, options);
    const settled = settle(to.slice(base.length), house);
    if (!settled.startsWith("/")) return window.location.assign(settled);
    const address = hrefOf(base + settled);
    const mine = ++turn;
    const ready = arrive(settled, house).catch(() => undefined);
    document.documentElement.dataset.going = "";
    void Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => {
      if (mine !== turn) return;
      delete document.documentElement.dataset.going;
      navigate(address, options);
    });
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
    const settled = settle(address.slice(base.length), house);
    if (settled.startsWith("/")) arrive(settled, house).catch(() => asked.delete(address));
  };
  const hints = ["pointerover", "touchstart", "focusin"];
  for (const hint of hints) document.addEventListener(hint, onHint, { passive: true });
  return () => hints.forEach((hint) => document.removeEventListener(hint, onHint));
};
