import { useCallback, useEffect, useState } from "react";
import { undoMinutes, type AdmitReason } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer, GateSubject } from "@foyer/contract/office/gate/gate.ts";
import { CallError } from "../shared/call.ts";
import { allowSound, playAnswer } from "./feedback.ts";
import type { Gate } from "./Gate.ts";
import type { Scanned } from "./gateView.ts";
import { useTypedCodes } from "./useTypedCodes.ts";

/** What was scanned, to let in after Look. */
type Shown = { readonly answer: GateAnswer; readonly scanned: Scanned; readonly isOwn: boolean };

const undoMs = undoMinutes * 60_000;

export const idOf = ({ kind, id }: GateSubject): Pick<Scanned, "ticket_id" | "card_id"> =>
  kind === "card" ? { card_id: id } : { ticket_id: id };

/** Scans and their answers: what is shown now, what can be undone, and what went wrong. */
export const useScans = (gate: Gate) => {
  const [shown, setShown] = useState<Shown>();
  const [last, setLast] = useState<string>();
  const [isOut, setOut] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setLast(undefined), undoMs);
    return () => clearTimeout(timer);
  }, [last]);

  const scan = async (scanned: Scanned): Promise<GateAnswer | undefined> => {
    setProblem(undefined);
    try {
      const answer = await gate.scan(scanned);
      if (answer === "not_allowed") {
        setProblem("You may not let in against this answer.");
        return undefined;
      }
      const isIn = answer.counts === "entry" || answer.counts === "reentry";
      if (isIn) setLast(answer.id);
      setShown({ answer, scanned, isOwn: !gate.view.isOnline });
      playAnswer(isIn ? "welcome" : answer.shown);
      return answer;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
      return undefined;
    }
  };
  const scanCode = (code: string): void => {
    void scan({ code: code.replaceAll(/[^\x21-\x7E]/g, ""), direction: isOut ? "out" : "in" });
  };
  useTypedCodes((code) => {
    allowSound();
    if (!shown) scanCode(code);
  });
  const close = useCallback(() => setShown(undefined), []);
  const undo = async (id: string): Promise<void> => {
    const answer = await gate.undo(id);
    if (answer === "not_allowed") return setProblem("This check-in cannot be undone here.");
    if (answer.shown === "welcome") setLast(undefined);
    setShown({ answer, scanned: { direction: "in" }, isOwn: !gate.view.isOnline });
    playAnswer(answer.shown);
  };
  const admit = (reason: AdmitReason): void => {
    const subject = shown?.answer.subject;
    if (subject) void scan({ ...idOf(subject), direction: "in", admit: reason });
  };
  const choose = async (subjects: readonly GateSubject[]): Promise<void> => {
    for (const subject of subjects) await scan({ ...idOf(subject), direction: "in" });
  };
  const actions = {
    close,
    undo: () => void (shown && undo(shown.answer.id)),
    admit,
    choose: (list: readonly GateSubject[]) => void choose(list),
  };
  return { shown, last, isOut, setOut, problem, scan, scanCode, undo, actions };
};
