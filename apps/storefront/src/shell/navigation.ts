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

/** With what it takes. */
export const loadHouse = async (boot: Boot) => {
  const [going, { clientHere }] = await Promise.all([loadGoing(), loadChunk(() => import("../shared/Queries.tsx"))]);
  return { ...going, house: { boot, client: clientHere(boot.seller.slug) } satisfies House };
};

/** Stands around every navigation, see `going.ts`. Without it the browser goes by itself. */
export const navigation =
  (boot: Boot) =>
  (navigate: Navigate, to: string, options?: Options): void => {
    const { base } = boot;
    const within = to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`);
    if (!within) return navigate(to, options);
    void loadHouse(boot).then(
      ({ go, house }) => go(house, navigate, to, options),
      () => window.location.assign(to),
    );
  };
