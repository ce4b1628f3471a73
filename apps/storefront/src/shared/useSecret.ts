import { useEffect, useState } from "react";
import { useHydrated } from "./useHydrated.ts";

/** What the address holds now, without the parameter. */
const without = (name: string): string => {
  const { pathname, search, hash } = window.location;
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return `${pathname}${rest.size > 0 ? `?${rest}` : ""}${hash}`;
};

const secretIn = (name: string): string | null => new URLSearchParams(window.location.search).get(name);

/**
 * A secret that came in the address: read once, and gone from it and from the history at once, before anything of
 * somebody else's runs here (security.md T91, D5). Undefined while that is not known yet; null where there is none.
 */
export const useSecret = (name: string): string | null | undefined => {
  const isHydrated = useHydrated();
  const [secret, setSecret] = useState<string | null>();
  if (isHydrated && secret === undefined) setSecret(secretIn(name));
  useEffect(() => {
    if (secretIn(name) !== null) window.history.replaceState(window.history.state, "", without(name));
  }, [name]);
  return isHydrated ? secret : undefined;
};
