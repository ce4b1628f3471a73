import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { eventRoute } from "../../routes/events/eventRoute.ts";
import type * as table from "../../routes/routes.ts";
import { useBoot } from "../../shared/seller/seller.tsx";

export type CurrentRoute = table.Match & { readonly path: string; readonly search: string };
type RouteTable = Pick<typeof table, "matchRoute" | "routeNamed">;

/**
 * The route that the address leads to now. At the address of the first view that is what the server said, so that what it
 * found missing stays missing; everywhere else the table knows, and undefined is that it is not there yet.
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
