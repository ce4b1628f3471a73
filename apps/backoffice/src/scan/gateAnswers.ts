import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { CallError } from "../shared/call.ts";
import type { GateState, KeptScan } from "./gateStore.ts";
import type { GateView } from "./gateView.ts";

/** The server did not answer in time. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

/** Why this device can no longer scan; undefined if the refusal has another reason. */
export const stoppedBy = ({ status, code }: CallError): GateView["stopped"] => {
  if (code === "device_ended") return "ended";
  if (status === 401) return "signed_out";
  return status === 403 || status === 404 ? "not_allowed" : undefined;
};

/** Whether the device's validity has ended. */
export const isPairingOver = (state: Pick<GateState, "ends_at"> | undefined, now: number): boolean =>
  state !== undefined && state.ends_at !== null && Date.parse(state.ends_at) <= now;

/** The server had admitted before this device said No, so nobody went in. */
export const wasRefusedHere = (
  { let_in, scan }: Pick<KeptScan, "let_in" | "scan">,
  answer: Pick<GateAnswer, "counts">,
): boolean => !let_in && scan.decided?.let_in === false && isEntry(answer);

/** An undo that the device decides by itself. */
export const undoneHere = { shown: "welcome", reason: null, let_in: false } as const;

/** An undo as the device stores it: decided by the device if the server has not answered. */
export const keptUndo = (scan: ScanSent, subject: string | null, sentAt: number | null) =>
  [sentAt === null ? { ...scan, decided: undoneHere } : scan, { subject, let_in: false, sentAt }] as const;

/** The device's answer to an undo while the server does not answer. */
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

/** Whether somebody went in, even against the answer, so that it can be undone. */
export const letSomebodyIn = (answer: Pick<GateAnswer, "counts">): boolean =>
  isEntry(answer) || answer.counts === "double";

export const isEntry = ({ counts }: Pick<GateAnswer, "counts">): boolean => counts === "entry" || counts === "reentry";

/** Of the answers for several people, the one to show: No, then Look, then the last Welcome. */
export const mostSerious = <A extends Pick<GateAnswer, "shown">>(answers: readonly A[]): A | undefined =>
  answers.find(({ shown }) => shown === "no") ?? answers.find(({ shown }) => shown === "look") ?? answers.at(-1);
