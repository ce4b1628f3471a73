import type { GateAnswer } from "@foyer/contract/office/gate/gate.ts";
import { CallError } from "../shared/call.ts";
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

/** An undo that the device decides by itself. */
export const undoneHere = { shown: "welcome", reason: null, let_in: false } as const;

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
