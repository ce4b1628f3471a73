import type { QueryClient } from "@tanstack/react-query";
import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";
import { emptySaved, savedStoreFor } from "../../../shared/storage/saved.ts";
import { notifyLoginChange } from "./loginStrength.ts";

/** Nothing of whoever was logged in stays in this tab, nor in what the browser remembers. */
export const forgetVisitor = (client: QueryClient, slug: string): void => {
  // The server takes it away, too; a session that ended by itself left it behind.
  document.cookie = `${loggedInCookie(slug)}=; Path=/; Max-Age=0`;
  savedStoreFor(slug).change(emptySaved);
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(`foyer.${slug}.`)) window.sessionStorage.removeItem(key);
  } catch {
    // A storage that cannot be read holds nothing.
  }
  client.clear();
  notifyLoginChange();
};
