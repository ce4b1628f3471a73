import { undoMinutes } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer, recordScans, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { CallError } from "../shared/call.ts";
import type { GateState, KeptScan } from "./gateStore.ts";
import type { GateView, Scanned } from "./gateView.ts";

/** A reply that is not from our server, such as the error page of a proxy in front of it. */
const isForeign = ({ code }: Pick<CallError, "code">): boolean => code === "unreachable";
/** Refusals of a call that can be sent again a moment later. */
const forNow: readonly string[] = ["request_in_progress", "too_many_requests"];

/** The server did not decide: there was no answer in time, or one that is not its own or only for the moment. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status >= 500 || isForeign(error) || forNow.includes(error.code));

/** Whether a reply is the server's own; a proxy may answer anything. */
export const isOwnReply = (reply: unknown): boolean =>
  typeof reply === "object" &&
  reply !== null &&
  "now" in reply &&
  typeof reply.now === "string" &&
  Number.isFinite(Date.parse(reply.now));

type Refusal = StaffReply<typeof recordScans>["errors"][number];
/**
 * What the server refused of one scan. A scan that it could not read, as from a page of another release, was not refused:
 * the device decides.
 */
export const refusalIn = (reply: { readonly errors: readonly Refusal[] } | undefined): Refusal | undefined =>
  reply?.errors.find(({ code }) => code !== "malformed");

/** The ids of the scans of a batch that the server refused, and of those that it could not read. */
export const refusedOf = (batch: readonly KeptScan[], errors: readonly Refusal[]) => {
  const idsOf = (some: readonly Refusal[]) => some.flatMap(({ index }) => batch[index]?.scan.id ?? []);
  return {
    refused: idsOf(errors.filter(({ code }) => code !== "malformed")),
    unreadable: idsOf(errors.filter(({ code }) => code === "malformed")),
  };
};

/** Why this device can no longer scan; undefined if the refusal has another reason. */
export const stoppedBy = ({ status, code }: Pick<CallError, "status" | "code">): GateView["stopped"] => {
  if (isForeign({ code })) return undefined;
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
export const keptUndo = (scan: ScanSent, kept: Pick<KeptScan, "subject" | "sentAt" | "reverts">) =>
  [kept.sentAt === null ? { ...scan, decided: undoneHere } : scan, { ...kept, let_in: false }] as const;

/** Whether a check-in was too long ago to be undone without the server, which knows who may undo it later. */
export const isUndoOver = (entry: Pick<KeptScan, "at"> | undefined, now: number): boolean =>
  entry !== undefined && now - entry.at > undoMinutes * 60_000;

/** The device's answer to an undo while the server does not answer. */
export const undoAnswer = (id: string, isTaken: boolean): GateAnswer => ({
  id,
  shown: isTaken ? "welcome" : "no",
  reason: isTaken ? null : "undo_refused",
  may_admit: false,
  counts: isTaken ? "undo" : "refused",
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

/** Whether somebody can be let in against or after an answer: who it is must be known. An undo that is refused admits nobody. */
export const canOverride = (
  { shown, reason, counts, subject, choices }: GateAnswer,
  { code, direction }: Pick<Scanned, "code" | "direction">,
): boolean => {
  if (shown === "welcome" || direction === "out" || choices.length > 0) return false;
  if (letSomebodyIn({ counts }) || reason === "undo_refused") return false;
  // A code that is not in the device's list has no ticket to name; the server looks the code up later.
  return subject !== null || (reason === "not_listed" && code !== undefined);
};
