import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { createUser } from "@foyer/contract/shop/login.ts";
import { passwordProblems } from "@foyer/rules/account/password.ts";
import { call, Refused } from "../../../api/call.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { storeLogin } from "../../login/session/storeLogin.ts";
import { callWithCaptcha } from "../../login/login.queries.ts";
import type { CreatedAccount } from "../payment/purchaseCart.ts";

export type ChosenPasswordProblem = "required" | "invalid" | "common" | "mismatch";
type PasswordProblems = {
  readonly password?: ChosenPasswordProblem | undefined;
  readonly confirmation?: ChosenPasswordProblem | undefined;
};

/**
 * A password for a new account, if the seller asks buyers for one. The account is created before the payment, so that the
 * order belongs to it. If an account with the e-mail address exists, the buyer continues as a guest with the identity that
 * the refusal names (docs/decisions/024). The password is only kept in memory.
 */
export const useNewAccount = (asked: "no" | "optional" | "required") => {
  const { slug } = useSeller();
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [problems, setProblems] = useState<PasswordProblems>({});
  /** The e-mail address that turned out to be taken, so that trying another card does not ask again. */
  const takenEmail = useRef<{ readonly email: string; readonly existing_identity_id: string }>(undefined);

  const findProblems = (): PasswordProblems => {
    const isEmpty = password === "" && confirmation === "";
    if (asked === "no" || (asked === "optional" && isEmpty)) return {};
    if (password === "") return { password: "required" };
    if (passwordProblems(password).length > 0) return { password: "invalid" };
    return confirmation === password ? {} : { confirmation: confirmation === "" ? "required" : "mismatch" };
  };

  const createAccount = async (identity: IdentityInput): Promise<CreatedAccount> => {
    const { first_name, last_name, email, additional_info } = identity;
    if (takenEmail.current?.email === email)
      return { isMember: false, existing_identity_id: takenEmail.current.existing_identity_id };
    const person = { first_name, last_name, email, password, ...(additional_info && { additional_info }) };
    try {
      const reply = await callWithCaptcha("login", (headers) => call(createUser, person, { headers }));
      storeLogin(client, slug, reply);
      return { isMember: true, captcha: undefined };
    } catch (error) {
      const existing_identity_id =
        error instanceof Refused && error.code === "email_taken" ? error.extra.identity_id : undefined;
      if (typeof existing_identity_id !== "string") throw error;
      takenEmail.current = { email, existing_identity_id };
      return { isMember: false, existing_identity_id };
    }
  };

  return {
    asked,
    password,
    confirmation,
    problems,
    hasProblems: problems.password !== undefined || problems.confirmation !== undefined,
    setPassword: (typed: string) => {
      setPassword(typed);
      setProblems({});
    },
    setConfirmation: (typed: string) => {
      setConfirmation(typed);
      setProblems((before) => ({ ...before, confirmation: undefined }));
    },
    /** Shows a weak password as soon as the field loses focus. */
    checkPassword: () => {
      if (password !== "" && passwordProblems(password).length > 0) setProblems({ password: "invalid" });
    },
    /** The first field without a valid answer, before any error is shown. */
    missingField: (): string | undefined => {
      const { password: first, confirmation: second } = findProblems();
      return first ? "password" : second && "password_confirm";
    },
    check: (): boolean => {
      const found = findProblems();
      setProblems(found);
      return found.password === undefined && found.confirmation === undefined;
    },
    /** Only the server knows whether a password is too common. */
    showRefusal: (fields: readonly { readonly field: string; readonly message: string }[]) => {
      const refused = fields.find(({ field }) => field === "password");
      if (refused) setProblems({ password: refused.message === "common" ? "common" : "invalid" });
    },
    /** Undefined if no account is wanted. */
    accountOpener: (identity: IdentityInput): (() => Promise<CreatedAccount>) | undefined =>
      asked === "no" || password === "" ? undefined : () => createAccount(identity),
  };
};
export type NewAccountForm = ReturnType<typeof useNewAccount>;
