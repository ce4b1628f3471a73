import { useEffect, useState } from "react";
import { useHydrated } from "../hydration/useHydrated.ts";

/** The query or the fragment; a fragment is sent neither to a server nor in a Referer. */
type UrlPart = "search" | "hash";

const parametersIn = (part: UrlPart): URLSearchParams => new URLSearchParams(window.location[part].slice(1));

/** The current URL without the parameter. */
const urlWithout = (name: string, part: UrlPart): string => {
  const { pathname, search, hash } = window.location;
  const rest = parametersIn(part);
  rest.delete(name);
  if (part === "hash") return `${pathname}${search}${rest.size > 0 ? `#${rest}` : ""}`;
  return `${pathname}${rest.size > 0 ? `?${rest}` : ""}${hash}`;
};

/**
 * Reads a secret from the URL and removes it from the URL and the history at once, before third-party scripts run.
 * Undefined until it is read; null if there is none.
 */
export const useUrlSecret = (name: string, part: UrlPart = "search"): string | null | undefined => {
  const isHydrated = useHydrated();
  const [secret, setSecret] = useState<string | null>();
  if (isHydrated && secret === undefined) setSecret(parametersIn(part).get(name));
  useEffect(() => {
    // Only after it is read, which happens after hydration.
    if (isHydrated && parametersIn(part).has(name))
      window.history.replaceState(window.history.state, "", urlWithout(name, part));
  }, [name, part, isHydrated]);
  return isHydrated ? secret : undefined;
};
