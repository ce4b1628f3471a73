import type { Received } from "@foyer/contract/endpoint.ts";
import type { logIn, LoginReply } from "@foyer/contract/login.ts";
import { foldEmail } from "@foyer/rules/loginNames.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { methodOf, requireWay } from "../identity/loginMethod.ts";
import { isPassword } from "../identity/password.ts";
import { countGuess, takeQuota } from "../identity/tries.ts";
import { findUserByEmail } from "../identity/users.ts";
import { logInBySigned } from "./elsewhere.ts";
import { letIn, notAuthorized } from "./letIn.ts";
import { logInByNumber } from "./memberNumber.ts";
import { sendReset } from "./reset.ts";

type Sent = Received<typeof logIn>;

/** Logs in by whatever the seller's method asks for; what it does not ask for is not there. */
export const logInBy = async (ask: Ask, sent: Sent): Promise<LoginReply> => {
  if ("jwt" in sent) return logInBySigned(ask, sent.jwt);
  if ("scan_code" in sent) return logInByNumber(ask, sent);
  if (methodOf(ask) === "scan_code_password")
    return logInByNumber(ask, { scan_code: sent.username, password: sent.password });
  requireWay(ask, "password");
  return logInByPassword(ask, { ...sent, username: sent.username.trim(), password: sent.password.trim() });
};

/**
 * Nobody, a wrong password and no password at all take the same work and get the same answer. At the checkout, behind a
 * captcha each time, it is said which it was (D2).
 */
const logInByPassword = async (
  ask: Ask,
  { username, password, at }: { readonly username: string; readonly password: string; readonly at?: Sent["at"] },
): Promise<LoginReply> => {
  const atCheckout = at === "checkout";
  const email = foldEmail(username);
  const guess = await countGuess(ask, "password", email, { isTelling: atCheckout });
  const user = await findUserByEmail(ask, email);
  const isRight = await isPassword(password, user?.password ?? null);
  if (user && isRight)
    return letIn(ask, user, { method: "password", password: user.password }, (ask) => guess.forget(ask));
  ask.log.info({ event: "login_failed", door: "password" }, "a login failed");
  if (!atCheckout) throw notAuthorized();
  if (user?.password !== null || !user) throw new Refused({ code: "incorrect_password", context: "login" });
  const quota = await takeQuota(ask, "guest_account", email);
  if (!quota.over) await sendReset(ask, email);
  throw new Refused({ code: "guest_account", context: "login" });
};
