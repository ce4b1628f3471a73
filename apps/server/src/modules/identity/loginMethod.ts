import type { Seller } from "@foyer/contract/seller.ts";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";

export type Method = NonNullable<Seller["configuration"]["authentication"]>;
/** Ways to show who one is; a seller's method opens some of them. */
export type Way = "password" | "scan_code" | "otp" | "link" | "account" | "reset" | "oidc" | "jwt";

const ways: Readonly<Record<Method, readonly Way[]>> = {
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
export const methodOf = ({ seller }: Pick<Ask, "seller">): Method => seller.configuration.authentication ?? "password";

/** Is it opened by somebody else? */
export const isElsewhere = (ask: Pick<Ask, "seller">): boolean =>
  ways[methodOf(ask)].some((way) => way === "oidc" || way === "jwt");

/** Is this a way to log in at this seller? */
export const isOpen = (ask: Pick<Ask, "seller">, way: Way): boolean =>
  ways[methodOf(ask)].includes(way) ||
  // Links to members are a seller's own doing, beside whatever else they log in by.
  (way === "link" && methodOf(ask) !== "none" && ask.seller.configuration.login?.link_needs !== undefined);

/**
 * Does a member's number open something without a secret beside it? Then it is told to nobody but whose account it opens:
 * everybody may buy a membership for somebody's address, and would read there how to come in as them (T88, T95).
 */
export const opensByNumber = (ask: Pick<Ask, "seller">): boolean =>
  guardStands("number_of_others") &&
  (isOpen(ask, "link") || (isOpen(ask, "scan_code") && methodOf(ask) !== "scan_code_password"));

/** A way that the seller has not configured is not there (T107). */
export const requireWay = (ask: Pick<Ask, "seller">, way: Way): void => {
  if (!isOpen(ask, way)) throw new Refused({ code: "not_found" });
};
