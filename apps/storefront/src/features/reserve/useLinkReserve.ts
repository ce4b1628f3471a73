import { useEffect, useRef, useState } from "react";
import type { Missing } from "@foyer/rules/reserveFlow.ts";
import type { Problem } from "./useSubmit.ts";
import type { Reserve } from "./useReserve.ts";

/** What a link cannot have said: names, answers, vouchers, seats. */
export type LinkLacks = Missing | { readonly step: "details" };

type Wish = {
  readonly reserve: Omit<Reserve, "act">;
  /** What is still to be chosen. */
  readonly lacks: LinkLacks | undefined;
  readonly problem: Problem | undefined;
  readonly submit: () => void;
  readonly onLacking: (lacks: LinkLacks) => void;
};

/**
 * A link that reserves as well (requirements OPEN-25), once and as soon as all that it names is known: 'true' falls back
 * silently to the form, 'warn' says what is wrong, 'strict' has no form then.
 */
export const useLinkReserve = ({ reserve, lacks, problem, submit, onLacking }: Wish) => {
  const { linkMode: mode, linkProblems, notice, failed, isCut, isSettled, forgetWish } = reserve;
  const [tried, setTried] = useState<"not" | "blocked" | "sent">("not");
  const isBlocked = linkProblems.length > 0 || notice !== undefined || failed || isCut;
  if (mode !== "false" && tried === "not" && (isSettled || failed))
    setTried(isBlocked || lacks !== undefined ? "blocked" : "sent");

  const isDone = useRef(false);
  useEffect(() => {
    if (tried === "not" || isDone.current) return;
    isDone.current = true;
    forgetWish();
    if (tried === "sent") submit();
    else if (mode === "warn" && !isBlocked && lacks) onLacking(lacks);
  });

  const hasFailed = tried === "blocked" || (tried === "sent" && (problem !== undefined || notice !== undefined));
  return {
    /** The visitor is told that it cannot be, and is shown no form. */
    isRefused: mode === "strict" && hasFailed,
    /** What came of the link's own attempt is not said. */
    isSilent: mode === "true" && tried === "sent",
    saysProblems: mode === "warn" || mode === "strict",
    /** From now on it is the visitor who reserves. */
    takeOver: () => setTried((before) => (before === "sent" ? "blocked" : before)),
  };
};
