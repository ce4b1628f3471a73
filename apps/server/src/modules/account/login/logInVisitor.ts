import type { Received } from "@foyer/contract/endpoint.ts";
import type { logIn, LoginReply } from "@foyer/contract/shop/login.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { authenticationMode, requireLoginFeature } from "../../identity/loginFeatures.ts";
import { verifyPassword } from "../../identity/password/hashPassword.ts";
import { countGuess, consumeQuota } from "../../identity/attempts/loginAttempts.ts";
import { findGuestBuyer } from "../../identity/users/guestIdentity.ts";
import { findUserByEmail } from "../../identity/users/users.ts";
import { logInWithSignedToken } from "../sso/signedTokenLogin.ts";
import { completeLogin, notAuthorized } from "./completeLogin.ts";
import { logInWithMemberNumber } from "./logInWithMemberNumber.ts";
import { queuePasswordReset } from "./passwordReset.ts";

type Sent = Received<typeof logIn>;

/**
 * Logs in with the credentials that the seller's authentication mode asks for. Other credentials are answered like a
 * missing page.
 */
export const logInVisitor = async (ctx: RequestContext, sent: Sent): Promise<LoginReply> => {
  if ("jwt" in sent) return logInWithSignedToken(ctx, sent.jwt);
  if ("scan_code" in sent) return logInWithMemberNumber(ctx, sent);
  if (authenticationMode(ctx) === "scan_code_password")
    return logInWithMemberNumber(ctx, { scan_code: sent.username, password: sent.password });
  requireLoginFeature(ctx, "password");
  return logInWithPassword(ctx, { ...sent, username: sent.username.trim(), password: sent.password.trim() });
};

/**
 * Logs in with a password. An unknown user, a wrong password and a user without a password take the same work and get the
 * same answer. At the checkout, where every attempt needs a captcha, the answer says which it was.
 */
const logInWithPassword = async (
  ctx: RequestContext,
  { username, password, at }: { readonly username: string; readonly password: string; readonly at?: Sent["at"] },
): Promise<LoginReply> => {
  const atCheckout = at === "checkout";
  const email = normalizeEmail(username);
  const guess = await countGuess(ctx, "password", email, { isRevealing: atCheckout });
  const user = await findUserByEmail(ctx, email);
  const isCorrect = await verifyPassword(password, user?.password ?? null);
  if (user && isCorrect)
    return completeLogin(ctx, user, { method: "password", password: user.password }, (ctx) => guess.clear(ctx));
  ctx.log.info({ event: "login_failed", method: "password" }, "login failed");
  if (!atCheckout) throw notAuthorized();
  const isGuest = user ? user.password === null : (await findGuestBuyer(ctx, email)) !== undefined;
  if (!isGuest) throw new Refused({ code: "incorrect_password", context: "login" });
  const quota = await consumeQuota(ctx, "guest_account", email);
  if (!quota.exceeded) await queuePasswordReset(ctx, email, { isCaptchaSolved: true });
  throw new Refused({ code: "guest_account", context: "login" });
};
