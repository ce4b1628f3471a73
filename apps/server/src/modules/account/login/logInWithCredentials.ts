import type { Received } from "@foyer/contract/endpoint.ts";
import type { logIn, LoginReply } from "@foyer/contract/shop/login.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { authenticationMode, requireLoginMethod } from "../../identity/loginMethod.ts";
import { verifyPassword } from "../../identity/password/hashPassword.ts";
import { countGuess, consumeQuota } from "../../identity/attempts/loginAttempts.ts";
import { findUserByEmail } from "../../identity/users/users.ts";
import { logInWithSignedToken } from "../sso/ssoLogin.ts";
import { completeLogin, notAuthorized } from "./completeLogin.ts";
import { logInWithMemberNumber } from "./logInWithMemberNumber.ts";
import { sendPasswordReset } from "./passwordReset.ts";

type Sent = Received<typeof logIn>;

/** Logs in by whatever the seller's method asks for; what it does not ask for is not there. */
export const logInWithCredentials = async (ctx: RequestContext, sent: Sent): Promise<LoginReply> => {
  if ("jwt" in sent) return logInWithSignedToken(ctx, sent.jwt);
  if ("scan_code" in sent) return logInWithMemberNumber(ctx, sent);
  if (authenticationMode(ctx) === "scan_code_password")
    return logInWithMemberNumber(ctx, { scan_code: sent.username, password: sent.password });
  requireLoginMethod(ctx, "password");
  return logInWithPassword(ctx, { ...sent, username: sent.username.trim(), password: sent.password.trim() });
};

/**
 * Nobody, a wrong password and no password at all take the same work and get the same answer. At the checkout, behind a
 * captcha each time, it is said which it was (D2).
 */
const logInWithPassword = async (
  ctx: RequestContext,
  { username, password, at }: { readonly username: string; readonly password: string; readonly at?: Sent["at"] },
): Promise<LoginReply> => {
  const atCheckout = at === "checkout";
  const email = normalizeEmail(username);
  const guess = await countGuess(ctx, "password", email, { isRevealing: atCheckout });
  const user = await findUserByEmail(ctx, email);
  const isRight = await verifyPassword(password, user?.password ?? null);
  if (user && isRight)
    return completeLogin(ctx, user, { method: "password", password: user.password }, (ctx) => guess.clear(ctx));
  ctx.log.info({ event: "login_failed", door: "password" }, "a login failed");
  if (!atCheckout) throw notAuthorized();
  if (user?.password !== null || !user) throw new Refused({ code: "incorrect_password", context: "login" });
  const quota = await consumeQuota(ctx, "guest_account", email);
  if (!quota.exceeded) await sendPasswordReset(ctx, email);
  throw new Refused({ code: "guest_account", context: "login" });
};
