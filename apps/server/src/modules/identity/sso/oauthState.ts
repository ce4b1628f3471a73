import { randomBytes } from "node:crypto";
import { signedLogin } from "@foyer/contract/shop/sso.ts";
import { sameSitePath } from "@foyer/rules/values/safeUrls.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { OAuthState } from "../../../providers/sso/sso.ts";
import { saveNewVisitors } from "../sessions/saveNewVisitors.ts";
import { hashSecret } from "../tokens/oneTimeTokens.ts";
import {
  consumeOAuthStateRow,
  consumeLogoutUrlRow,
  insertSpentToken,
  insertOAuthState,
  insertLogoutUrl,
} from "./oauthState.sql.ts";

/** Nonce and PKCE verifier are derived from the state with the application's key, so neither is stored. */
const deriveOAuthState = (
  { providers, seller }: Pick<RequestContext, "providers" | "seller">,
  state: string,
): OAuthState => ({
  state,
  nonce: providers.sign(`login nonce ${seller.id} ${state}`),
  verifier: providers.sign(`login verifier ${seller.id} ${state}`),
});

/** A path of this storefront, or the home page: an open redirect would help phishing. */
export const safeRedirectPath = (redirect: string | undefined): string => sameSitePath(redirect ?? null) ?? "/";

export const newOAuthState = (ctx: Pick<RequestContext, "providers" | "seller">): OAuthState =>
  deriveOAuthState(ctx, randomBytes(32).toString("base64url"));

/** Binds a state to the visitor's session and to `issuer`. `redirect_path`: see `safeRedirectPath`. */
export const saveOAuthState = async (
  ctx: RequestContext,
  { state }: OAuthState,
  { issuer, redirect_path }: { readonly issuer: string; readonly redirect_path: string },
): Promise<void> => {
  const visitor = ctx.ensureVisitor();
  await transact(ctx, async (ctx) => {
    await saveNewVisitors(ctx.db, ctx.seller.id, [visitor]);
    await insertOAuthState(ctx, {
      secret_hash: hashSecret(state),
      browser_hash: visitor.token_hash,
      issuer,
      redirect_path,
    });
  });
};

export type ConsumedOAuthState = OAuthState & { readonly issuer: string; readonly redirect_path: string };

/** Uses up a state. Undefined if this browser did not start with it, it was used before, or it has expired. */
export const consumeOAuthState = async (
  ctx: RequestContext,
  state: string,
): Promise<ConsumedOAuthState | undefined> => {
  if (!ctx.visitor) return undefined;
  const consumed = await consumeOAuthStateRow(ctx, hashSecret(state), ctx.visitor.token_hash);
  if (!consumed || consumed.issuer === null || consumed.redirect_path === null) return undefined;
  return { ...deriveOAuthState(ctx, state), issuer: consumed.issuer, redirect_path: consumed.redirect_path };
};

/** Stores a provider's logout URL, which may contain a token, and returns a secret that redirects to it once. */
export const saveLogoutUrl = async (ctx: RequestContext, url: string): Promise<string> => {
  const secret = randomBytes(32).toString("base64url");
  await insertLogoutUrl(ctx, { secret_hash: hashSecret(secret), url });
  return secret;
};
export const consumeLogoutUrl = async (ctx: RequestContext, secret: string): Promise<string | undefined> =>
  (await consumeLogoutUrlRow(ctx, hashSecret(secret)))?.url ?? undefined;

/** Uses up a signed token; false if it was used before. It is remembered for longer than any token is valid. */
export const spendSignedToken = (
  ctx: RequestContext,
  { issuer, jti }: { readonly issuer: string; readonly jti: string },
) =>
  insertSpentToken(ctx, hashSecret(JSON.stringify([issuer, jti])), 2 * (signedLogin.seconds + signedLogin.tolerance));
