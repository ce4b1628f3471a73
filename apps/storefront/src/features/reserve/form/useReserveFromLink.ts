import { useEffect, useRef, useState } from "react";
import type { MissingStep } from "@foyer/rules/reserve/reserveState.ts";
import type { FormProblem } from "../../../shared/form/problems/formProblem.ts";
import type { ReserveFormState } from "./reserveFormState.ts";

/** 'details' (names, answers, vouchers) cannot be set by a link. */
export type LinkMissing = MissingStep | { readonly step: "details" };

type ReserveFromLinkOptions = {
  readonly reserve: Omit<ReserveFormState, "act">;
  /** What is not chosen yet. */
  readonly missing: LinkMissing | undefined;
  readonly problem: FormProblem | undefined;
  readonly submit: () => void;
  readonly onMissing: (missing: LinkMissing) => void;
};

/**
 * Reserves once for links with `reserve`, as soon as everything they name has loaded. On failure, 'true' shows the form
 * without a message, 'warn' says what is wrong, 'strict' shows no form. A link without `reserve` only reports a date that
 * is not available, including a day without sessions.
 */
export const useReserveFromLink = ({ reserve, missing, problem, submit, onMissing }: ReserveFromLinkOptions) => {
  const { linkMode: mode, linkProblems, notice, hasFailed: hasLinkFailed, isLinkResolved, clearReserveFlag } = reserve;
  const [attempt, setAttempt] = useState<"not" | "blocked" | "sent">("not");
  const isBlocked = linkProblems.length > 0 || notice !== undefined || hasLinkFailed;
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
    /** Shows a message in place of the form. */
    isRefused: mode === "strict" && hasFailed,
    /** The result of the automatic attempt is not shown. */
    isSilent: mode === "true" && attempt === "sent",
    shownProblems: linkProblems.filter(
      (found) =>
        (mode === "false" && found === "unavailable_on_date") ||
        // Once the tickets are in the cart, fewer can be bought.
        ((mode === "warn" || mode === "strict") && (found !== "too_many_tickets" || attempt === "blocked")),
    ),
    /** From now on the visitor submits the form. */
    cancelAutoReserve: () => setAttempt((before) => (before === "sent" ? "blocked" : before)),
  };
};
