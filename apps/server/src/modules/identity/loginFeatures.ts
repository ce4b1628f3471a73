import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";

export type AuthenticationMode = NonNullable<Seller["configuration"]["authentication"]>;
/** What visitors can do to get into an account. A seller's authentication mode enables some of these. */
export type LoginFeature = "password" | "scan_code" | "otp" | "link" | "account" | "reset" | "oidc" | "jwt";

const loginFeaturesByMode: Readonly<Record<AuthenticationMode, readonly LoginFeature[]>> = {
  password: ["password", "account", "reset"],
  otp: ["otp"],
  otp_or_password: ["password", "otp", "account", "reset"],
  scan_code: ["scan_code", "link"],
  scan_code_password: ["scan_code", "account", "reset"],
  scan_code_last_name: ["scan_code", "link"],
  scan_code_zip: ["scan_code", "link"],
  scan_code_email: ["scan_code", "link"],
  auth0: ["oidc"],
  sso: ["oidc"],
  external: ["jwt"],
  none: [],
};

/** Password is the default. */
export const authenticationMode = ({ seller }: Pick<RequestContext, "seller">): AuthenticationMode =>
  seller.configuration.authentication ?? "password";

/** Visitors log in at an external system. */
export const usesSso = (ctx: Pick<RequestContext, "seller">): boolean =>
  loginFeaturesByMode[authenticationMode(ctx)].some((method) => method === "oidc" || method === "jwt");

export const isLoginFeatureEnabled = (ctx: Pick<RequestContext, "seller">, method: LoginFeature): boolean =>
  loginFeaturesByMode[authenticationMode(ctx)].includes(method) ||
  // A seller may send login links to members beside any mode.
  (method === "link" && authenticationMode(ctx) !== "none" && ctx.seller.configuration.login?.link_needs !== undefined);

/**
 * A member number logs in without a secret. Such numbers are shown to their account alone: anybody may buy a membership
 * for another person's e-mail address, and could read there how to log in as them.
 */
export const canLogInByNumber = (ctx: Pick<RequestContext, "seller">): boolean =>
  isLoginFeatureEnabled(ctx, "link") ||
  (isLoginFeatureEnabled(ctx, "scan_code") && authenticationMode(ctx) !== "scan_code_password");

/** A method that the seller has not enabled is answered like a missing page. */
export const requireLoginFeature = (ctx: Pick<RequestContext, "seller">, method: LoginFeature): void => {
  if (!isLoginFeatureEnabled(ctx, method)) throw new Refused({ code: "not_found" });
};
