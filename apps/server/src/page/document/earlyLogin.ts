import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";

/**
 * Inline script that marks the page for a logged-in user. Pages are cached for every visitor and therefore show the
 * links of an anonymous one; the mark hides those until the user's menu has loaded (storefront
 * shell/frame/AccountLinks.tsx, Header.module.css).
 */
export const earlyLogin = `document.cookie.includes("${loggedInCookie("")}"+location.pathname.split("/")[1]+"=")&&(document.documentElement.dataset.loggedIn="")`;
