import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { loginLimits, type requestReset, type resetPassword, type validateReset } from "@foyer/contract/login.ts";
import { isEmail } from "@foyer/rules/email.ts";
import { foldEmail } from "@foyer/rules/loginNames.ts";
import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { passwordChangedLetter, resetLetter } from "../identity/letters.ts";
import { requireWay } from "../identity/loginMethod.ts";
import { refuseWeak } from "../identity/newPassword.ts";
import { hashPassword } from "../identity/password.ts";
import { endSessionsOf } from "../identity/sessions.ts";
import { endAllTokensOf, giveToken, readToken, useToken } from "../identity/tokens.ts";
import { takeQuota, tooMany } from "../identity/tries.ts";
import { findUser, findUserByEmail, isStandIn, setPassword } from "../identity/users.ts";

/**
 * Sends a link to set a password, so often for one address and from one place. Nobody is told whether there was somebody
 * to send it to, nor that it was asked for too often (T92).
 */
export const sendReset = async (ask: Ask, address: string): Promise<void> => {
  const email = foldEmail(address);
  const quota = await takeQuota(ask, "reset", email);
  if (quota.over === "place") throw tooMany(quota.wait);
  // The last letter stays good.
  if (quota.over) return;
  const user = await findUserByEmail(ask, email);
  // The same work for an address that nobody has.
  await giveToken(ask, {
    purpose: "reset",
    email: user?.email ?? email,
    identity_id: user !== undefined && !isStandIn(ask, user.email) ? user.id : null,
    kind: "password_reset",
    letter: ({ token }) => resetLetter(ask.seller, ask.outside.origin, token, loginLimits.reset_seconds),
  });
};

export const requestResetOf = async (
  ask: Ask,
  { email }: Received<typeof requestReset>,
): Promise<Reply<typeof requestReset>> => {
  requireWay(ask, "reset");
  if (!isEmail(email.trim())) throw new Refused({ code: "validate_not_email", context: "login" });
  await sendReset(ask, email);
  return { requested: true };
};

const openReset = async (ask: Ask, token: string) => {
  const found = await readToken(ask, "reset", token);
  if (found === "unknown") throw new Refused({ code: "not_found", context: "login", description: invalidLink });
  if (found === "over") throw new Refused({ code: "validate_failed", context: "login" });
  return found;
};
const invalidLink = "This reset link is not valid. It may have expired.";

export const validateResetOf = async (
  ask: Ask,
  { token }: Received<typeof validateReset>,
): Promise<Reply<typeof validateReset>> => {
  requireWay(ask, "reset");
  return { email: (await openReset(ask, token)).email };
};

/**
 * Sets a password by the letter's link, once. Whoever is in goes out, everywhere; nobody is let in by it (T93). Who reads
 * the letter has shown that the address is theirs.
 */
export const resetPasswordOf = async (
  ask: Ask,
  { token, password }: Received<typeof resetPassword>,
): Promise<Reply<typeof resetPassword>> => {
  requireWay(ask, "reset");
  const { id, identity_id, email } = await openReset(ask, token);
  const user = await findUser(ask, identity_id);
  refuseWeak(ask, password, user);
  const hash = await hashPassword(password);
  await pause("reset_hashed");
  await transact(ask, async (ask) => {
    if (!(await useToken(ask, id))) throw new Refused({ code: "validate_failed", context: "login" });
    const proves = user?.email !== null && user !== undefined && foldEmail(user.email) === email;
    await setPassword(ask, identity_id, hash, { proves });
    await endSessionsOf(ask, identity_id);
    await endAllTokensOf(ask, identity_id);
    if (user?.email)
      await queueLetter(ask, {
        kind: "password_changed",
        ref_id: id,
        to_address: user.email,
        letter: passwordChangedLetter(ask.seller, ask.outside.origin),
      });
  });
  ask.log.info({ event: "password_reset", user: identity_id }, "a password was set by a link");
  return { reset: true };
};
