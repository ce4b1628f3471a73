import { useEffect, useState } from "react";
import { useHydrated } from "./useHydrated.ts";

/** After the '?', or after the '#': what stands there is sent to no server, and to nobody by a Referer. */
type Place = "search" | "hash";

const saidIn = (place: Place): URLSearchParams => new URLSearchParams(window.location[place].slice(1));

/** What the address holds now, without the parameter. */
const without = (name: string, place: Place): string => {
  const { pathname, search, hash } = window.location;
  const rest = saidIn(place);
  rest.delete(name);
  if (place === "hash") return `${pathname}${search}${rest.size > 0 ? `#${rest}` : ""}`;
  return `${pathname}${rest.size > 0 ? `?${rest}` : ""}${hash}`;
};

/**
 * A secret that came in the address: read once, and gone from it and from the history at once, before anything of
 * somebody else's runs here (security.md T91, D5). Undefined while that is not known yet; null where there is none.
 */
export const useSecret = (name: string, place: Place = "search"): string | null | undefined => {
  const isHydrated = useHydrated();
  const [secret, setSecret] = useState<string | null>();
  if (isHydrated && secret === undefined) setSecret(saidIn(place).get(name));
  useEffect(() => {
    // Not before it was read: while the page comes alive nothing of the address is looked at.
    if (isHydrated && saidIn(place).has(name))
      window.history.replaceState(window.history.state, "", without(name, place));
  }, [name, place, isHydrated]);
  return isHydrated ? secret : undefined;
};
