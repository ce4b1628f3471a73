import { Refused } from "../../../api/call.ts";
import { CaptchaCancelled } from "../../../shared/captcha/CaptchaCancelled.ts";
import type { Translator } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import type { loginStrings } from "../login.strings.ts";
import type { LoginMethod } from "../loginMethod.ts";

/** A "no" to somebody who logs in, in their words. `field`: it is about the address; `forgot`: a way out stands beside it. */
export type LoginRefusal = { readonly text: string; readonly field?: "email"; readonly offersReset?: true };

export type LoginTexts = {
  readonly t: Translator<typeof loginStrings>;
  readonly shared: Translator<typeof sharedStrings>;
};

const notFoundTexts = {
  scan_code: "login.invalid.scan_code",
  scan_code_password: "login.invalid.scan_code_password",
  scan_code_last_name: "login.invalid.scan_code_last_name",
  scan_code_zip: "login.invalid.scan_code_zip",
  scan_code_email: "login.invalid.scan_code_email",
} as const satisfies Partial<Record<LoginMethod, keyof typeof loginStrings>>;
const isMemberLookup = (method: LoginMethod): method is keyof typeof notFoundTexts =>
  Object.hasOwn(notFoundTexts, method);

/** What the server says when it has nothing to say. */
const genericDescriptions: ReadonlySet<string> = new Set(["", ...Object.values(sharedStrings)]);

/** What is wrong is not said where it would tell who is a member. */
const describeNotFound = (error: Refused, method: LoginMethod, t: LoginTexts["t"]): string => {
  if (isMemberLookup(method)) return t(notFoundTexts[method]);
  const isDescribed = error.code === "not_authorized" && !genericDescriptions.has(error.description);
  return isDescribed ? error.description : t("login.invalid.password");
};

/** Undefined when the visitor has thought better of it. */
export const describeLoginRefusal = (
  error: unknown,
  method: LoginMethod,
  { t, shared }: LoginTexts,
): LoginRefusal | undefined => {
  if (error instanceof CaptchaCancelled) return undefined;
  const generic = { text: shared("error.generic") };
  if (!(error instanceof Refused)) return generic;
  switch (error.code) {
    case "guest_account":
      return { text: t("login.guest_account") };
    case "incorrect_password":
      return { text: t("login.incorrect_password"), offersReset: true };
    case "validate_not_email":
      return { text: t("login.email.invalid"), field: "email" };
    case "cart_expired":
      return { text: t("login.cart_expired") };
    case "too_many_requests":
    case "captcha_failed":
      return { text: error.description };
    case "not_authorized":
    case "not_found":
      return { text: describeNotFound(error, method, t) };
    default:
      return generic;
  }
};

/** What the member's code of a link came to: what was given says what to look at. */
export const describeLinkRefusal = (parameters: Readonly<Record<string, string>>, t: LoginTexts["t"]): string => {
  const has = (name: string) => name in parameters || `login.${name}` in parameters;
  if (has("zip_code")) return t("login.invalid.scan_code_zip");
  if (has("last_name")) return t("login.invalid.scan_code_last_name");
  if (has("email")) return t("login.invalid.scan_code_email");
  return t("login.invalid.scan_code_zip");
};
