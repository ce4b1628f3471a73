import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { createUser } from "@foyer/contract/shop/login.ts";
import { passwordProblems } from "@foyer/rules/account/password.ts";
import { call, Refused } from "../../../api/call.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { storeLogin } from "../../login/session/storeLogin.ts";
import { callWithCaptcha } from "../../login/login.queries.ts";
import type { OpenedAccount } from "../payment/purchaseCart.ts";

export type PasswordProblem = "required" | "invalid" | "common" | "mismatch";
type PasswordProblems = {
  readonly password?: PasswordProblem | undefined;
  readonly again?: PasswordProblem | undefined;
};

/**
 * A password, where the seller asks whoever buys to choose one: they have an account by it before they pay, and the order is
 * in it. Where the address is another's account already they go on as a guest, by the id that the refusal names (requirements
 * CALL-12, docs/decisions/024). What is typed stays in memory.
 */
export const useNewAccount = (asked: "no" | "optional" | "required") => {
  const { slug } = useSeller();
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [problems, setProblems] = useState<PasswordProblems>({});
  /** Whose address was taken: it is not asked again for each card that is tried. */
  const takenEmail = useRef<{ readonly email: string; readonly named_id: string }>(undefined);

  const findProblems = (): PasswordProblems => {
    const isEmpty = password === "" && confirmation === "";
    if (asked === "no" || (asked === "optional" && isEmpty)) return {};
    if (password === "") return { password: "required" };
    if (passwordProblems(password).length > 0) return { password: "invalid" };
    return confirmation === password ? {} : { again: confirmation === "" ? "required" : "mismatch" };
  };

  const createAccount = async (identity: IdentityInput): Promise<OpenedAccount> => {
    const { first_name, last_name, email, additional_info } = identity;
    if (takenEmail.current?.email === email) return { isMember: false, named_id: takenEmail.current.named_id };
    const person = { first_name, last_name, email, password, ...(additional_info && { additional_info }) };
    try {
      const reply = await callWithCaptcha("login", (headers) => call(createUser, person, { headers }));
      storeLogin(client, slug, reply);
      return { isMember: true, captcha: undefined };
    } catch (error) {
      const named_id = error instanceof Refused && error.code === "email_taken" ? error.extra.identity_id : undefined;
      if (typeof named_id !== "string") throw error;
      takenEmail.current = { email, named_id };
      return { isMember: false, named_id };
    }
  };

  return {
    asked,
    password,
    confirmation,
    problems,
    isWrong: problems.password !== undefined || problems.again !== undefined,
    setPassword: (typed: string) => {
      setPassword(typed);
      setProblems({});
    },
    setConfirmation: (typed: string) => {
      setConfirmation(typed);
      setProblems((before) => ({ ...before, again: undefined }));
    },
    /** Left: what cannot be one is said at once (requirements PASSWD-08). */
    checkPassword: () => {
      if (password !== "" && passwordProblems(password).length > 0) setProblems({ password: "invalid" });
    },
    check: (): boolean => {
      const found = findProblems();
      setProblems(found);
      return found.password === undefined && found.again === undefined;
    },
    /** What the server alone knows of a password: that everybody would guess it. */
    showRefusal: (fields: readonly { readonly field: string; readonly message: string }[]) => {
      const own = fields.find(({ field }) => field === "password");
      if (own) setProblems({ password: own.message === "common" ? "common" : "invalid" });
    },
    /** Undefined: nobody wants one. */
    accountOpener: (identity: IdentityInput): (() => Promise<OpenedAccount>) | undefined =>
      asked === "no" || password === "" ? undefined : () => createAccount(identity),
  };
};
export type NewAccountForm = ReturnType<typeof useNewAccount>;
