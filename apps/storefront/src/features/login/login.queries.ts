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

/** The purpose of the captcha that a refusal requires. Undefined if it is another provider's captcha. */
const purposeOf = ({ extra }: Refused, otherwise: CaptchaPurpose): CaptchaPurpose | undefined => {
  if (extra.provider !== undefined && extra.provider !== "altcha") return undefined;
  return extra.purpose === "pay" ? "pay" : otherwise;
};

/**
 * Repeats a request with a solved captcha if the server requires one. It is always the built-in captcha, because only the
 * checkout page allows third-party scripts. `purpose`: what the captcha is for, unless the server says that it is for a
 * payment.
 */
export const callWithCaptcha = async <T>(
  purpose: CaptchaPurpose,
  request: (headers: CallHeaders) => Promise<T>,
): Promise<T> => {
  try {
    return await request({});
  } catch (error) {
    const required = error instanceof Refused && error.code === "captcha_required" && purposeOf(error, purpose);
    if (!required) throw error;
    return request(await requestCaptchaHeaders({ provider: "altcha" }, required));
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

/** Link parameters that can accompany the member ID. Others are not sent. */
const linkCredentialNames = ["zip_code", "last_name", "email"] as const;

/** Logs in with the member ID of a link: `member_code`, `zip_code` and so on, also with the prefix `login.`. */
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

/** Does not reveal whether the e-mail address is known. */
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
