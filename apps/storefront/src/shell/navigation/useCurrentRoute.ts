import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { eventRoute } from "../../routes/events/eventRoute.ts";
import type * as table from "../../routes/routes.ts";
import { useBoot } from "../../shared/seller/seller.tsx";

export type CurrentRoute = table.Match & { readonly path: string; readonly search: string };
type RouteTable = Pick<typeof table, "matchRoute" | "routeNamed">;

/**
 * The route of the current URL. For the URL of the first view it is the server's, so that a 404 stays one; for others the
 * route table decides, and undefined means that it is not loaded yet.
 */
export const useCurrentRoute = (table: RouteTable | undefined): CurrentRoute | undefined => {
  const boot = useBoot();
  const [path] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const { shown } = boot;
    const isShown = shown.path === path && (shown.params !== undefined || shown.route.startsWith("error"));
    if (isShown && shown.route === eventRoute.name)
      return { route: eventRoute, params: shown.params ?? {}, path, search };
    if (!table) return undefined;
    if (isShown) return { route: table.routeNamed(shown.route), params: shown.params ?? {}, path, search };
    return { ...table.matchRoute(path.startsWith("~") ? "*" : path, boot), path, search };
  }, [boot, table, path, search]);
};
