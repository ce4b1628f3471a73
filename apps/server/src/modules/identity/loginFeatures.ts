import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";

export type AuthenticationMode = NonNullable<Seller["configuration"]["authentication"]>;
/** Ways for visitors to get into an account. A seller's authentication mode enables some of them. */
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
  unknown: [],
};

/** Password is the default. */
export const authenticationMode = ({ seller }: Pick<RequestContext, "seller">): AuthenticationMode =>
  seller.configuration.authentication ?? "password";

/** Visitors log in at an external system. */
export const usesSso = (ctx: Pick<RequestContext, "seller">): boolean =>
  loginFeaturesByMode[authenticationMode(ctx)].some((feature) => feature === "oidc" || feature === "jwt");

export const isLoginFeatureEnabled = (ctx: Pick<RequestContext, "seller">, feature: LoginFeature): boolean =>
  loginFeaturesByMode[authenticationMode(ctx)].includes(feature) ||
  // A seller may send login links to members in addition to any mode.
  (feature === "link" &&
    !["none", "unknown"].includes(authenticationMode(ctx)) &&
    ctx.seller.configuration.login?.link_needs !== undefined);

/**
 * Whether a member number logs in without a secret. Such numbers are only shown to their own account: anybody can buy a
 * membership for another person's e-mail address, and could otherwise read there how to log in as them.
 */
export const canLogInByNumber = (ctx: Pick<RequestContext, "seller">): boolean =>
  isLoginFeatureEnabled(ctx, "link") ||
  (isLoginFeatureEnabled(ctx, "scan_code") && authenticationMode(ctx) !== "scan_code_password");

/** A feature that the seller has not enabled is answered like a missing page. */
export const requireLoginFeature = (ctx: Pick<RequestContext, "seller">, feature: LoginFeature): void => {
  if (!isLoginFeatureEnabled(ctx, feature)) throw new Refused({ code: "not_found" });
};
