import { randomBytes } from "node:crypto";
import { signedLogin } from "@foyer/contract/shop/sso.ts";
import { sameSitePath } from "@foyer/rules/values/safeUrls.ts";
import { guardStands } from "../../../db/faultPoints.ts";
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

/** What goes along with a state is made of it with the house's own key: nothing of it has to be kept. */
const deriveOAuthState = (
  { providers, seller }: Pick<RequestContext, "providers" | "seller">,
  state: string,
): OAuthState => ({
  state,
  nonce: providers.sign(`login nonce ${seller.id} ${state}`),
  verifier: providers.sign(`login verifier ${seller.id} ${state}`),
});

/** Where a login leads on to: a path of this storefront (T23), or home. */
export const safeRedirectPath = (redirect: string | undefined): string =>
  guardStands("sso_redirect_path") ? (sameSitePath(redirect ?? null) ?? "/") : (redirect ?? "/");

/** What a browser takes along to a login elsewhere. */
export const newOAuthState = (ctx: Pick<RequestContext, "providers" | "seller">): OAuthState =>
  deriveOAuthState(ctx, randomBytes(32).toString("base64url"));

/** The browser sets out to log in at `issuer`: its own session alone comes back. `redirect_path`: where that leads then (`onwardPath`). */
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

/** It is back. Undefined for a state that nobody here set out with, that was brought before, or that is too old. */
export const consumeOAuthState = async (
  ctx: RequestContext,
  state: string,
): Promise<ConsumedOAuthState | undefined> => {
  if (!ctx.visitor) return undefined;
  const consumed = await consumeOAuthStateRow(ctx, hashSecret(state), ctx.visitor.token_hash);
  if (!consumed || consumed.issuer === null || consumed.redirect_path === null) return undefined;
  return { ...deriveOAuthState(ctx, state), issuer: consumed.issuer, redirect_path: consumed.redirect_path };
};

/** Keeps an address of a provider's logout, which no page reads; says the word that leads there once. */
export const saveLogoutUrl = async (ctx: RequestContext, url: string): Promise<string> => {
  const secret = randomBytes(32).toString("base64url");
  await insertLogoutUrl(ctx, { secret_hash: hashSecret(secret), url });
  return secret;
};
export const consumeLogoutUrl = async (ctx: RequestContext, secret: string): Promise<string | undefined> =>
  (await consumeLogoutUrlRow(ctx, hashSecret(secret)))?.url ?? undefined;

/** Uses a signed token up; false where that was done before. Longer than any of them lives, whatever its clock says. */
export const spendSignedToken = (
  ctx: RequestContext,
  { issuer, jti }: { readonly issuer: string; readonly jti: string },
) =>
  insertSpentToken(ctx, hashSecret(JSON.stringify([issuer, jti])), 2 * (signedLogin.seconds + signedLogin.tolerance));
