import {
  changeUser,
  confirmEmail,
  logIn,
  logInByLink,
  logOut,
  ownProvider,
  requestOtp,
  requestReset,
  resetPassword,
  submitOtp,
  validateReset,
  type Credentials,
  type LoginReply,
} from "@foyer/contract/login.ts";
import { resendOrders } from "@foyer/contract/account.ts";
import type { CaptchaPurpose } from "@foyer/contract/captcha.ts";
import { call, Refused, type CallOptions } from "../../api/call.ts";
import { captchaAnswer } from "../../shared/captcha.ts";
import type { LoginPlace } from "./loginForm.ts";

type Headers = NonNullable<CallOptions["headers"]>;

/**
 * Asks; and where the server wants to see a person first, asks again with the answer to a captcha. It is the built-in one
 * for every seller: no page but the one that takes money lets somebody else's script in.
 */
export const asPerson = async <T>(purpose: CaptchaPurpose, ask: (headers: Headers) => Promise<T>): Promise<T> => {
  try {
    return await ask({});
  } catch (error) {
    const wanted = error instanceof Refused && error.code === "captcha_required";
    if (!wanted) throw error;
    return ask(await captchaAnswer({ provider: "altcha" }, purpose));
  }
};

export const logInWith = (credentials: Credentials, at: LoginPlace): Promise<LoginReply> =>
  asPerson("login", (headers) => call(logIn, credentials, { headers, ...(at && { query: { at } }) }));

export const askForOtp = async (slug: string, email: string, redirect_path: string): Promise<string> => {
  const { token } = await asPerson("login", (headers) =>
    call(requestOtp, { email, state: slug, provider: ownProvider, redirect_path }, { headers }),
  );
  return token;
};

export const giveOtp = (token: string, otp: string): Promise<LoginReply> => call(submitOtp, { token, otp });

/** What stands in a link beside a member's number; other names are nobody's business. */
const named = ["zip_code", "last_name", "email"] as const;

/** A member's number from an address: `member_code`, `zip_code` and what is called `login.…`. */
export const logInFromLink = (parameters: Readonly<Record<string, string>>): Promise<LoginReply> => {
  const said = (name: string) => (parameters[name] ?? parameters[`login.${name}`])?.trim();
  const scan_code = said("member_code") ?? said("scan_code") ?? "";
  const beside = named.flatMap((name) => {
    const text = said(name);
    return text ? [[name, text] as const] : [];
  });
  return call(logInByLink, { scan_code, ...Object.fromEntries(beside) });
};

export const endSession = () => call(logOut, {});

/** Nobody is told whether there was somebody to send it to. */
const unlessUnknown = (error: unknown): undefined => {
  if (error instanceof Refused && error.status === 404) return undefined;
  throw error;
};

export const askForReset = async (email: string): Promise<void> => {
  await asPerson("login", (headers) => call(requestReset, { email }, { headers })).catch(unlessUnknown);
};
export const askForMembership = async (email: string): Promise<void> => {
  await asPerson("resend", (headers) => call(resendOrders, { email, memberships_only: true }, { headers })).catch(
    unlessUnknown,
  );
};

export const whoseReset = (token: string) => call(validateReset, { token });
export const setPassword = (token: string, password: string) => call(resetPassword, { token, password });

export const setEmail = (user_id: string, email: string) => call(changeUser, { user_id, identity: { email } });
export const proveEmail = (token: string) => call(confirmEmail, { token });
