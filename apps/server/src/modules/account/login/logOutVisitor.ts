import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { logOut } from "@foyer/contract/shop/login.ts";
import type { startSsoLogout } from "@foyer/contract/shop/sso.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { RedirectReply } from "../../../http/mount.ts";
import { SsoFailure } from "../../../providers/sso/sso.ts";
import { authenticationMode } from "../../identity/loginFeatures.ts";
import { closeSession, openSession } from "../../identity/sessions/sessions.ts";
import { saveLogoutUrl, consumeLogoutUrl } from "../../identity/sso/oauthState.ts";

/**
 * Ends the session and clears the browser's cookies and caches. A limited session becomes a guest's with a new token, so
 * that the visitor keeps their cart.
 */
export const logOutVisitor = async (ctx: RequestContext): Promise<Reply<typeof logOut>> => {
  const { visitor } = ctx;
  if (visitor?.strength === "limited") {
    await transact(ctx, (ctx) =>
      openSession(ctx, { identity_id: visitor.identity_id, strength: "none", member_id: null }, { method: "logout" }),
    );
    return { logged_out: true, logout_url: null };
  }
  if (visitor?.strength !== "full") return { logged_out: false, logout_url: null };
  const external = await closeSession(ctx);
  ctx.endSession();
  ctx.log.info({ event: "logged_out" }, "user logged out");
  return { logged_out: true, logout_url: external === null ? null : await providerLogoutUrl(ctx, external) };
};

/**
 * Where the browser logs out of the external system: the seller's own URL, or the provider's. The provider's URL contains
 * the id token, so the page gets a one-time redirect instead.
 */
const providerLogoutUrl = async (
  ctx: RequestContext,
  external: Readonly<Record<string, unknown>>,
): Promise<string | null> => {
  const { logout } = ctx.seller.web.external_urls ?? {};
  if (logout?.startsWith("https://")) return logout;
  const { issuer, id_token } = external;
  if (typeof id_token !== "string") return null;
  try {
    const provider = await ctx.providers.findOidcProvider(
      ctx.seller.id,
      authenticationMode(ctx) === "auth0" ? "auth0" : "sso",
    );
    // The seller uses another provider now.
    if (provider?.issuer !== issuer) return null;
    const url = await provider?.logoutUrl(id_token, `${ctx.providers.origin}/${ctx.seller.slug}`);
    if (url === undefined) return null;
    const query = new URLSearchParams({ _seller: ctx.seller.slug, trip: await saveLogoutUrl(ctx, url) });
    return `/api/sso/leave?${query}`;
  } catch (error) {
    if (!(error instanceof SsoFailure)) throw error;
    ctx.log.error({ event: "sso_logout_failed", reason: error.message }, "SSO logout failed");
    return null;
  }
};

/** Redirects to the provider's logout, or home if the link was used before or has expired. */
export const redirectToSsoLogout = async (
  ctx: RequestContext,
  { trip }: Received<typeof startSsoLogout>,
): Promise<RedirectReply> => ({
  location: (await consumeLogoutUrl(ctx, trip)) ?? `/${ctx.seller.slug}`,
});
