import type { Credentials } from "@foyer/contract/shop/login.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import type { LoginFieldName } from "../loginMethod.ts";

/** Where the login is shown. On the event page (`reserve`), some fields have lower length limits. */
export type LoginContext = "checkout" | "reserve" | undefined;

const maxLengths = { email: 254, password: 254, scan_code: 50, last_name: 50, zip_code: 10 } as const;
const reserveMaxLengths = { email: 100, password: 50, scan_code: 50, last_name: 50, zip_code: 5 } as const;
export const maxLengthOf = (name: LoginFieldName, context: LoginContext): number =>
  (context === "reserve" ? reserveMaxLengths : maxLengths)[name];

export type TypedCredentials = Readonly<Partial<Record<LoginFieldName, string>>>;
export type FieldProblem = "required" | "too_long" | "not_email";
export type FieldProblems = Readonly<Partial<Record<LoginFieldName, FieldProblem | undefined>>>;

/** Without spaces around it; an e-mail address also without characters that nobody sees. */
const cleanedValue = (name: LoginFieldName, typed: TypedCredentials): string =>
  name === "email" ? plainText(typed.email ?? "") : (typed[name] ?? "").trim();

const findFieldProblem = (name: LoginFieldName, text: string, context: LoginContext): FieldProblem | undefined => {
  if (text === "") return "required";
  if (text.length > maxLengthOf(name, context)) return "too_long";
  return name === "email" && !isEmail(text) ? "not_email" : undefined;
};

/** Problems of the fields, without asking the server. Surrounding spaces are ignored. */
export const findFieldProblems = (
  fields: readonly LoginFieldName[],
  typed: TypedCredentials,
  context: LoginContext,
): FieldProblems =>
  Object.fromEntries(
    fields.flatMap((name) => {
      const problem = findFieldProblem(name, cleanedValue(name, typed), context);
      return problem ? [[name, problem] as const] : [];
    }),
  );

/** The credentials for the server: e-mail address and password, or the member ID with its other fields. */
export const buildCredentials = (fields: readonly LoginFieldName[], typed: TypedCredentials): Credentials => {
  const valueOf = (name: LoginFieldName) => cleanedValue(name, typed);
  if (!fields.includes("scan_code")) return { username: valueOf("email"), password: valueOf("password") };
  return {
    scan_code: valueOf("scan_code"),
    ...Object.fromEntries(fields.filter((name) => name !== "scan_code").map((name) => [name, valueOf(name)])),
  };
};
