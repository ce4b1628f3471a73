import type { Received } from "@foyer/contract/endpoint.ts";
import type { LoginReply } from "@foyer/contract/shop/login.ts";
import type { finishSsoLogin, startSsoLogin } from "@foyer/contract/shop/sso.ts";
import { guardStands } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { RedirectReply } from "../../../http/mount.ts";
import { Refused } from "../../../errors/refused.ts";
import { SsoFailure, type OidcProvider } from "../../../providers/sso/sso.ts";
import { usesSso, isLoginMethodEnabled, authenticationMode, requireLoginMethod } from "../../identity/loginMethod.ts";
import { findOrCreateExternalUser } from "../../identity/sso/findOrCreateExternalUser.ts";
import { consumeQuota } from "../../identity/attempts/loginAttempts.ts";
import {
  consumeOAuthState,
  newOAuthState,
  safeRedirectPath,
  saveOAuthState,
  spendSignedToken,
} from "../../identity/sso/oauthState.ts";
import { completeLogin, notAuthorized } from "../login/completeLogin.ts";

const storefrontUrl = ({ providers, seller }: Pick<RequestContext, "providers" | "seller">): string =>
  `${providers.origin}/${seller.slug}`;
const withQuery = (url: string, query: Readonly<Record<string, string>>): string =>
  `${url}?${new URLSearchParams(query)}`;

/** The storefront's callback page: it says what became of it, and goes on. */
const callbackPage = (ctx: RequestContext, query: Readonly<Record<string, string>>): RedirectReply => ({
  location: withQuery(`/${ctx.seller.slug}${ctx.seller.configuration.login_callback_path ?? "/login/callback"}`, query),
});
/** Where a provider sends the browser back to: said to it beforehand, letter by letter. */
const callbackUrl = ({ providers, seller }: Pick<RequestContext, "providers" | "seller">): string =>
  `${providers.origin}/api/sso/callback/${seller.slug}`;

const requireProvider = async (ctx: RequestContext): Promise<OidcProvider> => {
  const provider = await ctx.providers.findOidcProvider(
    ctx.seller.id,
    authenticationMode(ctx) === "auth0" ? "auth0" : "sso",
  );
  if (!provider) throw new SsoFailure("not_configured", { isProviderFailure: true });
  return provider;
};

/**
 * Does what leads a browser on. What keeps it from logging in elsewhere is said on the page, as a word, and it goes on from
 * there to where it wanted; the log knows whether somebody should look.
 */
const redirectOrReport = async (
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
    if (error instanceof SsoFailure && error.isProviderFailure)
      ctx.log.error(fields, "logging in elsewhere does not work");
    else ctx.log.info(fields, "a login elsewhere came to nothing");
    return callbackPage(ctx, { auth_error: reason, redirect: target.redirectPath });
  }
};

/** Leads to where the seller's visitors log in. */
export const redirectToSso = async (
  ctx: RequestContext,
  { redirect }: Received<typeof startSsoLogin>,
): Promise<RedirectReply> => {
  if (!usesSso(ctx)) throw new Refused({ code: "not_found" });
  return redirectOrReport(ctx, async (target) => {
    target.redirectPath = safeRedirectPath(redirect);
    const quota = await consumeQuota(ctx, "elsewhere", ctx.visitor?.token_hash.toString("base64url") ?? newId());
    if (quota.exceeded) throw new SsoFailure("too_many_requests");
    return authenticationMode(ctx) === "external"
      ? redirectToOwnSystem(ctx, target.redirectPath)
      : redirectToProvider(ctx, target.redirectPath);
  });
};

const redirectToProvider = async (ctx: RequestContext, redirect_path: string): Promise<RedirectReply> => {
  const provider = await requireProvider(ctx);
  const oauthState = newOAuthState(ctx);
  // Nothing is kept of whoever finds nobody there.
  const location = await provider.authorizationUrl(oauthState, callbackUrl(ctx));
  await saveOAuthState(ctx, oauthState, { issuer: provider.issuer, redirect_path });
  return { location };
};

/**
 * An own system hears where to lead back to, and what its token has to name (`nonce`), so that nobody is logged in who did
 * not set out from here. Without a signer it is a link, and nobody comes back from it as somebody.
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

/** Whoever comes back from an OpenID provider is let in, or hears on the page that it came to nothing. */
export const completeSsoLogin = async (
  ctx: RequestContext,
  sent: Received<typeof finishSsoLogin>,
): Promise<RedirectReply> => {
  const { code, state, iss, response, error, error_description } = sent;
  const oauthState = state === undefined ? undefined : await consumeOAuthState(ctx, state);
  if (!oauthState) requireLoginMethod(ctx, "oidc");
  return redirectOrReport(ctx, async (target) => {
    if (!oauthState) throw new SsoFailure("state");
    target.redirectPath = oauthState.redirect_path;
    // Whoever was away while the seller gave it up hears so on the page.
    if (!isLoginMethodEnabled(ctx, "oidc")) throw new SsoFailure("other_issuer");
    const provider = await requireProvider(ctx);
    if (provider.issuer !== oauthState.issuer) throw new SsoFailure("other_issuer");
    const { externalIdentity, id_token } = await provider.exchangeCode(oauthState, callbackUrl(ctx), {
      code,
      state,
      iss,
      response,
      error,
      error_description,
    });
    const user = await findOrCreateExternalUser(ctx, externalIdentity);
    await completeLogin(ctx, user, {
      method: authenticationMode(ctx),
      external: { issuer: externalIdentity.issuer, id_token },
    });
    return callbackPage(ctx, { auth_callback: "1", redirect: oauthState.redirect_path });
  });
};

/** A token that the seller's own system signed for the login that this browser set out to. */
export const logInWithSignedToken = async (ctx: RequestContext, jwt: string): Promise<LoginReply> => {
  requireLoginMethod(ctx, "jwt");
  const signer = await ctx.providers.findJwtVerifier(ctx.seller.id);
  if (!signer) throw new Refused({ code: "not_found" });
  const refuse = (reason: string): Refused => {
    ctx.log.info({ event: "login_failed", door: "jwt", reason }, "a login failed");
    return notAuthorized();
  };
  const signed = await signer.verify(jwt, storefrontUrl(ctx), ctx.now).catch((error: unknown) => {
    throw error instanceof SsoFailure ? refuse(error.message) : error;
  });
  const oauthState = await consumeOAuthState(ctx, signed.nonce);
  // Nobody comes back from another signer than they set out to: that was exchanged meanwhile, and they set out again.
  const isSameSigner =
    oauthState !== undefined && (oauthState.issuer === signer.issuer || !guardStands("oauth_state_issuer"));
  if (!isSameSigner) throw refuse("nonce");
  if (!(await spendSignedToken(ctx, { issuer: signer.issuer, jti: signed.jti })) && guardStands("jwt_once"))
    throw refuse("spent before");
  const user = await findOrCreateExternalUser(ctx, signed.externalIdentity);
  return completeLogin(ctx, user, { method: "jwt", external: { issuer: signer.issuer } });
};
