import type { loginLimits } from "@foyer/contract/shop/login.ts";

/** Lengths of a password, in characters. The type ties them to the contract's numbers. */
export const passwordLengths: (typeof loginLimits)["password"] = { min: 8, max: 254 };

export type PasswordProblem = "required" | "short" | "long" | "outer_space" | "not_printable" | "few_classes";

const characterClasses: readonly RegExp[] = [/[A-Z]/, /[a-z]/, /[0-9]/, /[~`!@#$%^&*()_\-+={[}\]|\\:;"'<,>.?/]/];
const minCharacterClasses = 3;

/** Validates a new password, in this order. Common passwords are checked by the server. */
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
