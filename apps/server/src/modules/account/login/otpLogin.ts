import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { loginLimits, type LoginReply, type requestOtp, type submitOtp } from "@foyer/contract/shop/login.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import { loginCodeEmail } from "../../identity/tokens/loginEmails.ts";
import { requireLoginFeature } from "../../identity/loginFeatures.ts";
import { issueToken, verifyCode, consumeToken } from "../../identity/tokens/oneTimeTokens.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { confirmEmailOwner, findUserByEmail, isPlaceholderAddress } from "../../identity/users/users.ts";
import { completeLogin } from "./completeLogin.ts";

const otpExpired = (): Refused => new Refused({ code: "otp_token_expired", context: "login" });

/** Sends a code to the user with this address. An unknown address gets the same answer in the same time. */
export const issueOtp = async (
  ctx: RequestContext,
  sent: Received<typeof requestOtp>,
): Promise<Reply<typeof requestOtp>> => {
  requireLoginFeature(ctx, "otp");
  if (sent.state !== ctx.seller.slug)
    throw new Refused({ code: "validation_failed", context: "login", extra: { fields: ["state"] } });
  const email = normalizeEmail(sent.email);
  if (!isEmail(email))
    throw new Refused({ code: "validate_not_email", context: "login", extra: { fields: ["email"] } });
  const quota = await consumeQuota(ctx, "otp_request", email);
  if (quota.exceeded) throw tooManyRequests(quota.wait);
  const visitor = ctx.ensureVisitor();
  const user = await findUserByEmail(ctx, email);
  await transact(ctx, (ctx) => saveNewVisitors(ctx.db, ctx.seller.id, [visitor]));
  const { token } = await issueToken(ctx, {
    purpose: "otp",
    email: user?.email ?? email,
    identity_id: user && !isPlaceholderAddress(ctx, user.email) ? user.id : null,
    browser: visitor.token_hash,
    redirect_path: sent.redirect_path,
    kind: "login_code",
    composeEmail: ({ code }) => loginCodeEmail(ctx.seller, ctx.providers.origin, code, loginLimits.otp_seconds),
  });
  return { token };
};

/** Logs in with the code, in the browser that requested it and with the token that it got. */
export const verifyOtp = async (
  ctx: RequestContext,
  { token, otp }: Received<typeof submitOtp>,
): Promise<LoginReply> => {
  requireLoginFeature(ctx, "otp");
  const code = otp.trim().toUpperCase();
  if (!/^[0-9A-Z]{6}$/.test(code))
    throw new Refused({ code: "validation_failed", context: "login", extra: { fields: ["otp"] } });
  if (!ctx.visitor) throw otpExpired();
  const check = await verifyCode(ctx, { token, code, browser: ctx.visitor.token_hash });
  await pause("otp_checked");
  if (check.result === "tooEarly") throw new Refused({ code: "not_available_yet", context: "login" });
  if (check.result === "incorrect") {
    const { attemptsLeft } = check;
    ctx.log.info({ event: "login_failed", method: "otp", attempts_left: attemptsLeft }, "login failed");
    throw new Refused({ code: "otp_incorrect", context: "login", extra: { attempts_left: attemptsLeft } });
  }
  if (check.result !== "correct") throw otpExpired();
  return completeLogin(ctx, { id: check.identity_id }, { method: "otp" }, async (ctx) => {
    if (!(await consumeToken(ctx, check.id))) throw otpExpired();
    await confirmEmailOwner(ctx, check.identity_id, check.email);
  });
};
