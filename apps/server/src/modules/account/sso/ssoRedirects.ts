import { loginCallbackPath } from "@foyer/rules/account/loginPaths.ts";
import type { RedirectReply } from "../../../http/mount.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { SsoFailure, type OidcProvider } from "../../../providers/sso/sso.ts";
import { authenticationMode } from "../../identity/loginFeatures.ts";

export const storefrontUrl = ({ providers, seller }: Pick<RequestContext, "providers" | "seller">): string =>
  `${providers.origin}/${seller.slug}`;
export const withQuery = (url: string, query: Readonly<Record<string, string>>): string =>
  `${url}?${new URLSearchParams(query)}`;

/** The storefront's page after a login. It shows the outcome and continues to `redirect`. */
export const callbackPage = (ctx: RequestContext, query: Readonly<Record<string, string>>): RedirectReply => ({
  location: withQuery(`/${ctx.seller.slug}${loginCallbackPath(ctx.seller.configuration)}`, query),
});

/** The URL that the provider redirects to. It has to be registered there exactly like this. */
export const callbackUrl = ({ providers, seller }: Pick<RequestContext, "providers" | "seller">): string =>
  `${providers.origin}/api/sso/callback/${seller.slug}`;

export const requireProvider = async (ctx: RequestContext): Promise<OidcProvider> => {
  const provider = await ctx.providers.findOidcProvider(
    ctx.seller.id,
    authenticationMode(ctx) === "auth0" ? "auth0" : "sso",
  );
  if (!provider) throw new SsoFailure("not_configured", { isProviderFailure: true });
  return provider;
};

/**
 * Runs one step of a login by redirects. A failure redirects to the callback page with a code for its reason, and is
 * logged: as an error if an operator has to act.
 */
export const redirectOrReport = async (
  ctx: RequestContext,
  work: (target: { redirectPath: string }) => Promise<RedirectReply>,
): Promise<RedirectReply> => {
  const target = { redirectPath: "/" };
  try {
    return await work(target);
  } catch (error) {
    const reason = error instanceof SsoFailure ? error.message : error instanceof Refused ? error.code : undefined;
    if (reason === undefined) throw error;
    const fields = { event: "sso_login_failed", method: authenticationMode(ctx), reason };
    if (error instanceof SsoFailure && error.isProviderFailure) ctx.log.error(fields, "SSO provider failed");
    else ctx.log.info(fields, "SSO login failed");
    return callbackPage(ctx, { auth_error: reason, redirect: target.redirectPath });
  }
};
