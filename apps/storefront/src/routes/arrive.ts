import type { QueryClient } from "@tanstack/react-query";
import type { Boot } from "@foyer/contract/boot.ts";
import { redirectOf } from "./redirects.ts";
import { matchRoute } from "./routes.ts";
import type { PageHead } from "@foyer/contract/page.ts";
import { NothingHere, type Place } from "./screen.ts";
import { loadScreen } from "./screens.ts";

type House = { readonly boot: Omit<Boot, "shown">; readonly client: QueryClient };

const split = (address: string): [path: string, search: string] => {
  const [withoutHash = ""] = address.split("#", 1);
  const at = withoutHash.indexOf("?");
  return at < 0 ? [withoutHash, ""] : [withoutHash.slice(0, at), withoutHash.slice(at + 1)];
};

const withQuery = (path: string, search: string): string =>
  search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${search}`;

/** Where an address within the base leads in the end, after the redirects that the seller's settings make. */
export const settle = (address: string, { boot }: Pick<House, "boot">): string => {
  let [path, search] = split(address);
  for (let step = 0; step < 5; step++) {
    if (path.length > 1 && path.endsWith("/")) path = path.slice(0, -1);
    const { route, params } = matchRoute(path || "/", boot);
    const to = redirectOf(route.name, params, boot);
    if (to === undefined) break;
    if (!to.startsWith("/")) return withQuery(to, search);
    [path, search] = split(withQuery(to, search));
  }
  return withQuery(path, search);
};

/** Loads the screen of an address and what its first view needs. What fails here is shown by the screen itself. */
export const arrive = async (address: string, house: House): Promise<PageHead> => {
  const [path, search] = split(address);
  const { route, params } = matchRoute(path || "/", house.boot);
  const screen = await loadScreen(route);
  const place: Place = { ...house, params, search: new URLSearchParams(search) };
  const { prepare, head } = (await screen.arrival?.()) ?? screen;
  await prepare?.(place).catch((error: unknown) => {
    if (!(error instanceof NothingHere)) throw error;
  });
  return head?.(place) ?? {};
};
