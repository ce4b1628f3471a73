import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { loginLimits, type requestReset, type resetPassword, type validateReset } from "@foyer/contract/shop/login.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { passwordChangedEmail, passwordResetEmail } from "../../identity/tokens/loginEmails.ts";
import { requireLoginFeature } from "../../identity/loginFeatures.ts";
import { requireStrongPassword } from "../../identity/password/requireStrongPassword.ts";
import { hashPassword } from "../../identity/password/hashPassword.ts";
import { closeUserSessions } from "../../identity/sessions/sessions.ts";
import { revokeUserTokens, issueToken, readToken, consumeToken } from "../../identity/tokens/oneTimeTokens.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { findUser, findUserByEmail, isPlaceholderAddress, storePassword } from "../../identity/users/users.ts";

/**
 * Sends a link to set a password. The answer reveals neither whether the address has an account nor that its quota is
 * exceeded.
 */
export const queuePasswordReset = async (ctx: RequestContext, address: string): Promise<void> => {
  const email = normalizeEmail(address);
  const quota = await consumeQuota(ctx, "reset", email);
  if (quota.exceeded === "clientNetwork") throw tooManyRequests(quota.wait);
  if (quota.exceeded) return;
  const user = await findUserByEmail(ctx, email);
  // The same work for an unknown address.
  await issueToken(ctx, {
    purpose: "reset",
    email: user?.email ?? email,
    identity_id: user !== undefined && !isPlaceholderAddress(ctx, user.email) ? user.id : null,
    kind: "password_reset",
    composeEmail: ({ token }) => passwordResetEmail(ctx.seller, ctx.providers.origin, token, loginLimits.reset_seconds),
  });
};

export const startPasswordReset = async (
  ctx: RequestContext,
  { email }: Received<typeof requestReset>,
): Promise<Reply<typeof requestReset>> => {
  requireLoginFeature(ctx, "reset");
  if (!isEmail(email.trim())) throw new Refused({ code: "validate_not_email", context: "login" });
  await queuePasswordReset(ctx, email);
  return { requested: true };
};

const requireResetToken = async (ctx: RequestContext, token: string) => {
  const found = await readToken(ctx, "reset", token);
  if (found === "unknown") throw new Refused({ code: "not_found", context: "login", description: invalidLinkMessage });
  if (found === "expired") throw new Refused({ code: "validate_failed", context: "login" });
  return found;
};
const invalidLinkMessage = "This reset link is not valid. It may have expired.";

export const readPasswordReset = async (
  ctx: RequestContext,
  { token }: Received<typeof validateReset>,
): Promise<Reply<typeof validateReset>> => {
  requireLoginFeature(ctx, "reset");
  return { email: (await requireResetToken(ctx, token)).email };
};

/**
 * Sets a password with the link of an e-mail, which works once. It ends all sessions and opens none, and verifies the
 * address that the e-mail went to.
 */
export const completePasswordReset = async (
  ctx: RequestContext,
  { token, password }: Received<typeof resetPassword>,
): Promise<Reply<typeof resetPassword>> => {
  requireLoginFeature(ctx, "reset");
  const { id, identity_id, email } = await requireResetToken(ctx, token);
  const user = await findUser(ctx, identity_id);
  requireStrongPassword(ctx, password, user);
  const hash = await hashPassword(password);
  await pause("reset_hashed");
  await transact(ctx, async (ctx) => {
    if (!(await consumeToken(ctx, id))) throw new Refused({ code: "validate_failed", context: "login" });
    const verifiesEmail = user?.email !== null && user !== undefined && normalizeEmail(user.email) === email;
    await storePassword(ctx, identity_id, hash, { verifiesEmail });
    await closeUserSessions(ctx, identity_id);
    await revokeUserTokens(ctx, identity_id);
    if (user?.email)
      await queueEmail(ctx, {
        kind: "password_changed",
        ref_id: id,
        to_address: user.email,
        email: passwordChangedEmail(ctx.seller, ctx.providers.origin),
      });
  });
  ctx.log.info({ event: "password_reset", user: identity_id }, "password set with a link");
  return { reset: true };
};
