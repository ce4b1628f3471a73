import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { matchRoute, routeNamed, type Match } from "../routes/routes.ts";
import { useBoot } from "../shared/seller.tsx";

export type Current = Match & { readonly path: string; readonly search: string };

/** The route that the address leads to now. What the server found missing stays missing at its address. */
export const useCurrent = (): Current => {
  const boot = useBoot();
  const [path] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const { shown } = boot;
    const match = matchRoute(path.startsWith("~") ? "*" : path, boot);
    const isMissing = shown.path === path && shown.route.startsWith("error");
    return { ...(isMissing ? { route: routeNamed(shown.route), params: {} } : match), path, search };
  }, [boot, path, search]);
};
