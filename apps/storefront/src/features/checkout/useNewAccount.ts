import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { createUser } from "@foyer/contract/login.ts";
import { passwordProblems } from "@foyer/rules/password.ts";
import { call, Refused } from "../../api/call.ts";
import { useSeller } from "../../shared/seller.tsx";
import { keepLogin } from "../login/keepLogin.ts";
import { asPerson } from "../login/login.queries.ts";
import type { Opened } from "./buy.ts";

export type PasswordProblem = "required" | "invalid" | "common" | "mismatch";
type Problems = { readonly password?: PasswordProblem | undefined; readonly again?: PasswordProblem | undefined };

/**
 * A password, where the seller asks whoever buys to choose one: they have an account by it before they pay, and the order is
 * in it. Where the address is another's account already they go on as a guest, by the id that the refusal names (requirements
 * CALL-12, docs/decisions/024). What is typed stays in memory.
 */
export const useNewAccount = (asked: "no" | "optional" | "required") => {
  const { slug } = useSeller();
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  /** Whose address was taken: it is not asked again for each card that is tried. */
  const taken = useRef<{ readonly email: string; readonly named_id: string }>(undefined);

  const wrong = (): Problems => {
    const isLeft = password === "" && again === "";
    if (asked === "no" || (asked === "optional" && isLeft)) return {};
    if (password === "") return { password: "required" };
    if (passwordProblems(password).length > 0) return { password: "invalid" };
    return again === password ? {} : { again: again === "" ? "required" : "mismatch" };
  };

  const open = async (identity: IdentityInput): Promise<Opened> => {
    const { first_name, last_name, email, additional_info } = identity;
    if (taken.current?.email === email) return { isMember: false, named_id: taken.current.named_id };
    const person = { first_name, last_name, email, password, ...(additional_info && { additional_info }) };
    try {
      const reply = await asPerson("login", (headers) => call(createUser, person, { headers }));
      keepLogin(client, slug, reply);
      return { isMember: true, captcha: undefined };
    } catch (error) {
      const named_id = error instanceof Refused && error.code === "email_taken" ? error.extra.identity_id : undefined;
      if (typeof named_id !== "string") throw error;
      taken.current = { email, named_id };
      return { isMember: false, named_id };
    }
  };

  return {
    asked,
    password,
    again,
    problems,
    isWrong: problems.password !== undefined || problems.again !== undefined,
    setPassword: (typed: string) => {
      setPassword(typed);
      setProblems({});
    },
    setAgain: (typed: string) => {
      setAgain(typed);
      setProblems((before) => ({ ...before, again: undefined }));
    },
    /** Left: what cannot be one is said at once (requirements PASSWD-08). */
    leave: () => {
      if (password !== "" && passwordProblems(password).length > 0) setProblems({ password: "invalid" });
    },
    check: (): boolean => {
      const found = wrong();
      setProblems(found);
      return found.password === undefined && found.again === undefined;
    },
    /** What the server alone knows of a password: that everybody would guess it. */
    refuse: (fields: readonly { readonly field: string; readonly message: string }[]) => {
      const own = fields.find(({ field }) => field === "password");
      if (own) setProblems({ password: own.message === "common" ? "common" : "invalid" });
    },
    /** Undefined: nobody wants one. */
    opens: (identity: IdentityInput): (() => Promise<Opened>) | undefined =>
      asked === "no" || password === "" ? undefined : () => open(identity),
  };
};
export type NewAccountForm = ReturnType<typeof useNewAccount>;
