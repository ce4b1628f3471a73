import { staffPasswordLengths } from "@foyer/contract/office/staff/signIn.ts";
import { Refused } from "../../errors/refused.ts";
import { hashPassword } from "../identity/password/hashPassword.ts";
import { isCommonPassword } from "../identity/password/isCommonPassword.ts";

type Problem = "short" | "long" | "address" | "common";

const messages: Readonly<Record<Problem, string>> = {
  short: `Use at least ${staffPasswordLengths.min} characters.`,
  long: `Use at most ${staffPasswordLengths.max} characters.`,
  address: "Leave your email address out of it.",
  common: "Too many people use this password. Please choose another one.",
};

/** The problem of a new password for an account; undefined if there is none. */
export const staffPasswordProblem = (password: string, { email, name }: { email: string; name: string }) => {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const text = password.toLowerCase();
  const length = [...password].length;
  if (length < staffPasswordLengths.min) return "short";
  if (length > staffPasswordLengths.max) return "long";
  if (text.includes(email.toLowerCase()) || (local.length >= 4 && text.includes(local))) return "address";
  return isCommonPassword(password, [name, local, domain.split(".")[0] ?? ""]) ? "common" : undefined;
};

/** Hashes a new password. Refuses a weak one before it costs a hash. */
export const hashStaffPassword = async (password: string, owner: { email: string; name: string }): Promise<string> => {
  const problem = staffPasswordProblem(password, owner);
  if (problem)
    throw new Refused({
      code: "validation_failed",
      context: "staff",
      description: messages[problem],
      extra: { fields: ["password"], problems: [{ field: "password", message: problem }] },
    });
  return hashPassword(password);
};
