import type { Configuration } from "@foyer/contract/seller.ts";

export type Method = NonNullable<Configuration["authentication"]>;
export type FieldName = "email" | "password" | "scan_code" | "last_name" | "zip_code";

/** How the seller's visitors log in; nothing said means by password (requirements OPEN-45). */
export const methodOf = ({ authentication = "password" }: Pick<Configuration, "authentication">): Method =>
  authentication;

const elsewhere: ReadonlySet<string> = new Set(["auth0", "sso", "external"]);
/** Somebody else does the logging in. */
export const isElsewhere = (method: Method): boolean => elsewhere.has(method);

/** An address first, and then a password or a code. */
export const hasSteps = (method: Method): boolean => ["password", "otp", "otp_or_password"].includes(method);
export const takesCode = (method: Method): boolean => method === "otp" || method === "otp_or_password";
export const takesPassword = (method: Method): boolean => method === "password" || method === "otp_or_password";
/** Somebody may open an account by choosing a password; elsewhere there is nothing to do with one. */
export const opensAccounts = (method: Method): boolean => takesPassword(method) || method === "scan_code_password";

/** What is asked where all of it is asked at once. */
export const fieldsOf: Partial<Readonly<Record<Method, readonly FieldName[]>>> = {
  password: ["email", "password"],
  otp: ["email"],
  otp_or_password: ["email", "password"],
  scan_code: ["scan_code"],
  scan_code_password: ["scan_code", "password"],
  scan_code_last_name: ["scan_code", "last_name"],
  scan_code_zip: ["scan_code", "zip_code"],
  scan_code_email: ["email", "scan_code"],
};
