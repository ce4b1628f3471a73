import { useSyncExternalStore } from "react";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { useSeller } from "../../shared/seller.tsx";

export type Strength = "none" | "limited" | "full";

/** What the cookie beside the session's says; no call is made for a visitor whom nobody knows. */
export const strengthOf = (slug: string, cookies: string = document.cookie): Strength => {
  const said = cookies
    .split("; ")
    .find((one) => one.startsWith(`${loggedInCookie(slug)}=`))
    ?.split("=")[1];
  return said === "full" || said === "limited" ? said : "none";
};

const told = new Set<() => void>();
/** Said after a call that logged in or out; other tabs find out by themselves within a second. */
export const tellLogin = (): void => told.forEach((tell) => tell());

const subscribe = (tell: () => void) => {
  told.add(tell);
  const clock = setInterval(tell, 1000);
  return () => {
    told.delete(tell);
    clearInterval(clock);
  };
};
const nobody = (): Strength => "none";

/** Is somebody logged in, as far as this browser knows? 'none' while the server renders. */
export const useStrength = (): Strength => {
  const { slug } = useSeller();
  return useSyncExternalStore(subscribe, () => strengthOf(slug), nobody);
};
