import { useState } from "react";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { defaultIdentityFields, identityProblems, type Answers, type Problem } from "@foyer/rules/identityForm.ts";

/** The field itself, and those that have to repeat it. */
const isAbout = (name: string, problem: Problem): boolean =>
  problem.field === name || problem.message === `${name}MustMatch`;

const identityOf = (answers: Answers): IdentityInput => {
  const text = (name: string): string => String(answers[name] ?? "").trim();
  return { first_name: text("first_name"), last_name: text("last_name"), email: text("email") };
};

/** Who buys, as they type it: in memory alone. It outlives a decline and nothing else. */
export const usePurchaser = () => {
  const [answers, setAnswers] = useState<Answers>({});
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  return {
    fields: defaultIdentityFields,
    answers,
    problems,
    answer: (name: string, value: string) => {
      setAnswers((before) => ({ ...before, [name]: value }));
      setProblems((before) => before.filter((one) => !isAbout(name, one)));
    },
    /** Says what is wrong at its fields; true when nothing is. */
    check: (): boolean => {
      const found = identityProblems(defaultIdentityFields, answers);
      setProblems(found);
      return found.length === 0;
    },
    /** What the server found wrong. */
    refuse: setProblems,
    identity: (): IdentityInput => identityOf(answers),
  };
};
export type PurchaserForm = ReturnType<typeof usePurchaser>;
