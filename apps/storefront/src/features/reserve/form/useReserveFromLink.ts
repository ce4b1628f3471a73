import { useEffect, useRef, useState } from "react";
import type { MissingStep } from "@foyer/rules/reserve/reserveState.ts";
import type { FormProblem } from "../../../shared/form/formProblem.ts";
import type { ReserveFormState } from "./reserveFormState.ts";

/** What a link cannot have said: names, answers, vouchers, seats. */
export type LinkMissing = MissingStep | { readonly step: "details" };

type ReserveFromLinkOptions = {
  readonly reserve: Omit<ReserveFormState, "act">;
  /** What is still to be chosen. */
  readonly missing: LinkMissing | undefined;
  readonly problem: FormProblem | undefined;
  readonly submit: () => void;
  readonly onMissing: (missing: LinkMissing) => void;
};

/**
 * A link that reserves as well (requirements OPEN-25), once and as soon as all that it names is known: 'true' falls back
 * silently to the form, 'warn' says what is wrong, 'strict' has no form then.
 */
export const useReserveFromLink = ({ reserve, missing, problem, submit, onMissing }: ReserveFromLinkOptions) => {
  const {
    linkMode: mode,
    linkProblems,
    notice,
    hasFailed: hasLinkFailed,
    isLinkTruncated,
    isLinkResolved,
    clearReserveFlag,
  } = reserve;
  const [attempt, setAttempt] = useState<"not" | "blocked" | "sent">("not");
  const isBlocked = linkProblems.length > 0 || notice !== undefined || hasLinkFailed || isLinkTruncated;
  if (mode !== "false" && attempt === "not" && (isLinkResolved || hasLinkFailed))
    setAttempt(isBlocked || missing !== undefined ? "blocked" : "sent");

  const isDone = useRef(false);
  useEffect(() => {
    if (attempt === "not" || isDone.current) return;
    isDone.current = true;
    clearReserveFlag();
    if (attempt === "sent") submit();
    else if (mode === "warn" && !isBlocked && missing) onMissing(missing);
  });

  const hasFailed = attempt === "blocked" || (attempt === "sent" && (problem !== undefined || notice !== undefined));
  return {
    /** The visitor is told that it cannot be, and is shown no form. */
    isRefused: mode === "strict" && hasFailed,
    /** What came of the link's own attempt is not said. */
    isSilent: mode === "true" && attempt === "sent",
    showsProblems: mode === "warn" || mode === "strict",
    /** From now on it is the visitor who reserves. */
    cancelAutoReserve: () => setAttempt((before) => (before === "sent" ? "blocked" : before)),
  };
};
