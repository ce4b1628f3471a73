import type { Received } from "@foyer/contract/endpoint.ts";
import type { finishSsoLogin } from "@foyer/contract/shop/sso.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { RedirectReply } from "../../../http/mount.ts";
import { SsoFailure } from "../../../providers/sso/sso.ts";
import { isLoginFeatureEnabled, authenticationMode, requireLoginFeature } from "../../identity/loginFeatures.ts";
import { findOrCreateExternalUser } from "../../identity/sso/findOrCreateExternalUser.ts";
import { consumeOAuthState } from "../../identity/sso/oauthState.ts";
import { completeLogin } from "../login/completeLogin.ts";
import { callbackPage, callbackUrl, redirectOrReport, requireProvider } from "./ssoRedirects.ts";

/** Logs in a visitor who returns from an OpenID Connect provider. Success and failure both lead to the callback page. */
export const completeSsoLogin = async (
  ctx: RequestContext,
  sent: Received<typeof finishSsoLogin>,
): Promise<RedirectReply> => {
  const { code, state, iss, response, error, error_description } = sent;
  const oauthState = state === undefined ? undefined : await consumeOAuthState(ctx, state);
  if (!oauthState) requireLoginFeature(ctx, "oidc");
  return redirectOrReport(ctx, async (target) => {
    if (!oauthState) throw new SsoFailure("state");
    target.redirectPath = oauthState.redirect_path;
    // The seller may have switched to another mode or provider while the visitor was away.
    if (!isLoginFeatureEnabled(ctx, "oidc")) throw new SsoFailure("other_issuer");
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
