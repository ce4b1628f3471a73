import type { LoginReply } from "@foyer/contract/shop/login.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { SsoFailure } from "../../../providers/sso/sso.ts";
import { requireLoginFeature } from "../../identity/loginFeatures.ts";
import { findOrCreateExternalUser } from "../../identity/sso/findOrCreateExternalUser.ts";
import { consumeOAuthState, spendSignedToken } from "../../identity/sso/oauthState.ts";
import { completeLogin, notAuthorized } from "../login/completeLogin.ts";
import { storefrontUrl } from "./ssoRedirects.ts";

/** Logs in with a token that the seller's own system signed for the login that this browser started. */
export const logInWithSignedToken = async (ctx: RequestContext, jwt: string): Promise<LoginReply> => {
  requireLoginFeature(ctx, "jwt");
  const signer = await ctx.providers.findJwtVerifier(ctx.seller.id);
  if (!signer) throw new Refused({ code: "not_found" });
  const refuse = (reason: string): Refused => {
    ctx.log.info({ event: "login_failed", method: "jwt", reason }, "login failed");
    return notAuthorized();
  };
  const signed = await signer.verify(jwt, storefrontUrl(ctx), ctx.now).catch((error: unknown) => {
    throw error instanceof SsoFailure ? refuse(error.message) : error;
  });
  const oauthState = await consumeOAuthState(ctx, signed.nonce);
  // The seller may have switched to another signer since the login started.
  if (oauthState?.issuer !== signer.issuer) throw refuse("nonce");
  if (!(await spendSignedToken(ctx, { issuer: signer.issuer, jti: signed.jti }))) throw refuse("already used");
  const user = await findOrCreateExternalUser(ctx, signed.externalIdentity);
  return completeLogin(ctx, user, { method: "jwt", external: { issuer: signer.issuer } });
};
