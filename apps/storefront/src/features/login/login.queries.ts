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
import type { Seller } from "@foyer/contract/seller.ts";
import { call, Refused, type CallOptions } from "../../api/call.ts";
import { captchaAnswer } from "../../shared/captcha.ts";
import type { LoginPlace } from "./loginForm.ts";

type Headers = NonNullable<CallOptions["headers"]>;

/** Asks; and where the server wants to see a person first, asks again with the answer to a captcha. */
const asPerson = async <T>(
  { configuration }: Pick<Seller, "configuration">,
  purpose: CaptchaPurpose,
  ask: (headers: Headers) => Promise<T>,
): Promise<T> => {
  try {
    return await ask({});
  } catch (error) {
    const wanted = error instanceof Refused && error.code === "captcha_required";
    if (!wanted) throw error;
    // Where the seller has none, the built-in one keeps machines out.
    return ask(await captchaAnswer(configuration.captcha ?? { provider: "altcha" }, purpose));
  }
};

export const logInWith = (seller: Seller, credentials: Credentials, at: LoginPlace): Promise<LoginReply> =>
  asPerson(seller, "login", (headers) => call(logIn, credentials, { headers, ...(at && { query: { at } }) }));

export const askForOtp = async (seller: Seller, email: string, redirect_path: string): Promise<string> => {
  const { token } = await asPerson(seller, "login", (headers) =>
    call(requestOtp, { email, state: seller.slug, provider: ownProvider, redirect_path }, { headers }),
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

export const askForReset = async (seller: Seller, email: string): Promise<void> => {
  await asPerson(seller, "login", (headers) => call(requestReset, { email }, { headers })).catch(unlessUnknown);
};
export const askForMembership = async (seller: Seller, email: string): Promise<void> => {
  await asPerson(seller, "resend", (headers) =>
    call(resendOrders, { email, memberships_only: true }, { headers }),
  ).catch(unlessUnknown);
};

export const whoseReset = (token: string) => call(validateReset, { token });
export const setPassword = (token: string, password: string) => call(resetPassword, { token, password });

export const setEmail = (user_id: string, email: string) => call(changeUser, { user_id, identity: { email } });
export const proveEmail = (token: string) => call(confirmEmail, { token });
