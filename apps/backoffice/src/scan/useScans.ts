import { useCallback, useEffect, useState } from "react";
import { undoMinutes, type AdmitReason } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer, GateSubject } from "@foyer/contract/office/gate/gate.ts";
import { codeWaitMinutes } from "@foyer/rules/admission/supervisorCode.ts";
import { CallError } from "../shared/call.ts";
import { isEntry, letSomebodyIn, mostSerious } from "./gateAnswers.ts";
import { allowSound, playAnswer } from "./feedback.ts";
import { foundBy } from "./decideOnDevice.ts";
import { cleanCode } from "./list/codes.ts";
import type { Gate } from "./Gate.ts";
import type { Scanned, ScanRefusal } from "./gateView.ts";
import { useTurns } from "./turns/Turns.ts";
import { keepOverReload, keptOverReload } from "./update/overReload.ts";
import { useTypedCodes } from "./useTypedCodes.ts";

/**
 * What was scanned, so that it can be admitted after Look. `entries`: the scans that admitted somebody, so that they can be
 * undone.
 */
type Shown = {
  readonly answer: GateAnswer;
  readonly scanned: Scanned;
  readonly isOwn: boolean;
  readonly entries: readonly string[];
  /** The number of people checked in with one press, and the number chosen. */
  readonly party?: { readonly in: number; readonly of: number };
};

const refusals: Readonly<Record<ScanRefusal, string>> = {
  not_allowed: "You are not allowed to override this answer.",
  wrong_code: "This code is wrong.",
  code_waits: `Too many wrong codes. Try again in ${codeWaitMinutes} minutes.`,
};

const undoMs = undoMinutes * 60_000;

/** Whether the gate checks out, also after a reload. */
const useCheckOut = () => {
  const [isOut, setIsOut] = useState(() => keptOverReload("out") !== null);
  const setOut = (isOut: boolean): void => {
    keepOverReload("out", isOut ? "yes" : undefined);
    setIsOut(isOut);
  };
  return [isOut, setOut] as const;
};

/** The scans of the last check-in, as long as it can be undone. */
const useLastEntry = (gate: Gate) => {
  const [last, setLast] = useState<readonly string[] | undefined>(() => gate.lastToUndo());
  useEffect(() => {
    const timer = setTimeout(() => setLast(undefined), undoMs);
    return () => clearTimeout(timer);
  }, [last]);
  return [last, setLast] as const;
};

/** Scans and their answers: what is shown, what can be undone, and what went wrong. */
export const useScans = (gate: Gate) => {
  const [shown, setShown] = useState<Shown>();
  const [last, setLast] = useLastEntry(gate);
  const [isOut, setOut] = useCheckOut();
  const [problem, setProblem] = useState<string>();
  const turns = useTurns();

  /** Undefined without an answer; the problem is then shown. */
  const attempt = async (scanned: Scanned): Promise<GateAnswer | undefined> => {
    setProblem(undefined);
    try {
      const answer = await gate.scan(scanned);
      if (typeof answer !== "string") return answer;
      setProblem(refusals[answer]);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    }
    return undefined;
  };
  const show = (answer: GateAnswer, more: Omit<Shown, "answer" | "isOwn">): void => {
    if (more.entries.length > 0 && (letSomebodyIn(answer) || more.party)) setLast(more.entries);
    turns.hold(answer.shown !== "welcome");
    setShown({ answer, isOwn: !gate.view.isOnline, ...more });
    playAnswer(isEntry(answer) ? "welcome" : answer.shown);
  };
  /** Whether there is an answer. */
  const scan = async (scanned: Scanned): Promise<boolean> => {
    const answer = await attempt(scanned);
    if (!answer) return false;
    // The supervisor's typed code is not kept with the answer.
    const { allowed: _allowed, ...known } = scanned;
    const entry = letSomebodyIn(answer) ? answer.id : gate.entryToUndo(answer);
    show(answer, { scanned: known, entries: entry === undefined ? [] : [entry] });
    return true;
  };
  const scanCode = (text: string): void => {
    const code = cleanCode(text);
    if (code !== undefined) turns.add(async () => void (await scan({ code, direction: isOut ? "out" : "in" })));
  };
  useTypedCodes((code) => {
    allowSound();
    // Welcome disappears by itself, but the next visitor need not wait for that.
    if (!shown || shown.answer.shown === "welcome") scanCode(code);
  });
  const close = useCallback(() => {
    setProblem(undefined);
    setShown(undefined);
    turns.hold(false);
  }, [turns]);
  const undo = async (ids: readonly string[]): Promise<void> => {
    const answers: GateAnswer[] = [];
    for (const id of ids) {
      const answer = await gate.undo(id);
      if (answer === "not_allowed") return setProblem("This check-in cannot be undone here.");
      answers.push(answer);
    }
    const answer = mostSerious(answers);
    if (!answer) return;
    if (answer.shown === "welcome") setLast((before) => (before === ids ? undefined : before));
    show(answer, { scanned: { direction: "in" }, entries: [] });
  };
  const admit = async (reason: AdmitReason, allowed?: Scanned["allowed"]): Promise<void> => {
    if (!shown) return;
    const { answer, scanned } = shown;
    const against = { direction: "in", admit: reason, ...(allowed && { allowed }) } as const;
    const found = answer.subject ? await foundBy(scanned, answer.subject) : scanned;
    const isAnswered = await scan({ ...found, ...against });
    // What the seller leaves to the gate is refused only if it has changed since, as after an entry at another gate.
    if (!isAnswered && answer.may_admit) await scan({ ...found, direction: "in" });
  };
  /** Checks in everybody who was chosen. If one of them is not admitted, that answer is shown. */
  const choose = async (subjects: readonly GateSubject[]): Promise<void> => {
    if (!shown) return;
    const answers: { readonly answer: GateAnswer; readonly scanned: Scanned }[] = [];
    const direction = isOut ? "out" : "in";
    for (const subject of subjects) {
      const scanned = { ...(await foundBy(shown.scanned, subject)), direction } as const;
      const answer = await attempt(scanned);
      if (answer) answers.push({ answer, scanned });
    }
    const worst = mostSerious(answers.map(({ answer }) => answer));
    const scanned = answers.find(({ answer }) => answer === worst)?.scanned;
    if (!worst || !scanned) return;
    const entries = answers.flatMap(({ answer }) => (letSomebodyIn(answer) ? [answer.id] : []));
    const isParty = subjects.length > 1 && !isOut;
    show(worst, { scanned, entries, ...(isParty && { party: { in: entries.length, of: subjects.length } }) });
  };
  const actions = {
    close,
    undo: () => void (shown && undo(shown.entries)),
    admit,
    choose: (list: readonly GateSubject[]) => void choose(list),
  };
  const isScanning = () => turns.isBusy;
  return { shown, last, isOut, setOut, problem, scan, scanCode, isScanning, undo, actions };
};
