import { loggedInCookie } from "@foyer/contract/loggedInCookie.ts";

/**
 * The page is kept for everybody, so it comes with the links of a visitor. Whoever is logged in here is spared the sight
 * of them until their own menu is there (storefront shell/frame/AccountLinks.tsx, Header.module.css).
 */
export const earlyLogin = `document.cookie.includes("${loggedInCookie("")}"+location.pathname.split("/")[1]+"=")&&(document.documentElement.dataset.loggedIn="")`;
