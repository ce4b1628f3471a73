import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { loginLimits, type LoginReply, type requestOtp, type submitOtp } from "@foyer/contract/login.ts";
import { isEmail } from "@foyer/rules/email.ts";
import { foldEmail } from "@foyer/rules/loginNames.ts";
import { pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { keepVisitors } from "../identity/keepVisitors.ts";
import { loginCodeLetter } from "../identity/letters.ts";
import { requireWay } from "../identity/loginMethod.ts";
import { giveToken, tryCode, useToken } from "../identity/tokens.ts";
import { takeQuota, tooMany } from "../identity/tries.ts";
import { enterByEmail, findUserByEmail, isStandIn } from "../identity/users.ts";
import { letIn } from "./letIn.ts";

const overAgain = (): Refused => new Refused({ code: "otp_token_expired", context: "login" });

/** Sends a code to whoever has the address. Everybody gets a token, as soon, and five in an hour for one address (T89). */
export const requestOtpOf = async (ask: Ask, sent: Received<typeof requestOtp>): Promise<Reply<typeof requestOtp>> => {
  requireWay(ask, "otp");
  if (sent.state !== ask.seller.slug)
    throw new Refused({ code: "validation_failed", context: "login", extra: { fields: ["state"] } });
  const email = foldEmail(sent.email);
  if (!isEmail(email)) throw new Refused({ code: "validate_not_email", context: "login" });
  const quota = await takeQuota(ask, "otp_request", email);
  if (quota.over) throw tooMany(quota.wait);
  const visitor = ask.enter();
  const user = await findUserByEmail(ask, email);
  await transact(ask, (ask) => keepVisitors(ask.db, ask.seller.id, [visitor]));
  const { token } = await giveToken(ask, {
    purpose: "otp",
    email: user?.email ?? email,
    identity_id: user && !isStandIn(ask, user.email) ? user.id : null,
    browser: visitor.token_hash,
    redirect_path: sent.redirect_path,
    kind: "login_code",
    letter: ({ code }) => loginCodeLetter(ask.seller, ask.outside.origin, code, loginLimits.otp_seconds),
  });
  return { token };
};

/** Logs in by the code, in the browser that asked for it, with the token that it got (T90). */
export const submitOtpOf = async (ask: Ask, { token, otp }: Received<typeof submitOtp>): Promise<LoginReply> => {
  requireWay(ask, "otp");
  const code = otp.trim().toUpperCase();
  if (!/^[0-9A-Z]{6}$/.test(code))
    throw new Refused({ code: "validation_failed", context: "login", extra: { fields: ["otp"] } });
  if (!ask.visitor) throw overAgain();
  const tried = await tryCode(ask, { token, code, browser: ask.visitor.token_hash });
  await pause("otp_tried");
  if (tried.is === "early") throw new Refused({ code: "not_available_yet", context: "login" });
  if (tried.is === "wrong") {
    ask.log.info({ event: "login_failed", door: "otp", left: tried.left }, "a login failed");
    throw new Refused({ code: "otp_incorrect", context: "login", extra: { attempts_left: tried.left } });
  }
  if (tried.is !== "right") throw overAgain();
  return letIn(ask, { id: tried.identity_id }, { method: "otp" }, async (ask) => {
    if (!(await useToken(ask, tried.id))) throw overAgain();
    await enterByEmail(ask, tried.identity_id, tried.email);
  });
};
