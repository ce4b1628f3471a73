import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { CallError } from "../shared/call.ts";
import type { GateState, KeptScan } from "./gateStore.ts";
import type { GateView } from "./gateView.ts";

/** The server did not answer in time. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

/** Why this device may not scan any more; undefined where the refusal is about something else. */
export const stoppedBy = ({ status, code }: CallError): GateView["stopped"] => {
  if (code === "device_ended") return "ended";
  if (status === 401) return "signed_out";
  return status === 403 || status === 404 ? "not_allowed" : undefined;
};

/** Whether the time for which this device was paired is over. */
export const isPairingOver = (state: Pick<GateState, "ends_at"> | undefined, now: number): boolean =>
  state !== undefined && state.ends_at !== null && Date.parse(state.ends_at) <= now;

/** The server had let in before this device said No: nobody went in. */
export const wasRefusedHere = (
  { let_in, scan }: Pick<KeptScan, "let_in" | "scan">,
  { counts }: Pick<GateAnswer, "counts">,
): boolean => !let_in && scan.decided?.let_in === false && counts === "entry";

/** An undo that the device decides by itself. */
export const undoneHere = { shown: "welcome", reason: null, let_in: false } as const;

/** An undo as the device keeps it: decided here where the server has not answered. */
export const keptUndo = (scan: ScanSent, subject: string | null, sentAt: number | null) =>
  [sentAt === null ? { ...scan, decided: undoneHere } : scan, { subject, let_in: false, sentAt }] as const;

/** What the device answers to an undo while the server does not. */
export const undoneAnswer = (id: string): GateAnswer => ({
  id,
  shown: "welcome",
  reason: null,
  may_admit: false,
  counts: "undo",
  already: null,
  subject: null,
  choices: [],
});

/** Whether somebody went in, also against the answer: it can be undone. */
export const letSomebodyIn = (answer: Pick<GateAnswer, "counts">): boolean =>
  isEntry(answer) || answer.counts === "double";

export const isEntry = ({ counts }: Pick<GateAnswer, "counts">): boolean => counts === "entry" || counts === "reentry";

/** Of the answers to several people at once the one that somebody has to see: No, then Look, then the last Welcome. */
export const mostSerious = <A extends Pick<GateAnswer, "shown">>(answers: readonly A[]): A | undefined =>
  answers.find(({ shown }) => shown === "no") ?? answers.find(({ shown }) => shown === "look") ?? answers.at(-1);
