import type { Received } from "@foyer/contract/endpoint.ts";
import type { startSsoLogin } from "@foyer/contract/shop/sso.ts";
import { newId } from "../../../db/newId.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { RedirectReply } from "../../../http/mount.ts";
import { Refused } from "../../../errors/refused.ts";
import { SsoFailure } from "../../../providers/sso/sso.ts";
import { usesSso, authenticationMode } from "../../identity/loginFeatures.ts";
import { consumeQuota } from "../../identity/attempts/loginAttempts.ts";
import { newOAuthState, safeRedirectPath, saveOAuthState } from "../../identity/sso/oauthState.ts";
import { callbackUrl, redirectOrReport, requireProvider, storefrontUrl, withQuery } from "./ssoRedirects.ts";

/** Redirects to the system where the seller's visitors log in. */
export const redirectToSso = async (
  ctx: RequestContext,
  { redirect }: Received<typeof startSsoLogin>,
): Promise<RedirectReply> => {
  if (!usesSso(ctx)) throw new Refused({ code: "not_found" });
  return redirectOrReport(ctx, async (target) => {
    target.redirectPath = safeRedirectPath(redirect);
    const quota = await consumeQuota(ctx, "sso", ctx.visitor?.token_hash.toString("base64url") ?? newId());
    if (quota.exceeded) throw new SsoFailure("too_many_requests");
    return authenticationMode(ctx) === "external"
      ? redirectToOwnSystem(ctx, target.redirectPath)
      : redirectToProvider(ctx, target.redirectPath);
  });
};

const redirectToProvider = async (ctx: RequestContext, redirect_path: string): Promise<RedirectReply> => {
  const provider = await requireProvider(ctx);
  const oauthState = newOAuthState(ctx);
  // The provider is asked first, so that nothing is stored if it cannot be reached.
  const location = await provider.authorizationUrl(oauthState, callbackUrl(ctx));
  await saveOAuthState(ctx, oauthState, { issuer: provider.issuer, redirect_path });
  return { location };
};

/**
 * The seller's own system gets a URL to return to and a state, which its token has to contain as `nonce`: nobody can be
 * logged in by a link for a login that they did not start. Without a signer it is a plain link.
 */
const redirectToOwnSystem = async (ctx: RequestContext, redirect_path: string): Promise<RedirectReply> => {
  const { login } = ctx.seller.web.external_urls ?? {};
  if (!login?.startsWith("https://")) throw new SsoFailure("not_configured", { isProviderFailure: true });
  const url = new URL(login);
  const signer = await ctx.providers.findJwtVerifier(ctx.seller.id);
  if (!signer) return { location: url.href };
  const oauthState = newOAuthState(ctx);
  await saveOAuthState(ctx, oauthState, { issuer: signer.issuer, redirect_path });
  url.searchParams.set("state", oauthState.state);
  const returnUrl = withQuery(`${storefrontUrl(ctx)}/login/external-callback`, {
    auth_callback: "1",
    redirect: redirect_path,
  });
  url.searchParams.set("return_to", returnUrl);
  return { location: url.href };
};
