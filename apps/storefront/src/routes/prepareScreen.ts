import type { QueryClient } from "@tanstack/react-query";
import type { BootData } from "@foyer/contract/boot.ts";
import { sellerRedirect } from "./redirects.ts";
import { matchRoute, type Match } from "./routes.ts";
import type { PageHead } from "@foyer/contract/page.ts";
import { NotFoundError, type ScreenContext } from "./screen.ts";
import { loadScreen } from "./loadScreen.ts";
import { addQuery } from "../shared/url/addQuery.ts";

type ScreenEnvironment = { readonly boot: Omit<BootData, "shown">; readonly client: QueryClient };

const splitAddress = (address: string): [path: string, search: string] => {
  const [withoutHash = ""] = address.split("#", 1);
  const at = withoutHash.indexOf("?");
  return at < 0 ? [withoutHash, ""] : [withoutHash.slice(0, at), withoutHash.slice(at + 1)];
};

/** Follows the redirects in the seller's settings. */
export const resolveRedirects = (address: string, { boot }: Pick<ScreenEnvironment, "boot">): string => {
  let [path, search] = splitAddress(address);
  for (let step = 0; step < 5; step++) {
    if (path.length > 1 && path.endsWith("/")) path = path.slice(0, -1);
    const { route, params } = matchRoute(path || "/", boot);
    const to = sellerRedirect(route.name, params, boot);
    if (to === undefined) break;
    if (!to.startsWith("/")) return addQuery(to, search);
    [path, search] = splitAddress(addQuery(to, search));
  }
  return addQuery(path, search);
};

/** Loads the screen of a URL and the data of its first view. Errors are shown by the screen itself. */
export const prepareScreen = (address: string, environment: ScreenEnvironment): Promise<PageHead> => {
  const [path, search] = splitAddress(address);
  return prepareMatch({ ...matchRoute(path || "/", environment.boot), search }, environment);
};

/** The same for a route that is already known, such as that of an error. */
export const prepareMatch = async (
  { route, params, search }: Match & { readonly search: string },
  environment: ScreenEnvironment,
): Promise<PageHead> => {
  const screen = await loadScreen(route);
  const context: ScreenContext = { ...environment, params, search: new URLSearchParams(search) };
  const { prepare, head } = (await screen.loader?.()) ?? screen;
  await prepare?.(context).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
  return head?.(context) ?? {};
};
