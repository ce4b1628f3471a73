import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { opensAccount } from "@foyer/rules/account/opensAccount.ts";
import type { LoginStrength } from "./session/loginStrength.ts";

export type LoginMethodName = NonNullable<Configuration["authentication"]>;
export type LoginFieldName = "email" | "password" | "scan_code" | "last_name" | "zip_code";

/** How the seller's visitors log in. The default is a password. */
export const loginMethodOf = ({
  authentication = "password",
}: Pick<Configuration, "authentication">): LoginMethodName => authentication;

const ssoMethods: ReadonlySet<string> = new Set(["auth0", "sso", "external"]);
/** Whether the login is on the page of an identity provider. */
export const isSsoMethod = (method: LoginMethodName): boolean => ssoMethods.has(method);

/** Whether the login asks for an e-mail address first, then for a password or a passcode. */
export const hasLoginSteps = (method: LoginMethodName): boolean =>
  ["password", "otp", "otp_or_password"].includes(method);
export const acceptsOtp = (method: LoginMethodName): boolean => method === "otp" || method === "otp_or_password";
export const acceptsPassword = (method: LoginMethodName): boolean =>
  method === "password" || method === "otp_or_password";

/** Whether the visitor has the most complete login that the seller offers, so that there is no other to ask for. */
export const hasWholeLogin = (strength: LoginStrength, configuration: Pick<Configuration, "authentication">) =>
  strength === "full" || (strength === "limited" && !opensAccount(configuration));

/** The fields of a login that asks for everything at once. */
export const loginFieldsByMethod: Partial<Readonly<Record<LoginMethodName, readonly LoginFieldName[]>>> = {
  password: ["email", "password"],
  otp: ["email"],
  otp_or_password: ["email", "password"],
  scan_code: ["scan_code"],
  scan_code_password: ["scan_code", "password"],
  scan_code_last_name: ["scan_code", "last_name"],
  scan_code_zip: ["scan_code", "zip_code"],
  scan_code_email: ["email", "scan_code"],
};
