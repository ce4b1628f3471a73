import type { Credentials } from "@foyer/contract/login.ts";
import { isEmail } from "@foyer/rules/email.ts";
import type { FieldName } from "./loginMethod.ts";

/** Where a login is asked for: on the event page some fields are shorter (document 2 §5.3). */
export type LoginPlace = "checkout" | "reserve" | undefined;

const usual = { email: 254, password: 254, scan_code: 50, last_name: 50, zip_code: 10 } as const;
const onReserve = { email: 100, password: 50, scan_code: 50, last_name: 50, zip_code: 5 } as const;
export const lengthOf = (name: FieldName, place: LoginPlace): number => (place === "reserve" ? onReserve : usual)[name];

export type Typed = Readonly<Partial<Record<FieldName, string>>>;
export type FieldProblem = "required" | "too_long" | "not_email";
export type FieldProblems = Readonly<Partial<Record<FieldName, FieldProblem | undefined>>>;

const problemOf = (name: FieldName, text: string, place: LoginPlace): FieldProblem | undefined => {
  if (text === "") return "required";
  if (text.length > lengthOf(name, place)) return "too_long";
  return name === "email" && !isEmail(text) ? "not_email" : undefined;
};

/** What is wrong with each field, before anybody is asked. Spaces around do not count. */
export const problemsOf = (fields: readonly FieldName[], typed: Typed, place: LoginPlace): FieldProblems =>
  Object.fromEntries(
    fields.flatMap((name) => {
      const problem = problemOf(name, (typed[name] ?? "").trim(), place);
      return problem ? [[name, problem] as const] : [];
    }),
  );

/** What is shown to the server: an address with its password, or a member's number with what goes with it. */
export const credentialsOf = (fields: readonly FieldName[], typed: Typed): Credentials => {
  const of = (name: FieldName) => (typed[name] ?? "").trim();
  if (!fields.includes("scan_code")) return { username: of("email"), password: of("password") };
  return {
    scan_code: of("scan_code"),
    ...Object.fromEntries(fields.filter((name) => name !== "scan_code").map((name) => [name, of(name)])),
  };
};
