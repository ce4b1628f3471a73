import type { Seller } from "@foyer/contract/shop/seller.ts";
import { guardStands } from "../../db/faultPoints.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";

export type AuthenticationMode = NonNullable<Seller["configuration"]["authentication"]>;
/** Ways to show who one is; a seller's method opens some of them. */
export type LoginMethod = "password" | "scan_code" | "otp" | "link" | "account" | "reset" | "oidc" | "jwt";

const loginMethodsByMode: Readonly<Record<AuthenticationMode, readonly LoginMethod[]>> = {
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

/** Nothing said means password (requirements OPEN-45). */
export const authenticationMode = ({ seller }: Pick<RequestContext, "seller">): AuthenticationMode =>
  seller.configuration.authentication ?? "password";

/** Is it opened by somebody else? */
export const usesSso = (ctx: Pick<RequestContext, "seller">): boolean =>
  loginMethodsByMode[authenticationMode(ctx)].some((method) => method === "oidc" || method === "jwt");

/** Is this a way to log in at this seller? */
export const isLoginMethodEnabled = (ctx: Pick<RequestContext, "seller">, method: LoginMethod): boolean =>
  loginMethodsByMode[authenticationMode(ctx)].includes(method) ||
  // Links to members are a seller's own doing, beside whatever else they log in by.
  (method === "link" && authenticationMode(ctx) !== "none" && ctx.seller.configuration.login?.link_needs !== undefined);

/**
 * Does a member's number open something without a secret beside it? Then it is told to nobody but whose account it opens:
 * everybody may buy a membership for somebody's address, and would read there how to come in as them (T88, T95).
 */
export const canLogInByNumber = (ctx: Pick<RequestContext, "seller">): boolean =>
  guardStands("member_number_privacy") &&
  (isLoginMethodEnabled(ctx, "link") ||
    (isLoginMethodEnabled(ctx, "scan_code") && authenticationMode(ctx) !== "scan_code_password"));

/** A way that the seller has not configured is not there (T107). */
export const requireLoginMethod = (ctx: Pick<RequestContext, "seller">, method: LoginMethod): void => {
  if (!isLoginMethodEnabled(ctx, method)) throw new Refused({ code: "not_found" });
};
