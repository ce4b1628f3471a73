import { useSyncExternalStore } from "react";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";

export type LoginStrength = "none" | "limited" | "full";

/** Reads the cookie that accompanies the session cookie, so that anonymous visitors need no API call. */
export const readLoginStrength = (slug: string, cookies: string = document.cookie): LoginStrength => {
  const value = cookies
    .split("; ")
    .find((cookie) => cookie.startsWith(`${loggedInCookie(slug)}=`))
    ?.split("=")[1];
  return value === "full" || value === "limited" ? value : "none";
};

const listeners = new Set<() => void>();
/** Called after a login or logout. Other tabs notice it within a second. */
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

/** Whether the visitor is logged in, according to this browser. 'none' while the server renders. */
export const useLoginStrength = (): LoginStrength => {
  const { slug } = useSeller();
  return useSyncExternalStore(subscribe, () => readLoginStrength(slug), serverStrength);
};
