import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { logOut } from "@foyer/contract/shop/login.ts";
import type { startSsoLogout } from "@foyer/contract/shop/sso.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { RedirectReply } from "../../../http/mount.ts";
import { SsoFailure } from "../../../providers/sso/sso.ts";
import { authenticationMode } from "../../identity/loginMethod.ts";
import { closeSession, openSession } from "../../identity/sessions/sessions.ts";
import { saveLogoutUrl, consumeLogoutUrl } from "../../identity/sso/oauthState.ts";

/**
 * Ends the session here, and has the browser forget what it kept of it (T109). Whoever only showed a member's number stays
 * the guest they are, with what they hold, under a new token.
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
  ctx.log.info({ event: "logged_out" }, "somebody logged out");
  return { logged_out: true, logout_url: external === null ? null : await providerLogoutUrl(ctx, external) };
};

/**
 * Where whoever logged in elsewhere leaves that, too: the seller's own word, else the provider's. What the provider wants
 * to see at its logout is no page's business: the page gets a word for it that is good once.
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
    // Other keys since then: that provider is nobody's any more.
    if (provider?.issuer !== issuer) return null;
    const url = await provider?.logoutUrl(id_token, `${ctx.providers.origin}/${ctx.seller.slug}`);
    if (url === undefined) return null;
    const query = new URLSearchParams({ _seller: ctx.seller.slug, trip: await saveLogoutUrl(ctx, url) });
    return `/api/sso/leave?${query}`;
  } catch (error) {
    if (!(error instanceof SsoFailure)) throw error;
    ctx.log.error({ event: "sso_logout_failed", reason: error.message }, "logging out elsewhere does not work");
    return null;
  }
};

/** To the provider's logout; whoever comes too late, or again, goes home. */
export const redirectToSsoLogout = async (
  ctx: RequestContext,
  { trip }: Received<typeof startSsoLogout>,
): Promise<RedirectReply> => ({
  location: (await consumeLogoutUrl(ctx, trip)) ?? `/${ctx.seller.slug}`,
});
