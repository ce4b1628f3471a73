import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { loginStrings } from "../login.strings.ts";
import { isSsoMethod, loginMethodOf } from "../loginMethod.ts";

/** Where somebody else does the logging in, or why there is no such place. */
export type SsoRedirect = { readonly url: string } | { readonly missing: keyof typeof loginStrings };

const isSecure = (link: string | undefined): link is string => link?.startsWith("https://") ?? false;

export const ssoLoginRedirect = (
  { slug, configuration, web }: Pick<Seller, "slug" | "configuration" | "web">,
  redirect: string,
  cart_id: string | null,
): SsoRedirect => {
  const method = loginMethodOf(configuration);
  if (!isSsoMethod(method)) return { missing: "elsewhere.unknown" };
  if (method === "external" && !isSecure(web.external_urls?.login)) return { missing: "elsewhere.login_missing" };
  // The server sets out, so that nobody comes back who did not.
  const query = new URLSearchParams({ _seller: slug, redirect, ...(cart_id !== null && { cart_id }) });
  return { url: `/api/sso/start?${query}` };
};

/** What the server says of where to leave: an address of the seller's, or our own way to a provider's. */
export const isLogoutUrl = (url: string | null): url is string =>
  url !== null && /^(?:https:\/\/|\/api\/sso\/leave\?)/.test(url);

export const ssoLogoutRedirect = ({
  configuration,
  web,
}: Pick<Seller, "configuration" | "web">): SsoRedirect | undefined => {
  if (loginMethodOf(configuration) !== "external") return undefined;
  const url = web.external_urls?.logout;
  return isSecure(url) ? { url } : { missing: "elsewhere.logout_missing" };
};
