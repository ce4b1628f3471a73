import { passwordProblems } from "@foyer/rules/account/password.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { isCommonPassword } from "./isCommonPassword.ts";

type PasswordOwner = {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
};

export type NewPasswordProblem = ReturnType<typeof passwordProblems>[number] | "common";

/** The problems found by the shared rule, or else `common`, which only the server checks. */
export const newPasswordProblems = (
  { seller }: Pick<RequestContext, "seller">,
  password: string,
  owner: PasswordOwner | undefined,
): readonly NewPasswordProblem[] => {
  const problems = passwordProblems(password);
  if (problems.length > 0) return problems;
  const personalWords = [seller.name, seller.slug, owner?.first_name, owner?.last_name, owner?.email?.split("@")[0]];
  return isCommonPassword(
    password,
    personalWords.filter((word) => word !== null && word !== undefined),
  )
    ? ["common"]
    : [];
};

/** Call it before hashing, because an overlong password must not cost a hash. */
export const requireStrongPassword = (
  ctx: Pick<RequestContext, "seller">,
  password: string,
  owner: PasswordOwner | undefined,
): void => {
  const problems = newPasswordProblems(ctx, password, owner);
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
