import { passwordProblems } from "@foyer/rules/password.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { isCommonPassword } from "./commonPasswords.ts";

type Person = { readonly first_name: string | null; readonly last_name: string | null; readonly email: string | null };

export type NewPasswordProblem = ReturnType<typeof passwordProblems>[number] | "common";

/** What is wrong with a new password, also what only the server knows: that everybody would guess it. */
export const newPasswordProblems = (
  { seller }: Pick<Ask, "seller">,
  password: string,
  person: Person | undefined,
): readonly NewPasswordProblem[] => {
  const problems = passwordProblems(password);
  if (problems.length > 0) return problems;
  const own = [seller.name, seller.slug, person?.first_name, person?.last_name, person?.email?.split("@")[0]];
  return isCommonPassword(
    password,
    own.filter((word) => word !== null && word !== undefined),
  )
    ? ["common"]
    : [];
};

/** Before anything is hashed: what is too long is not even read (T106). */
export const refuseWeak = (ask: Pick<Ask, "seller">, password: string, person: Person | undefined): void => {
  const problems = newPasswordProblems(ask, password, person);
  if (problems.length === 0) return;
  throw new Refused({
    code: "validation_failed",
    context: "login",
    description: problems.includes("common")
      ? "Too many people use this password. Please choose another one."
      : "Invalid password",
    extra: { fields: ["password"], problems: problems.map((message) => ({ field: "password", message })) },
  });
};
