import type { Seller } from "@foyer/contract/seller.ts";
import type { loginStrings } from "./login.strings.ts";
import { methodOf } from "./loginMethod.ts";

/** Where somebody else does the logging in, or why there is no such place. */
export type Elsewhere = { readonly url: string } | { readonly missing: keyof typeof loginStrings };

const isSecure = (link: string | undefined): link is string => link?.startsWith("https://") ?? false;

export const loginElsewhere = (
  { slug, configuration, web }: Pick<Seller, "slug" | "configuration" | "web">,
  redirect: string,
  cart_id: string | null,
): Elsewhere => {
  switch (methodOf(configuration)) {
    case "auth0":
    case "sso": {
      const query = new URLSearchParams({ _seller: slug, redirect, ...(cart_id !== null && { cart_id }) });
      return { url: `/api/sso/start?${query}` };
    }
    case "external": {
      const url = web.external_urls?.login;
      return isSecure(url) ? { url } : { missing: "elsewhere.login_missing" };
    }
    default:
      return { missing: "elsewhere.unknown" };
  }
};

export const logoutElsewhere = ({
  configuration,
  web,
}: Pick<Seller, "configuration" | "web">): Elsewhere | undefined => {
  if (methodOf(configuration) !== "external") return undefined;
  const url = web.external_urls?.logout;
  return isSecure(url) ? { url } : { missing: "elsewhere.logout_missing" };
};
