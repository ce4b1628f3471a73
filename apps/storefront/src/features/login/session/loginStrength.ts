import { useSyncExternalStore } from "react";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";

export type LoginStrength = "none" | "limited" | "full";

/** What the cookie beside the session's says; no call is made for a visitor whom nobody knows. */
export const readLoginStrength = (slug: string, cookies: string = document.cookie): LoginStrength => {
  const value = cookies
    .split("; ")
    .find((cookie) => cookie.startsWith(`${loggedInCookie(slug)}=`))
    ?.split("=")[1];
  return value === "full" || value === "limited" ? value : "none";
};

const listeners = new Set<() => void>();
/** Said after a call that logged in or out; other tabs find out by themselves within a second. */
export const notifyLoginChange = (): void => listeners.forEach((listener) => listener());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  const timer = setInterval(listener, 1000);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
  };
};
const serverStrength = (): LoginStrength => "none";

/** Is somebody logged in, as far as this browser knows? 'none' while the server renders. */
export const useLoginStrength = (): LoginStrength => {
  const { slug } = useSeller();
  return useSyncExternalStore(subscribe, () => readLoginStrength(slug), serverStrength);
};
