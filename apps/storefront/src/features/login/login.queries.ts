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
} from "@foyer/contract/shop/login.ts";
import { resendOrders } from "@foyer/contract/shop/account.ts";
import type { CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import { call, Refused, type CallOptions } from "../../api/call.ts";
import { requestCaptchaHeaders } from "../../shared/captcha/captcha.ts";
import type { LoginContext } from "./panel/credentials.ts";

type CallHeaders = NonNullable<CallOptions["headers"]>;

/**
 * Asks; and where the server wants to see a person first, asks again with the answer to a captcha. It is the built-in one
 * for every seller: no page but the one that takes money lets somebody else's script in.
 */
export const callWithCaptcha = async <T>(
  purpose: CaptchaPurpose,
  request: (headers: CallHeaders) => Promise<T>,
): Promise<T> => {
  try {
    return await request({});
  } catch (error) {
    const isCaptchaRequired = error instanceof Refused && error.code === "captcha_required";
    if (!isCaptchaRequired) throw error;
    return request(await requestCaptchaHeaders({ provider: "altcha" }, purpose));
  }
};

export const requestLogin = (credentials: Credentials, at: LoginContext): Promise<LoginReply> =>
  callWithCaptcha("login", (headers) => call(logIn, credentials, { headers, ...(at && { query: { at } }) }));

export const requestOtpFor = async (slug: string, email: string, redirect_path: string): Promise<string> => {
  const { token } = await callWithCaptcha("login", (headers) =>
    call(requestOtp, { email, state: slug, provider: ownProvider, redirect_path }, { headers }),
  );
  return token;
};

export const requestOtpLogin = (token: string, otp: string): Promise<LoginReply> => call(submitOtp, { token, otp });

/** What stands in a link beside a member's number; other names are nobody's business. */
const linkCredentialNames = ["zip_code", "last_name", "email"] as const;

/** A member's number from an address: `member_code`, `zip_code` and what is called `login.…`. */
export const logInFromLink = (parameters: Readonly<Record<string, string>>): Promise<LoginReply> => {
  const parameter = (name: string) => (parameters[name] ?? parameters[`login.${name}`])?.trim();
  const scan_code = parameter("member_code") ?? parameter("scan_code") ?? "";
  const others = linkCredentialNames.flatMap((name) => {
    const text = parameter(name);
    return text ? [[name, text] as const] : [];
  });
  return call(logInByLink, { scan_code, ...Object.fromEntries(others) });
};

export const endSession = () => call(logOut, {});

/** Nobody is told whether there was somebody to send it to. */
const ignoreNotFound = (error: unknown): undefined => {
  if (error instanceof Refused && error.status === 404) return undefined;
  throw error;
};

export const requestPasswordResetEmail = async (email: string): Promise<void> => {
  await callWithCaptcha("login", (headers) => call(requestReset, { email }, { headers })).catch(ignoreNotFound);
};
export const sendMembershipEmail = async (email: string): Promise<void> => {
  await callWithCaptcha("resend", (headers) =>
    call(resendOrders, { email, memberships_only: true }, { headers }),
  ).catch(ignoreNotFound);
};

export const checkResetToken = (token: string) => call(validateReset, { token });
export const saveNewPassword = (token: string, password: string) => call(resetPassword, { token, password });

export const saveEmailAddress = (user_id: string, email: string) => call(changeUser, { user_id, identity: { email } });
export const confirmEmailAddress = (token: string) => call(confirmEmail, { token });
