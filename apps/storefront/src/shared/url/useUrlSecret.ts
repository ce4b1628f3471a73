import { useEffect, useState } from "react";
import { useHydrated } from "../hydration/useHydrated.ts";

/** After the '?', or after the '#': what stands there is sent to no server, and to nobody by a Referer. */
type UrlPart = "search" | "hash";

const parametersIn = (part: UrlPart): URLSearchParams => new URLSearchParams(window.location[part].slice(1));

/** What the address holds now, without the parameter. */
const urlWithout = (name: string, part: UrlPart): string => {
  const { pathname, search, hash } = window.location;
  const rest = parametersIn(part);
  rest.delete(name);
  if (part === "hash") return `${pathname}${search}${rest.size > 0 ? `#${rest}` : ""}`;
  return `${pathname}${rest.size > 0 ? `?${rest}` : ""}${hash}`;
};

/**
 * A secret that came in the address: read once, and gone from it and from the history at once, before anything of
 * somebody else's runs here (security.md T91, D5). Undefined while that is not known yet; null where there is none.
 */
export const useUrlSecret = (name: string, part: UrlPart = "search"): string | null | undefined => {
  const isHydrated = useHydrated();
  const [secret, setSecret] = useState<string | null>();
  if (isHydrated && secret === undefined) setSecret(parametersIn(part).get(name));
  useEffect(() => {
    // Not before it was read: while the page comes alive nothing of the address is looked at.
    if (isHydrated && parametersIn(part).has(name))
      window.history.replaceState(window.history.state, "", urlWithout(name, part));
  }, [name, part, isHydrated]);
  return isHydrated ? secret : undefined;
};
