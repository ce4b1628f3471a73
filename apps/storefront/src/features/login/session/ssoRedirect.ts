import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { loginStrings } from "../login.strings.ts";
import { isSsoMethod, loginMethodOf } from "../loginMethod.ts";

/** The URL of the identity provider, or the message that says why there is none. */
export type SsoRedirect = { readonly url: string } | { readonly missing: keyof typeof loginStrings };

const isSecure = (link: string | undefined): link is string => link?.startsWith("https://") ?? false;

export const ssoLoginRedirect = (
  { slug, configuration, web }: Pick<Seller, "slug" | "configuration" | "web">,
  redirect: string,
  cart_id: string | null,
): SsoRedirect => {
  const method = loginMethodOf(configuration);
  if (!isSsoMethod(method)) return { missing: "sso.unknown" };
  if (method === "external" && !isSecure(web.external_urls?.login)) return { missing: "sso.login_missing" };
  // Starts on our server, which only accepts a return from a login that it has started.
  const query = new URLSearchParams({ _seller: slug, redirect, ...(cart_id !== null && { cart_id }) });
  return { url: `/api/sso/start?${query}` };
};

/** Whether the server's logout URL is usable: the seller's own, or our redirect to a provider. */
export const isLogoutUrl = (url: string | null): url is string =>
  url !== null && /^(?:https:\/\/|\/api\/sso\/leave\?)/.test(url);

export const ssoLogoutRedirect = ({
  configuration,
  web,
}: Pick<Seller, "configuration" | "web">): SsoRedirect | undefined => {
  if (loginMethodOf(configuration) !== "external") return undefined;
  const url = web.external_urls?.logout;
  return isSecure(url) ? { url } : { missing: "sso.logout_missing" };
};
