import { Refused } from "../../../api/call.ts";
import { CaptchaCancelled } from "../../../shared/captcha/CaptchaCancelled.ts";
import type { Translator } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import type { loginStrings } from "../login.strings.ts";
import type { LoginMethodName } from "../loginMethod.ts";

/** A refused login as text for the visitor. `field`: it concerns the e-mail address. `offersReset`: a reset link helps. */
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
} as const satisfies Partial<Record<LoginMethodName, keyof typeof loginStrings>>;
const isMemberLookup = (method: LoginMethodName): method is keyof typeof notFoundTexts =>
  Object.hasOwn(notFoundTexts, method);

/** Descriptions that say nothing specific. */
const genericDescriptions: ReadonlySet<string> = new Set(["", ...Object.values(sharedStrings)]);

/** Does not say which part is wrong if that would reveal who is a member. */
const describeNotFound = (error: Refused, method: LoginMethodName, t: LoginTexts["t"]): string => {
  if (isMemberLookup(method)) return t(notFoundTexts[method]);
  const isDescribed = error.code === "not_authorized" && !genericDescriptions.has(error.description);
  return isDescribed ? error.description : t("login.invalid.password");
};

/** Undefined if the visitor closed the captcha. */
export const describeLoginRefusal = (
  error: unknown,
  method: LoginMethodName,
  { t, shared }: LoginTexts,
): LoginRefusal | undefined => {
  if (error instanceof CaptchaCancelled) return undefined;
  const generic = { text: failureText(shared) };
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

/** A refused login by link. The parameters of the link decide which details to check. */
export const describeLinkRefusal = (parameters: Readonly<Record<string, string>>, t: LoginTexts["t"]): string => {
  const has = (name: string) => name in parameters || `login.${name}` in parameters;
  if (has("zip_code")) return t("login.invalid.scan_code_zip");
  if (has("last_name")) return t("login.invalid.scan_code_last_name");
  if (has("email")) return t("login.invalid.scan_code_email");
  return t("login.invalid.scan_code_zip");
};
