import { Refused } from "../../api/call.ts";
import { CaptchaCancelled } from "../../shared/captcha.ts";
import type { Texts } from "../../shared/seller.tsx";
import type { sharedStrings } from "../../shared/shared.strings.ts";
import type { loginStrings } from "./login.strings.ts";
import type { Method } from "./loginMethod.ts";

/** A "no" to somebody who logs in, in their words. `field`: it is about the address; `forgot`: a way out stands beside it. */
export type LoginRefusal = { readonly text: string; readonly field?: "email"; readonly forgot?: true };

export type LoginWords = { readonly t: Texts<typeof loginStrings>; readonly shared: Texts<typeof sharedStrings> };

const byMethod = {
  scan_code: "login.invalid.scan_code",
  scan_code_password: "login.invalid.scan_code_password",
  scan_code_last_name: "login.invalid.scan_code_last_name",
  scan_code_zip: "login.invalid.scan_code_zip",
  scan_code_email: "login.invalid.scan_code_email",
} as const satisfies Partial<Record<Method, keyof typeof loginStrings>>;
const isLookup = (method: Method): method is keyof typeof byMethod => Object.hasOwn(byMethod, method);

/** What is wrong is not said where it would tell who is a member. */
const notFound = (error: Refused, method: Method, t: LoginWords["t"]): string => {
  if (isLookup(method)) return t(byMethod[method]);
  return error.code === "not_authorized" && error.description !== "" ? error.description : t("login.invalid.password");
};

/** Undefined when the visitor has thought better of it. */
export const loginRefusal = (error: unknown, method: Method, { t, shared }: LoginWords): LoginRefusal | undefined => {
  if (error instanceof CaptchaCancelled) return undefined;
  const generic = { text: shared("error.generic") };
  if (!(error instanceof Refused)) return generic;
  switch (error.code) {
    case "guest_account":
      return { text: t("login.guest_account") };
    case "incorrect_password":
      return { text: t("login.incorrect_password"), forgot: true };
    case "validate_not_email":
      return { text: t("login.email.invalid"), field: "email" };
    case "cart_expired":
      return { text: t("login.cart_expired") };
    case "too_many_requests":
    case "captcha_failed":
      return { text: error.description };
    case "not_authorized":
    case "not_found":
      return { text: notFound(error, method, t) };
    default:
      return generic;
  }
};

/** What the member's code of a link came to: what was given says what to look at. */
export const linkRefusal = (parameters: Readonly<Record<string, string>>, t: LoginWords["t"]): string => {
  const has = (name: string) => name in parameters || `login.${name}` in parameters;
  if (has("zip_code")) return t("login.invalid.scan_code_zip");
  if (has("last_name")) return t("login.invalid.scan_code_last_name");
  if (has("email")) return t("login.invalid.scan_code_email");
  return t("login.invalid.scan_code_zip");
};
