import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { linkDetail, type MemberDetail } from "@foyer/rules/account/linkDetail.ts";
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

const linkTexts = {
  nothing: "login.invalid.scan_code",
  zip_code: "login.invalid.scan_code_zip",
  last_name: "login.invalid.scan_code_last_name",
  email: "login.invalid.scan_code_email",
} as const satisfies Record<MemberDetail, keyof typeof loginStrings>;

/** The detail that a link has besides the member number. */
const detailIn = (parameters: Readonly<Record<string, string>>): MemberDetail =>
  (["zip_code", "last_name", "email"] as const).find((name) => name in parameters || `login.${name}` in parameters) ??
  "nothing";

type RefusedLink = {
  readonly parameters: Readonly<Record<string, string>>;
  readonly configuration: Pick<Configuration, "authentication" | "login">;
};

/**
 * A refused login by link. It names the detail that the seller's links need, or that this link has if the seller's members
 * have no links.
 */
export const describeLinkRefusal = (
  error: unknown,
  { parameters, configuration }: RefusedLink,
  { t, shared }: LoginTexts,
): string => {
  if (!(error instanceof Refused) || error.status >= 500) return failureText(shared);
  if (error.code === "too_many_requests") return error.description;
  return t(linkTexts[linkDetail(configuration) ?? detailIn(parameters)]);
};
