import type { loginLimits } from "@foyer/contract/shop/login.ts";

/** Signs of a password; the contract's own numbers, by their type. */
export const passwordLengths: (typeof loginLimits)["password"] = { min: 8, max: 254 };

export type PasswordProblem = "required" | "short" | "long" | "outer_space" | "not_printable" | "few_classes";

const characterClasses: readonly RegExp[] = [/[A-Z]/, /[a-z]/, /[0-9]/, /[~`!@#$%^&*()_\-+={[}\]|\\:;"'<,>.?/]/];
const minCharacterClasses = 3;

/**
 * What is wrong with a new password (document 2 §5.2), in the order in which it is looked for. Which passwords are known to
 * everybody is the server's to say.
 */
export const passwordProblems = (password: string): readonly PasswordProblem[] => {
  if (password === "") return ["required"];
  const found: readonly (readonly [PasswordProblem, boolean])[] = [
    ["short", password.length < passwordLengths.min],
    ["long", password.length > passwordLengths.max],
    ["outer_space", /^\s|\s$/.test(password)],
    ["not_printable", !/^[ -~]*$/.test(password)],
    ["few_classes", characterClasses.filter((one) => one.test(password)).length < minCharacterClasses],
  ];
  return found.filter(([, wrong]) => wrong).map(([problem]) => problem);
};
