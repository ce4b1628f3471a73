import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { confirmEmail } from "@foyer/contract/shop/login.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { verificationEmail } from "../../identity/tokens/loginEmails.ts";
import { issueTokenInTransaction, readToken, consumeToken } from "../../identity/tokens/oneTimeTokens.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import {
  findUser,
  findUserByEmail,
  isEmailConflict,
  isPlaceholderAddress,
  assignEmail,
} from "../../identity/users/users.ts";
import { requireMember } from "../requireMember.ts";

const emailTaken = (): Refused => new Refused({ code: "email_taken", context: "account" });

/** Runs in the caller's transaction. */
export const queueEmailVerification = (ctx: RequestContext, user_id: string, email: string) =>
  issueTokenInTransaction(ctx, {
    purpose: "email",
    email,
    identity_id: user_id,
    kind: "email_proof",
    composeEmail: ({ token }) => verificationEmail(ctx.seller, ctx.providers.origin, token),
  });

/**
 * Sends a verification e-mail to the address of a user who has only a placeholder; a real address cannot be changed. The
 * address takes effect when it is verified.
 */
export const requestEmailVerification = async (ctx: RequestContext, user_id: string, sent: string): Promise<void> => {
  const user = await findUser(ctx, user_id);
  if (!user || !isPlaceholderAddress(ctx, user.email)) throw new Refused({ code: "access_denied", context: "account" });
  const email = sent.trim();
  if (!isEmail(email) || isPlaceholderAddress(ctx, email))
    throw new Refused({ code: "validate_not_email", context: "account", extra: { fields: ["email"] } });
  const quota = await consumeQuota(ctx, "set_email", user_id);
  if (quota.exceeded) throw tooManyRequests(quota.wait);
  if (await findUserByEmail(ctx, email)) throw emailTaken();
  await transact(ctx, (ctx) => queueEmailVerification(ctx, user_id, email));
};

/** Sets the address that was verified by a link, for the user who requested it and is logged in. */
export const verifyEmail = async (
  ctx: RequestContext,
  { token }: Received<typeof confirmEmail>,
): Promise<Reply<typeof confirmEmail>> => {
  const user_id = requireMember(ctx).identity_id;
  const found = await readToken(ctx, "email", token);
  const invalidLink = new Refused({
    code: "not_found",
    context: "account",
    description: "This link is not valid. It may have expired.",
  });
  if (typeof found === "string" || found.identity_id !== user_id) throw invalidLink;
  await transact(ctx, async (ctx) => {
    if (!(await consumeToken(ctx, found.id))) throw invalidLink;
    // Another link may have set a real address in the meantime, and a real address cannot be changed.
    const user = await findUser(ctx, user_id);
    const isOwn = user?.email != null && normalizeEmail(user.email) === normalizeEmail(found.email);
    if (!user || !(isOwn || isPlaceholderAddress(ctx, user.email))) throw invalidLink;
    if (!(await assignEmail(ctx, user_id, normalizeEmail(found.email)))) throw emailTaken();
    await pause("email_saved");
  }).catch((error: unknown) => {
    throw isEmailConflict(error) ? emailTaken() : error;
  });
  ctx.log.info({ event: "email_verified", user: user_id }, "e-mail address verified");
  return { email: found.email };
};
