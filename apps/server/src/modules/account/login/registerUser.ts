import type { Received } from "@foyer/contract/endpoint.ts";
import type { createUser, LoginReply } from "@foyer/contract/shop/login.ts";
import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { validatePerson } from "../../identity/users/validateUserDetails.ts";
import { requireLoginFeature } from "../../identity/loginFeatures.ts";
import { saveGuestIdentity } from "../../identity/users/guestIdentity.ts";
import { requireStrongPassword } from "../../identity/password/requireStrongPassword.ts";
import { hashPassword } from "../../identity/password/hashPassword.ts";
import { requireCaptcha } from "../../identity/captcha/requireCaptcha.ts";
import { consumeQuota, tooManyRequests } from "../../identity/attempts/loginAttempts.ts";
import { addUser } from "../../identity/users/users.ts";
import { queueEmailVerification } from "../profile/emailVerification.ts";
import { completeLogin } from "./completeLogin.ts";

const emailTaken = "email taken";

/**
 * Creates an account and logs its owner in. After a captcha and within a quota, it reveals that an address is taken, and
 * returns an id for the typed details, so that the visitor can still buy as a guest.
 */
export const registerUser = async (ctx: RequestContext, sent: Received<typeof createUser>): Promise<LoginReply> => {
  requireLoginFeature(ctx, "account");
  if (ctx.visitor?.strength === "full") throw new Refused({ code: "access_denied", context: "login" });
  const person = validatePerson(ctx, sent);
  const password = sent.password;
  requireStrongPassword(ctx, password, person);
  await requireCaptcha(ctx, "login");
  const quota = await consumeQuota(ctx, "register", normalizeEmail(person.email));
  if (quota.exceeded) throw tooManyRequests(quota.wait);
  const hash = await hashPassword(password);
  const id = newId();
  try {
    const reply = await completeLogin(ctx, { id }, { method: "password" }, async (ctx) => {
      await pause("before_user_insert");
      if (!(await addUser(ctx, { id, ...person, password: hash }))) throw new Error(emailTaken);
      await queueEmailVerification(ctx, id, person.email);
    });
    await quota.release();
    return reply;
  } catch (error) {
    if (!(error instanceof Error && error.message === emailTaken)) throw error;
    throw new Refused({
      code: "email_taken",
      context: "login",
      extra: { identity_id: await saveGuestIdentity(ctx, person) },
    });
  }
};
