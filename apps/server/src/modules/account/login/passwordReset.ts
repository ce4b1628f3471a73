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
import { ensureUsers, userIdOf } from "../../identity/users/ensureUsers.ts";
import { findGuestBuyer, findGuest } from "../../identity/users/guestIdentity.ts";
import { findUser, findUserByEmail, isPlaceholderAddress, storePassword } from "../../identity/users/users.ts";

/**
 * Sends a link to set a password, to users and to guests who have bought with the address. The answer reveals neither
 * whether the address is known nor whether it has reached its daily limit of links.
 */
export const queuePasswordReset = async (
  ctx: RequestContext,
  address: string,
  options: { readonly isCaptchaSolved?: boolean } = {},
): Promise<void> => {
  const email = normalizeEmail(address);
  const quota = await consumeQuota(ctx, "reset", email, options);
  if (quota.exceeded === "clientNetwork") throw tooManyRequests(quota.wait);
  if (quota.exceeded) return;
  // The same work for every address, known or not.
  const [user, guest] = [await findUserByEmail(ctx, email), await findGuestBuyer(ctx, email)];
  const person = user ?? guest;
  await issueToken(ctx, {
    purpose: "reset",
    email: person?.email ?? email,
    identity_id: person !== undefined && !isPlaceholderAddress(ctx, person.email) ? person.id : null,
    ...(ctx.visitor && { browser: ctx.visitor.token_hash }),
    kind: "password_reset",
    composeEmail: ({ token }) => passwordResetEmail(ctx.seller, ctx.providers.origin, token, loginLimits.reset_seconds),
  });
};

export const startPasswordReset = async (
  ctx: RequestContext,
  { email }: Received<typeof requestReset>,
): Promise<Reply<typeof requestReset>> => {
  requireLoginFeature(ctx, "reset");
  if (!isEmail(email.trim()))
    throw new Refused({ code: "validate_not_email", context: "login", extra: { fields: ["email"] } });
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

/** The user whose password is set. A guest gets an account with the address that the link was sent to. */
const ownerOfToken = async (
  ctx: RequestContext,
  { identity_id, email }: { readonly identity_id: string; readonly email: string },
): Promise<{ readonly id: string; readonly email: string | null }> => {
  const user = await findUser(ctx, identity_id);
  if (user) return user;
  const guest = await findGuest(ctx, identity_id);
  const names = { first_name: guest?.first_name ?? "", last_name: guest?.last_name ?? "" };
  const users = await ensureUsers(ctx.db, ctx.seller.id, [{ email, ...names }]);
  return { id: userIdOf(users, email) ?? identity_id, email };
};

/**
 * Sets a password with an e-mailed link, which works once. Ends all sessions and opens none, and verifies the address
 * that the e-mail was sent to.
 */
export const completePasswordReset = async (
  ctx: RequestContext,
  { token, password }: Received<typeof resetPassword>,
): Promise<Reply<typeof resetPassword>> => {
  requireLoginFeature(ctx, "reset");
  const { id, identity_id, email } = await requireResetToken(ctx, token);
  const person = (await findUser(ctx, identity_id)) ?? (await findGuest(ctx, identity_id));
  requireStrongPassword(ctx, password, person);
  const hash = await hashPassword(password);
  await pause("reset_hashed");
  await transact(ctx, async (ctx) => {
    if (!(await consumeToken(ctx, id))) throw new Refused({ code: "validate_failed", context: "login" });
    const user = await ownerOfToken(ctx, { identity_id, email });
    const verifiesEmail = user.email !== null && normalizeEmail(user.email) === email;
    await storePassword(ctx, user.id, hash, { verifiesEmail });
    await closeUserSessions(ctx, user.id);
    await revokeUserTokens(ctx, user.id);
    if (user.id !== identity_id) await revokeUserTokens(ctx, identity_id);
    if (user.email)
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
