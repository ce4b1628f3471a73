import type { QueryClient } from "@tanstack/react-query";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { emptySaved, savedStoreFor } from "../../../shared/storage/saved.ts";
import { forgetUsualTickets } from "../../../shared/storage/usualTickets.ts";
import { notifyLoginChange } from "./loginStrength.ts";

/** The server removes the cookie at a logout, but not when a session expires. */
const removeCookie = (slug: string): void => {
  document.cookie = `${loggedInCookie(slug)}=; Path=/; Max-Age=0`;
};

/** Forgets that the visitor was logged in, and nothing else. */
export const forgetLogin = (slug: string): void => {
  removeCookie(slug);
  notifyLoginChange();
};

/** Removes all data of the visitor from this tab and from the browser's storage. */
export const forgetVisitor = (client: QueryClient, slug: string): void => {
  removeCookie(slug);
  savedStoreFor(slug).change(emptySaved);
  forgetUsualTickets(slug);
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(`foyer.${slug}.`)) window.sessionStorage.removeItem(key);
  } catch {
    // A storage that cannot be read holds no data.
  }
  client.clear();
  notifyLoginChange();
};
