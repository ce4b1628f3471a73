import { notFoundPath, placeholderOf } from "@foyer/contract/pagePlaceholders.ts";
import type { ScreenRoute, Shop } from "./route.ts";
import type { Match } from "./routes.ts";

type SharedPath = Pick<Match, "params"> & { readonly path: string };

const patternOf = (route: ScreenRoute, shop: Shop): string =>
  typeof route.path === "string" ? route.path : route.path(shop);

/** Replaces the parameters that do not change the page with placeholders, so that all their values share a page. */
export const sharedPath = (path: string, { route, params }: Match, shop: Shop): SharedPath => {
  const pattern = patternOf(route, shop);
  if (pattern === "*") return { path: notFoundPath, params };
  const shared = new Set(route.sharedParams?.(params));
  if (shared.size === 0) return { path, params };
  const wanted = pattern.split("/").map((part) => part.replace(/\?$/, ""));
  const segments = path.split("/").map((segment, index) => {
    const part = wanted[index] ?? "";
    return segment !== "" && part.startsWith(":") && shared.has(part.slice(1)) ? part : segment;
  });
  const named = Object.keys(params).map((name) => [
    name,
    shared.has(name) ? placeholderOf(name) : (params[name] ?? ""),
  ]);
  return { path: segments.join("/"), params: Object.fromEntries(named) as Match["params"] };
};
